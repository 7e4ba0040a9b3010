/**
 * Signed checkpoints are also sent to a receiver outside (LEDGER_CHECKPOINT_URL), by a loop beside the one that signs: neither signing nor
 * posting waits for it. What waits is bounded, because of each log only the last checkpoint is sent, and only until the receiver has taken it.
 *
 * A receiver that is away is asked again after 5 seconds, and ever less often until it is every 10 minutes. A note that it refuses is
 * tried again as rarely, and holds up those of no other log. Several processes may send the same note.
 */
import type { Clock, Deadline } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import { ok } from '../../../kernel/refusal';
import type { Background, Loop } from '../../../kernel/running/background';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { Ledgering } from '../../ledgering';
import type { SignedCheckpoint } from '../domain/checkpoint';
import type { CheckpointReceiver, TreeStore } from './ports';
import { lookMs, sizesAtOnce } from './signing';

export interface SendingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: Pick<TreeStore, 'sendings' | 'markSent'>;
  readonly receiver: CheckpointReceiver;
  readonly ledgering: Pick<Ledgering, 'logEnds'>;
  readonly clock: Clock;
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly log: Log;
  readonly observations: Pick<Observations, 'checkpointSent' | 'checkpointsStand'>;
}

const [firstPauseMs, maxPauseMs] = [5_000, 600_000];
const pauseAfterMs = (failures: number): number => Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));

interface Refused {
  readonly failures: number;
  readonly until: Deadline;
}

export const createSendingLoop = (dependencies: SendingDependencies): Pick<Loop, 'start' | 'stop'> => {
  const { unitOfWork, store, receiver, ledgering, clock, background, log, observations } = dependencies;
  /** The size up to which each log is known to be taken. */
  const sent = new Map<LedgerId, number>();
  const refused = new Map<LedgerId, Refused>();
  /** How often in a row the receiver was away. */
  let failures = 0;
  let ended = new AbortController();

  const unsentNow = async (): Promise<Map<LedgerId, SignedCheckpoint>> => {
    const ends = await ledgering.logEnds(1n);
    const moved = ends.filter(({ ledgerId, lastSequence }) => (sent.get(ledgerId) ?? 0) < Number(lastSequence));
    const found = new Map<LedgerId, SignedCheckpoint>();
    for (let at = 0; at < moved.length; at += sizesAtOnce) {
      const ids = moved.slice(at, at + sizesAtOnce).map(({ ledgerId }) => ledgerId);
      for (const { ledgerId, sent: size, unsent } of await store.sendings(ids)) {
        sent.set(ledgerId, size);
        if (unsent) found.set(ledgerId, unsent);
      }
    }
    return found;
  };

  const taken = async (ledgerId: LedgerId, size: number): Promise<void> => {
    await unitOfWork.run<never, void>({ ledgerIds: [ledgerId] }, async (tx) =>
      ok(await store.markSent(tx, ledgerId, size)),
    );
    sent.set(ledgerId, size);
    refused.delete(ledgerId);
    if (failures > 0) log.info({}, 'the receiver of checkpoints takes them again');
    failures = 0;
    background.done('checkpoint sending', ledgerId);
  };

  const wasRefused = (ledgerId: LedgerId, reason: string): void => {
    const times = (refused.get(ledgerId)?.failures ?? 0) + 1;
    refused.set(ledgerId, { failures: times, until: clock.deadline(pauseAfterMs(times)) });
    if (times === 1) log.warn({ ledgerId, reason }, 'a checkpoint was refused by its receiver and will be sent again');
  };

  const wasAway = (reason: string): void => {
    failures += 1;
    if (failures === 1) log.warn({ reason }, 'the receiver of checkpoints is away and will be asked again');
  };

  const loop = background.loop({
    name: 'checkpoint sending',
    complaint: 'looking for checkpoints to send failed and will be tried again',
    afterFaultMs: lookMs,
    round: async (mayGoOn) => {
      const unsent = await unsentNow();
      for (const [ledgerId, { size, note }] of unsent) {
        if ((refused.get(ledgerId)?.until.leftMs() ?? 0) > 0) continue;
        if (!mayGoOn()) break;
        const answer = await receiver.send(note, ended.signal);
        if (ended.signal.aborted) break;
        observations.checkpointSent(answer.outcome);
        if (answer.outcome === 'taken') {
          await taken(ledgerId, size);
          unsent.delete(ledgerId);
          continue;
        }
        if (answer.outcome === 'refused') wasRefused(ledgerId, answer.reason);
        else {
          wasAway(answer.reason);
          break;
        }
      }
      observations.checkpointsStand({ unsent: unsent.size });
      return { isIdle: unsent.size === 0, pauseMs: failures > 0 ? pauseAfterMs(failures) : lookMs };
    },
  });

  return {
    start: () => {
      ended = new AbortController();
      loop.start();
    },
    stop: () => {
      ended.abort();
      return loop.stop();
    },
  };
};
