/**
 * Reads the books as known at a sequence of the log. At the end of the log they are read from the chart and the sums of days; at an earlier
 * sequence, from the log and the sums of its stretches. Both ways give the same result for the same sequence.
 */
import type { AccountType, Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { instantOf, plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import {
  maxReportedAccounts,
  type KnownPlace,
  type LogPlace,
  type ReportedAccount,
  type Turnover,
} from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';
import type { SequenceNotReached } from '../../domain/refusals';
import { headingOf, type HeadingRow } from '../chart/heading';
import { readAccountsOfSetThen, readChangedAccounts, readSetNamedThen } from '../chart/known-chart';
import { readCover, readSumsThen, type KnownCover } from './known-sums';
import { nothing, readSumsNow } from './sums-now';

/** The sums of each account up to each of several days, in the order of the days. Accounts without entries are left out. */
export type Sums = ReadonlyMap<AccountId, readonly Turnover[]>;

/** The accounts to read. If both members are undefined, all accounts are read. */
export interface WantedAccounts {
  readonly ids: readonly AccountId[] | undefined;
  readonly types?: readonly AccountType[] | undefined;
}

/** The reads that a report needs, as known at a sequence of the log. */
export interface BooksOfPlace {
  readonly place: LogPlace;
  /** Returns the accounts of the set with that code; null if there is no such set. */
  accountsOfSet(code: string): Promise<readonly AccountId[] | null>;
  /** Reads all accounts, or only the wanted ones. If there are more than the limit, at most one more than the limit is read. */
  accounts(of: WantedAccounts): Promise<readonly ReportedAccount[]>;
  /** Returns the sums of the accounts with these ids, or of all accounts, up to each of the days. The days must be distinct. */
  sums(ids: readonly AccountId[] | undefined, layer: Layer, days: readonly Day[]): Promise<Sums>;
  /** Whether the books are read at the end of the log. Only there can PostgreSQL sum the accounts of a chart of any size by level. */
  readonly isNow: boolean;
}

/** Returns the books as known at a sequence; undefined for the end of the log. `limit` is the number of accounts that may be read. */
export const booksOf = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint | undefined,
  limit = maxReportedAccounts,
): Promise<Outcome<SequenceNotReached, BooksOfPlace>> => {
  const last = await readLastPlace(tx, ledgerId);
  if (!last) throw new Error(`ledger ${ledgerId} has no head`);
  if (sequence === undefined || sequence === last.sequence) return ok(now(tx, ledgerId, last, limit));
  const place = await placeThen(tx, ledgerId, sequence);
  return refused(place) ? place : ok(then(tx, ledgerId, place.right, limit));
};

/** The books at the end of the log, read from the chart and the sums of days. */
const now = (tx: Tx, ledgerId: LedgerId, place: LogPlace, limit: number): BooksOfPlace => ({
  place,
  isNow: true,
  accountsOfSet: async (code) => {
    const [row] = await fetchRows(tx, sql.read_accounts_of_set, { ledger_id: ledgerId, code });
    return row?.is_there ? row.account_ids : null;
  },
  accounts: (of) => readAccounts(tx, ledgerId, of, limit),
  sums: (ids, layer, days) => readSumsNow(tx, ledgerId, { ids, layer, days }),
});

/** The books at an earlier sequence, read from the log and the sums of its stretches. */
const then = (tx: Tx, ledgerId: LedgerId, place: LogPlace, limit: number): BooksOfPlace => {
  let reading: Promise<KnownCover> | undefined;
  const cover = (): Promise<KnownCover> => (reading ??= readCover(tx, ledgerId, place.sequence));
  return {
    place,
    isNow: false,
    accountsOfSet: async (code) => {
      const id = await readSetNamedThen(tx, ledgerId, place.sequence, code);
      return id === undefined ? null : readAccountsOfSetThen(tx, ledgerId, place.sequence, id);
    },
    accounts: async ({ ids, types }) => {
      // Accounts of all types are read and then filtered, because an account may have had a different type at that sequence.
      const [accounts, was] = await Promise.all([
        readAccounts(tx, ledgerId, { ids }, limit),
        readChangedAccounts(tx, ledgerId, place.sequence, ids),
      ]);
      // Beyond the limit some accounts are unknown, so a part of them must not pass for all accounts of these types.
      if (!ids && accounts.length > limit) return accounts;
      const stayed = accounts.filter(({ id }) => !was.has(id));
      const others = [...was.values()].flatMap((account) =>
        account ? [{ ...headingOf(account), parentId: account.parentId, cashFlow: account.cashFlow }] : [],
      );
      return [...stayed, ...others].filter(({ type }) => !types || types.includes(type));
    },
    sums: async (accountIds, layer, days) => {
      const found = await readSumsThen(tx, await cover(), { accountIds, layers: [layer], days });
      const places = new Map(days.map((day, place) => [day as string, place]));
      const sums = new Map<AccountId, Turnover[]>();
      for (const { accountId, day, debits, credits } of found) {
        const course = sums.get(accountId) ?? days.map(() => nothing);
        course[places.get(day) as number] = { debits, credits };
        sums.set(accountId, course);
      }
      return sums;
    },
  };
};

export const placeThen = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
): Promise<Outcome<SequenceNotReached, KnownPlace>> => {
  const [[row], last] = await Promise.all([
    fetchRows(tx, sql.read_place, { ledger_id: ledgerId, sequence: String(sequence) }),
    readLastPlace(tx, ledgerId),
  ]);
  return row
    ? ok({ ...toPlace(row), knownAt: instantOf(row.known_at) })
    : refuse({ kind: 'SequenceNotReached', last: last?.sequence ?? 0n });
};

