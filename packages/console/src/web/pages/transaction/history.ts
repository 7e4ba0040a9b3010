/** Builds the history of a transaction in the order of the ledger's log. Future events, such as an expiry, come last. */
import type { Schemas } from '../../api/schemas';
import { inWords } from '../events/subject';

type Transaction = Schemas['Transaction'];
type Activity = Schemas['Activity'];

export interface HistoryEntry {
  readonly key: string;
  readonly what: string;
  readonly at: string;
  /** The actor; undefined if the log names no actor. */
  readonly by?: string;
  readonly sequence?: number;
  readonly why?: string;
  readonly tone: 'good' | 'bad' | 'undone' | 'to-come';
}

type Kind = Pick<HistoryEntry, 'what' | 'tone'>;

/** The types of events about a transaction, with their texts. */
const kinds: Readonly<Partial<Record<Activity['type'], Kind>>> = {
  'transaction.posted': { what: 'posted', tone: 'good' },
  'transaction.failed': { what: 'failed', tone: 'bad' },
  'transaction.reversed': { what: 'reversed', tone: 'undone' },
  'transaction.reversed_in_part': { what: 'reversed in part', tone: 'undone' },
  'transaction.voided': { what: 'voided', tone: 'undone' },
  'transaction.amended': { what: 'amended', tone: 'good' },
  'transaction.noted': { what: 'note attached', tone: 'good' },
  'hold.settled': { what: 'hold settled', tone: 'good' },
  'hold.released': { what: 'hold released', tone: 'undone' },
  'hold.extended': { what: 'hold extended', tone: 'good' },
  'hold.expired': { what: 'hold expired', tone: 'undone' },
};

/** Builds the history. `activity` must be in the API's order, newest first. */
export const historyOf = (
  { created_at: acceptedAt, hold }: Pick<Transaction, 'created_at' | 'hold'>,
  activity: readonly Activity[],
): readonly HistoryEntry[] => [
  { key: 'accepted', what: 'accepted', at: acceptedAt, tone: 'good' },
  ...activity.toReversed().map(({ type, occurred_at: at, actor, reason, sequence }): HistoryEntry => ({
    ...(kinds[type] ?? { what: inWords(type), tone: 'good' }),
    ...{ key: String(sequence), at, by: actor, sequence },
    ...(reason === null || type === 'hold.expired' ? {} : { why: reason }),
  })),
  ...(hold?.state === 'open' && hold.expires_at !== null
    ? [{ key: 'expires', what: 'hold expires', at: hold.expires_at, tone: 'to-come' } as const]
    : []),
];
