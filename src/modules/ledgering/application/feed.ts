/**
 * The feed: the ledger's log, oldest first, each event with its subject as the event left it. It is read from the log and from
 * rows that never change, so that an event has the same content every time it is read.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedThings } from '../../../kernel/ledger-log';
import type { Minor } from '../../../kernel/money';
import {
  eventView,
  type BalanceAfter,
  type FeedEvent,
  type HoldExtension,
  type SumOfDay,
  type ToldEvent,
} from '../domain/formats/event-json';
import { readNamed, readRecorded, type Named } from '../domain/formats/reading';
import { readMove } from '../domain/extension';
import { standingOf } from '../domain/hold';
import type { HoldState } from '../domain/transaction';
import { sumsAlong } from './balances-after';
import type { FeedQuestion, FeedReader, ReadEvent, ReadFeed, ToldTransaction } from './feed-reader';
import type { ChartReader, EntryRow, TransactionRow } from './reader';

export type { ToldEvent } from '../domain/formats/event-json';

export interface ToldFeed extends Pick<ReadFeed, 'through' | 'head'> {
  readonly events: readonly ToldEvent[];
  /** The hash, in hex, of the event at the sequence `after`, or of genesis if `after` is 0; undefined if the log is shorter. */
  readonly hashAfter: string | undefined;
  /** The hash, in hex, of the event at the sequence `through`, or of genesis if `through` is 0; undefined if the log is shorter. */
  readonly hashThrough: string | undefined;
}

export interface FeedDependencies {
  readonly reader: Pick<FeedReader, 'read'>;
  readonly charts: Pick<ChartReader, 'ledger'>;
  readonly codes: Pick<LoggedThings, 'tell'>;
}

/** Reads a page of the feed; undefined if the ledger does not exist. */
export type ReadsFeed = (ledgerId: LedgerId, question: FeedQuestion) => Promise<ToldFeed | undefined>;

export const createFeed =
  ({ reader, charts, codes }: FeedDependencies): ReadsFeed =>
  async (ledgerId, question) => {
    const [ledger, read] = await Promise.all([charts.ledger(ledgerId), reader.read(ledgerId, question)]);
    if (!ledger || !read) return undefined;
    const names = namesIn(read.accountTexts);
    const sumsAfter = sumsAlong(read.opening, read.moves);
    const tell = eventView(ledgerId, ledger.denomination);
    const aboutOf = ({ about, ...event }: ReadEvent): FeedEvent['about'] => {
      if (about.kind === 'transaction') {
        const transaction = asLeftBy(event, about, names);
        const sums = transaction.status === 'failed' ? [] : sumsAfter(event.sequence, transaction);
        const extension = extensionBy(event, about, transaction);
        return { kind: 'transaction', transaction, balances: named(sums, event.sequence, names), extension };
      }
      return event.type.startsWith('trancode_')
        ? { kind: 'transaction code', ...codes.tell(ledgerId, about.text) }
        : readRecorded(about.text);
    };
    return {
      events: read.events.map((event) => tell({ ...event, about: aboutOf(event) })),
      ...{ through: read.through, head: read.head },
      hashAfter: read.hashAfter?.toString('hex'),
      hashThrough: read.hashThrough?.toString('hex'),
    };
  };

/** Returns the name of an account as it was after an event; undefined if the log has no text for the account. */
type NameOf = (accountId: string, sequence: bigint) => Named | undefined;

const namesIn = (texts: ReadFeed['accountTexts']): NameOf => {
  const names = new Map(
    [...texts].map(([accountId, kept]) => [
      accountId,
      kept.flatMap(({ sequence, text }) => {
        const named = readNamed(text);
        return named ? [{ ...named, sequence }] : [];
      }),
    ]),
  );
  return (accountId, sequence) => names.get(accountId)?.findLast((named) => named.sequence <= sequence);
};

/** Adds the account's code and normal balance to each sum. Leaves out accounts for which the log has no text. */
const named = (sums: readonly SumOfDay[], sequence: bigint, nameOf: NameOf): readonly BalanceAfter[] =>
  sums.flatMap((sum) => {
    const account = nameOf(sum.accountId, sequence);
    return account ? [{ ...sum, accountCode: account.code, normalBalance: account.normalBalance }] : [];
  });

/** Returns the transaction in its state after the event, without later changes. */
const asLeftBy = (
  { type, sequence, occurredAt, reason }: Omit<ReadEvent, 'about'>,
  { row, undone, move }: ToldTransaction,
  nameOf: NameOf,
): TransactionRow => {
  const { reversed = 0n, settled = 0n, released = 0n, extended = 0n, reversalIds = [] } = undone ?? {};
  const left = row.totalAmount + extended - reversed - settled - released;
  const moved = readMove(move);
  // A settlement can exceed the remaining amount only by taking all of it, which ends the hold. So an excess exists only if nothing
  // remains.
  const excess = left === 0n ? (row.hold?.excessAmount ?? 0n) : 0n;
  const amounts = { reversed, settled: settled - excess, excess, released: released + excess, extended };
  const state = row.hold && stateOf(type === 'hold_expired', type === 'transaction_voided' ? 0n : left, settled);
  return {
    ...row,
    status: statusAfter[type] ?? 'posted',
    reversedAmount: reversed as Minor,
    reversalIds,
    hold:
      state &&
      standingOf(state, row.totalAmount, amounts, {
        expiresAt: moved ? moved.after : row.expiresAt,
        isEndMoved: moved !== undefined,
      }),
    voidReason: type === 'transaction_voided' ? reason : null,
    updatedAt: occurredAt,
    entries: row.entries.map((entry): EntryRow => {
      const { code = entry.accountCode, name = entry.accountName } = nameOf(entry.accountId, sequence) ?? {};
      return { ...entry, accountCode: code, accountName: name };
    }),
  };
};

const extensionBy = (
  { type, reason }: Omit<ReadEvent, 'about'>,
  { undone }: ToldTransaction,
  { hold }: TransactionRow,
): HoldExtension | null => {
  if (type !== 'hold_extended' || !hold) return null;
  const { amount: after, expiresAt } = hold;
  return {
    amount: { before: (after - (undone?.added ?? 0n)) as Minor, after },
    expiresAt: readMove(reason) ?? { before: expiresAt, after: expiresAt },
  };
};

const statusAfter: Readonly<Partial<Record<ReadEvent['type'], TransactionRow['status']>>> = {
  transaction_failed: 'failed',
  transaction_voided: 'void',
  transaction_reversed: 'reversed',
};

const stateOf = (isExpired: boolean, left: bigint, settled: bigint): HoldState => {
  if (isExpired) return 'expired';
  if (left > 0n) return 'open';
  return settled > 0n ? 'settled' : 'released';
};