/** Reads at most one account more than a report may have. */
const readAccounts = async (
  tx: Tx,
  ledgerId: LedgerId,
  { ids, types }: WantedAccounts,
  limit: number,
): Promise<readonly ReportedAccount[]> => {
  const asked = { ledger_id: ledgerId, types: types ? plainArray(types) : null };
  const rows = ids
    ? await fetchRows(tx, sql.read_some_accounts, { ...asked, account_ids: plainArray(ids) })
    : await fetchRows(tx, sql.read_all_accounts, { ...asked, limit: limit + 1 });
  return rows.map(toAccount);
};

const readLastPlace = async (tx: Tx, ledgerId: LedgerId): Promise<LogPlace | undefined> => {
  const [row] = await fetchRows(tx, sql.read_last_place, { ledger_id: ledgerId });
  return row && toPlace(row);
};

interface PlaceRow {
  readonly sequence: string;
  readonly hash: Buffer;
  readonly known_at: string | null;
}

const toPlace = ({ sequence, hash, known_at }: PlaceRow): LogPlace => ({
  sequence: BigInt(sequence),
  hash: hash.toString('hex'),
  knownAt: known_at === null ? null : instantOf(known_at),
});

export interface AccountRow extends HeadingRow {
  readonly parent_id: AccountId | null;
  readonly cash_flow: ReportedAccount['cashFlow'];
}

/** Creates the account without intermediate objects, which would have to be garbage-collected while the report waits. */
export const toAccount = ({
  id,
  code,
  name,
  type,
  normal_balance,
  parent_id,
  cash_flow,
}: AccountRow): ReportedAccount => ({
  id,
  code,
  name,
  type,
  normalBalance: normal_balance,
  parentId: parent_id,
  cashFlow: cash_flow,
});

const sql = loadStatements(__filename, {
  read_last_place: parameters('ledger_id').rows<PlaceRow>(),
  read_place: parameters('ledger_id', 'sequence').rows<PlaceRow & { readonly known_at: string }>(),
  read_all_accounts: parameters('ledger_id', 'types', 'limit').rows<AccountRow>(),
  read_some_accounts: parameters('ledger_id', 'account_ids', 'types').rows<AccountRow>(),
  read_accounts_of_set: parameters('ledger_id', 'code').rows<{
    readonly is_there: boolean | null;
    readonly account_ids: readonly AccountId[];
  }>(),
});
