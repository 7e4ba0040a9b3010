/**
 * Sends the last checkpoint of each log to one destination, until the destination accepts it. The destination is the receiver of
 * checkpoints (LEDGER_CHECKPOINT_URL) or a witness (LEDGER_WITNESSES). Earlier checkpoints are not sent, because the last one covers them,
 * so the number of waiting notes is bounded. If the destination is away, the sender tries again after 5 seconds; each further failure
 * doubles the pause, up to 10 minutes. A refused note is sent again at the same intervals, and does not delay the notes of other logs. The
 * service logs one line when refusals begin and one when they end. Several processes may send the same note.
 */
import type { Clock, Deadline } from '../../../kernel/clock';
import { ok } from '../../../kernel/refusal';
import type { Rest } from '../../../kernel/running/background';
import type { SendOutcome } from '../../../kernel/observations';
import type { Log } from '../../../kernel/tokens';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { scopeOf, type LogId } from '../domain/proven-log';
import type { Logs, SendingState } from './ports';
import { lookMs, sizesAtOnce } from './signing';

/** 'refused': the destination rejected this note. 'away': the destination cannot accept any note now. */
export type Sent =
  | { readonly outcome: 'taken'; record(tx: Tx): Promise<void> }
  | { readonly outcome: 'refused' | 'away'; readonly reason: string };

export interface Destination {
  /** The messages that the sender logs, and the members (`about`) that it adds to each message. */
  readonly says: { readonly about: object; readonly away: string; readonly refused: string; readonly back: string };
  states(logIds: readonly LogId[]): Promise<readonly SendingState[]>;
  /** Sends a note to a destination that has accepted the log up to `sent` events. Never throws; gives up when `ended` is aborted. */
  send(logId: LogId, checkpoint: SignedCheckpoint, sent: number, ended: AbortSignal): Promise<Sent>;
  /** Called after the destination has accepted a note and the transaction that records this has committed. */
  taken(logId: LogId): void;
  attempted(outcome: SendOutcome): void;
  stands(standing: { readonly unsent: number }): void;
}

export interface SenderDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly logs: Pick<Logs, 'ends'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SenderRest extends Rest {
  /** True if the destination was away in the last attempt. */
  readonly isAway: boolean;
}

export interface Sender {
  /** Sends every unsent checkpoint until the destination is away. Returns the time until the next round. */
  round(mayGoOn: () => boolean): Promise<SenderRest>;
  start(): void;
  /** Cancels the note that is being sent. */
  stop(): void;
}

const [firstPauseMs, maxPauseMs] = [5_000, 600_000];
const pauseAfterMs = (failures: number): number => Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));

interface Refused {
  readonly failures: number;
  readonly until: Deadline;
}

export const createSender = (dependencies: SenderDependencies, destination: Destination): Sender => {
  const { unitOfWork, logs, clock, log } = dependencies;
  const { says } = destination;
  /** The size of the last checkpoint that the destination has accepted, by log. */
  const sent = new Map<LogId, number>();
  const refused = new Map<LogId, Refused>();
  /** The number of successive attempts in which the destination was away. */
  let failures = 0;
  let ended = new AbortController();

  const unsentNow = async (): Promise<Map<LogId, SignedCheckpoint>> => {
    const ends = await logs.ends();
    const moved = ends.filter(({ id, lastSequence }) => (sent.get(id) ?? 0) < Number(lastSequence));
    const found = new Map<LogId, SignedCheckpoint>();
    for (let at = 0; at < moved.length; at += sizesAtOnce) {
      const ids = moved.slice(at, at + sizesAtOnce).map(({ id }) => id);
      for (const { logId, sent: size, unsent } of await destination.states(ids)) {
        sent.set(logId, size);
        if (unsent) found.set(logId, unsent);
      }
    }
    return found;
  };

  const wasTaken = async (logId: LogId, size: number, record: (tx: Tx) => Promise<void>): Promise<void> => {
    await unitOfWork.run<never, void>(scopeOf([logId]), async (tx) => ok(await record(tx)));
    sent.set(logId, size);
    refused.delete(logId);
    if (failures > 0) log.info(says.about, says.back);
    failures = 0;
    destination.taken(logId);
  };

  const wasRefused = (logId: LogId, reason: string): void => {
    const times = (refused.get(logId)?.failures ?? 0) + 1;
    refused.set(logId, { failures: times, until: clock.deadline(pauseAfterMs(times)) });
    if (times === 1) log.warn({ ...says.about, logId, reason }, says.refused);
  };

  const wasAway = (reason: string): void => {
    failures += 1;
    if (failures === 1) log.warn({ ...says.about, reason }, says.away);
  };

  return {
    round: async (mayGoOn) => {
      const unsent = await unsentNow();
      for (const [logId, checkpoint] of unsent) {
        if ((refused.get(logId)?.until.leftMs() ?? 0) > 0) continue;
        if (!mayGoOn()) break;
        const answer = await destination.send(logId, checkpoint, sent.get(logId) ?? 0, ended.signal);
        if (ended.signal.aborted) break;
        destination.attempted(answer.outcome);
        if (answer.outcome === 'taken') {
          await wasTaken(logId, checkpoint.size, answer.record);
          unsent.delete(logId);
          continue;
        }
        if (answer.outcome === 'refused') wasRefused(logId, answer.reason);
        else {
          wasAway(answer.reason);
          break;
        }
      }
      destination.stands({ unsent: unsent.size });
      const isAway = failures > 0;
      return { isIdle: unsent.size === 0, isAway, pauseMs: isAway ? pauseAfterMs(failures) : lookMs };
    },
    start: () => void (ended = new AbortController()),
    stop: () => ended.abort(),
  };
};
