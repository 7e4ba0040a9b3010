/**
 * Sends signed checkpoints to an external receiver (LEDGER_CHECKPOINT_URL), in a loop of its own: neither signing nor posting
 * waits for it. Only the last checkpoint of each log is sent, until the receiver has taken it, so the number of waiting notes
 * is bounded.
 *
 * If the receiver is away, the loop retries after 5 seconds and doubles the pause up to 10 minutes. A note that the receiver
 * refuses is retried at the same intervals, and does not delay those of other logs. Several processes may send the same note.
 */
import type { Clock, Deadline } from '../../../kernel/clock';
import type { Observations } from '../../../kernel/observations';
import { ok } from '../../../kernel/refusal';
import type { Background, Loop } from '../../../kernel/running/background';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { scopeOf, type LogId } from '../domain/proven-log';
import type { CheckpointReceiver, Logs, TreeStore } from './ports';
import { lookMs, sizesAtOnce } from './signing';

export interface SendingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: Pick<TreeStore, 'sendings' | 'markSent'>;
  readonly receiver: CheckpointReceiver;
  readonly logs: Pick<Logs, 'ends'>;
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
  const { unitOfWork, store, receiver, logs, clock, background, log, observations } = dependencies;
  /** The size of the last checkpoint that the receiver has taken, by log. */
  const sent = new Map<LogId, number>();
  const refused = new Map<LogId, Refused>();
  /** The number of successive attempts in which the receiver was away. */
  let failures = 0;
  let ended = new AbortController();

  const unsentNow = async (): Promise<Map<LogId, SignedCheckpoint>> => {
    const ends = await logs.ends();
    const moved = ends.filter(({ id, lastSequence }) => (sent.get(id) ?? 0) < Number(lastSequence));
    const found = new Map<LogId, SignedCheckpoint>();
    for (let at = 0; at < moved.length; at += sizesAtOnce) {
      const ids = moved.slice(at, at + sizesAtOnce).map(({ id }) => id);
      for (const { logId, sent: size, unsent } of await store.sendings(ids)) {
        sent.set(logId, size);
        if (unsent) found.set(logId, unsent);
      }
    }
    return found;
  };

  const taken = async (logId: LogId, size: number): Promise<void> => {
    await unitOfWork.run<never, void>(scopeOf([logId]), async (tx) => ok(await store.markSent(tx, logId, size)));
    sent.set(logId, size);
    refused.delete(logId);
    if (failures > 0) log.info({}, 'the receiver of checkpoints takes them again');
    failures = 0;
    background.done('checkpoint sending', logId);
  };

  const wasRefused = (logId: LogId, reason: string): void => {
    const times = (refused.get(logId)?.failures ?? 0) + 1;
    refused.set(logId, { failures: times, until: clock.deadline(pauseAfterMs(times)) });
    if (times === 1) log.warn({ logId, reason }, 'a checkpoint was refused by its receiver and will be sent again');
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
      for (const [logId, { size, note }] of unsent) {
        if ((refused.get(logId)?.until.leftMs() ?? 0) > 0) continue;
        if (!mayGoOn()) break;
        const answer = await receiver.send(note, ended.signal);
        if (ended.signal.aborted) break;
        observations.checkpointSent(answer.outcome);
        if (answer.outcome === 'taken') {
          await taken(logId, size);
          unsent.delete(logId);
          continue;
        }
        if (answer.outcome === 'refused') wasRefused(logId, answer.reason);
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
