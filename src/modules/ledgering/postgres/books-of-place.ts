/**
 * The books of a place of the log: where it ends now from the chart and from the sums of days, where it ended once from the log and
 * from the sums of its stretches. Both ways find the same where the place is the same.
 */
import type { AccountType, Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import { instantOf, plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import {
  maxReportedAccounts,
  type KnownPlace,
  type LogPlace,
  type ReportedAccount,
  type Turnover,
} from '../application/totals-reader';
import type { AccountId } from '../domain/account';
import type { SequenceNotReached } from '../domain/refusals';
import { headingOf, type HeadingRow } from './heading';
import { readAccountsOfSetThen, readChangedAccounts, readSetNamedThen } from './known-chart';
import { readCover, readSumsThen, type KnownCover } from './known-sums';

export type Sums = ReadonlyMap<AccountId, Turnover>;

/** All that there are, where neither is named. */
export interface WantedAccounts {
  readonly ids: readonly AccountId[] | undefined;
  readonly types?: readonly AccountType[] | undefined;
}

/** The reads that a report needs at a place of the log, however that place is read. */
export interface BooksOfPlace {
  readonly place: LogPlace;
  /** Null where there was no such set. */
  accountsOfSet(code: string): Promise<readonly AccountId[] | null>;
  /** All of them, or some. */
  accounts(of: WantedAccounts): Promise<readonly ReportedAccount[]>;
  /** The sums up to each of the days. An account that is missing had no entries. */
  sums(ids: readonly AccountId[] | undefined, layer: Layer, days: readonly Day[]): Promise<readonly Sums[]>;
}

/** Now, where no place is named. */
export const booksOf = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint | undefined,
): Promise<Outcome<SequenceNotReached, BooksOfPlace>> => {
  const last = await readLastPlace(tx, ledgerId);
  if (!last) throw new Error(`ledger ${ledgerId} has no head`);
  if (sequence === undefined || sequence === last.sequence) return ok(now(tx, ledgerId, last));
  const place = await placeThen(tx, ledgerId, sequence);
  return refused(place) ? place : ok(then(tx, ledgerId, place.right));
};

/** At the end of the log: from the chart, and from the sums of days. */
const now = (tx: Tx, ledgerId: LedgerId, place: LogPlace): BooksOfPlace => ({
  place,
  accountsOfSet: async (code) => {
    const [row] = await fetchRows(tx, sql.read_accounts_of_set, { ledger_id: ledgerId, code });
    return row?.is_there ? row.account_ids : null;
  },
  accounts: (of) => readAccounts(tx, ledgerId, of),
  sums: (ids, layer, days) =>
    Promise.all(
      days.map(async (day) => {
        const asked = { ledger_id: ledgerId, layer, day };
        const [lists] = ids
          ? await fetchRows(tx, sql.read_sums_of_some_now, { ...asked, account_ids: plainArray(ids) })
          : await fetchRows(tx, sql.read_sums_of_all_now, asked);
        return sumsIn(lists);
      }),
    ),
});

/** At an earlier place: from the log, and from the sums of its stretches. */
const then = (tx: Tx, ledgerId: LedgerId, place: LogPlace): BooksOfPlace => {
  let reading: Promise<KnownCover> | undefined;
  const cover = (): Promise<KnownCover> => (reading ??= readCover(tx, ledgerId, place.sequence));
  return {
    place,
    accountsOfSet: async (code) => {
      const id = await readSetNamedThen(tx, ledgerId, place.sequence, code);
      return id === undefined ? null : readAccountsOfSetThen(tx, ledgerId, place.sequence, id);
    },
    accounts: async ({ ids, types }) => {
      // Reads accounts of any type, because an account may have had another type then.
      const [accounts, was] = await Promise.all([
        readAccounts(tx, ledgerId, { ids }),
        readChangedAccounts(tx, ledgerId, place.sequence, ids),
      ]);
      const stayed = accounts.filter(({ id }) => !was.has(id));
      const others = [...was.values()].flatMap((account) =>
        account ? [{ ...headingOf(account), parentId: account.parentId, cashFlow: account.cashFlow }] : [],
      );
      return [...stayed, ...others].filter(({ type }) => !types || types.includes(type));
    },
    sums: async (accountIds, layer, days) => {
      const sums = await readSumsThen(tx, await cover(), { accountIds, layers: [layer], days });
      return days.map(
        (upTo) =>
          new Map(
            sums.flatMap(({ accountId, day, debits, credits }) =>
              day === upTo ? [[accountId, { debits, credits }]] : [],
            ),
          ),
      );
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

/** A bound more than a report may have is read, and no more. */
const readAccounts = async (
  tx: Tx,
  ledgerId: LedgerId,
  { ids, types }: WantedAccounts,
): Promise<readonly ReportedAccount[]> => {
  const asked = { ledger_id: ledgerId, types: types ? plainArray(types) : null };
  const rows = ids
    ? await fetchRows(tx, sql.read_some_accounts, { ...asked, account_ids: plainArray(ids) })
    : await fetchRows(tx, sql.read_all_accounts, { ...asked, limit: maxReportedAccounts + 1 });
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

interface AccountRow extends HeadingRow {
  readonly parent_id: AccountId | null;
  readonly cash_flow: ReportedAccount['cashFlow'];
}

/** Builds each account at once: intermediate objects would be garbage to collect while the report waits. */
const toAccount = ({ id, code, name, type, normal_balance, parent_id, cash_flow }: AccountRow): ReportedAccount => ({
  id,
  code,
  name,
  type,
  normalBalance: normal_balance,
  parentId: parent_id,
  cashFlow: cash_flow,
});

/** With commas between them; null where there is none. */
interface SumsRow {
  readonly account_ids: string | null;
  readonly debits: string | null;
  readonly credits: string | null;
}

const sumsIn = (lists: SumsRow | undefined): Sums => {
  const [ids = [], debits = [], credits = []] = [lists?.account_ids, lists?.debits, lists?.credits].map((list) =>
    list?.split(','),
  );
  return new Map(
    ids.map((id, index) => [
      id as AccountId,
      { debits: BigInt(debits[index] as string), credits: BigInt(credits[index] as string) },
    ]),
  );
};

const sql = loadStatements(__filename, {
  read_last_place: parameters('ledger_id').rows<PlaceRow>(),
  read_place: parameters('ledger_id', 'sequence').rows<PlaceRow & { readonly known_at: string }>(),
  read_all_accounts: parameters('ledger_id', 'types', 'limit').rows<AccountRow>(),
  read_some_accounts: parameters('ledger_id', 'account_ids', 'types').rows<AccountRow>(),
  read_sums_of_some_now: parameters('ledger_id', 'account_ids', 'layer', 'day').rows<SumsRow>(),
  read_sums_of_all_now: parameters('ledger_id', 'layer', 'day').rows<SumsRow>(),
  read_accounts_of_set: parameters('ledger_id', 'code').rows<{
    readonly is_there: boolean | null;
    readonly account_ids: readonly AccountId[];
  }>(),
});
