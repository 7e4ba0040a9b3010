/** Reading what all accounts came to, as it was known at a place of the log. */
import type { Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import { rowReader } from '../../../kernel/postgres/entities';
import { instantOf, plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { dayBefore, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { ReadScope } from '../application/reader';
import {
  maxReportedAccounts,
  type AccountTotals,
  type KnownTotals,
  type LogPlace,
  type TotalsQuestion,
  type TotalsReader,
  type Turnover,
} from '../application/totals-reader';
import type { Account, AccountId } from '../domain/account';
import type { AccountSetId } from '../domain/account-set';
import type { AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';
import type { Reads } from './fresh-reads';
import { readAccountsOfSetThen, readChangedAccounts, readChangedSets } from './known-chart';
import { readCover, readSumsThen } from './known-sums';
import { AccountSchema } from './schema';

export class PostgresTotalsReader implements TotalsReader {
  constructor(private readonly reads: Reads) {}

  totals(
    { ledgerId, freshness }: ReadScope,
    question: TotalsQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing | TooManyAccounts, KnownTotals>> {
    return this.reads.read(
      { ledgerIds: [ledgerId], freshness },
      async (tx) => {
        const last = await readLastPlace(tx, ledgerId);
        if (!last) throw new Error(`ledger ${ledgerId} has no head`);
        const { knownAtSequence = last.sequence, accountSetCode } = question;
        if (knownAtSequence > last.sequence) return refuse({ kind: 'SequenceNotReached', last: last.sequence });
        const books = knownAtSequence === last.sequence ? now(tx, ledgerId, last) : then(tx, ledgerId, knownAtSequence);
        const accountIds = accountSetCode === undefined ? undefined : await books.accountsOfSet(accountSetCode);
        if (accountIds === null) return refuse({ kind: 'AccountSetMissing' });
        const { layer, from, to } = question;
        const dayAhead = from === undefined ? undefined : dayBefore(from);
        const [place, accounts, upTo, before] = await Promise.all([
          books.place(),
          books.accounts(accountIds),
          books.sums(accountIds, layer, to),
          dayAhead === undefined ? nothing : books.sums(accountIds, layer, dayAhead),
        ]);
        if (accounts.length > maxReportedAccounts) return refuse({ kind: 'TooManyAccounts', max: maxReportedAccounts });
        return ok({ place, accounts: accounts.toSorted(byCode).map(totalsOf(upTo, before)) });
      },
      'heavy',
    );
  }

  lastPlace(ledgerId: LedgerId): Promise<LogPlace | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId] }, (tx) => readLastPlace(tx, ledgerId));
  }
}

type Sums = ReadonlyMap<AccountId, Turnover>;

const nothing: Sums = new Map();
const zero: Turnover = { debits: 0n, credits: 0n };

/** The books of a place of the log: what is read of them, however it is found. */
interface BooksOfPlace {
  place(): Promise<LogPlace>;
  /** Null where there was no such set. */
  accountsOfSet(code: string): Promise<readonly AccountId[] | null>;
  /** All of them, or some. */
  accounts(ids: readonly AccountId[] | undefined): Promise<readonly Account[]>;
  /** Up to a day. What is missing came to nothing. */
  sums(ids: readonly AccountId[] | undefined, layer: Layer, day: Day): Promise<Sums>;
}

/** Where the log ends now: from the chart, and from the sums of days. */
const now = (tx: Tx, ledgerId: LedgerId, last: LogPlace): BooksOfPlace => ({
  place: async () => last,
  accountsOfSet: async (code) => {
    const [row] = await fetchRows(tx, sql.read_accounts_of_set, { ledger_id: ledgerId, code });
    return row?.is_there ? row.account_ids : null;
  },
  accounts: (ids) => readAccounts(tx, ledgerId, ids),
  sums: async (ids, layer, day) => {
    const asked = { ledger_id: ledgerId, layer, day, account_ids: ids ? plainArray(ids) : null };
    const rows = await fetchRows(tx, sql.read_sums_now, asked);
    return new Map(rows.map((row) => [row.account_id, { debits: BigInt(row.debits), credits: BigInt(row.credits) }]));
  },
});

/** Where it ended once: from the log, and from the sums of its stretches. */
const then = (tx: Tx, ledgerId: LedgerId, sequence: bigint): BooksOfPlace => {
  const changed = readChangedAccounts(tx, ledgerId, sequence);
  const cover = readCover(tx, ledgerId, sequence);
  // Whoever needs them awaits them.
  for (const begun of [changed, cover]) begun.catch(() => undefined);
  return {
    place: async () => {
      const [row] = await fetchRows(tx, sql.read_place, { ledger_id: ledgerId, sequence: String(sequence) });
      if (!row) throw new Error(`the log of ${ledgerId} has no event ${sequence}`);
      return toPlace(row);
    },
    accountsOfSet: async (code) => {
      const changedSets = await readChangedSets(tx, ledgerId, sequence);
      const [row] = await fetchRows(tx, sql.read_set_named, { ledger_id: ledgerId, code });
      const wasNamed = [...changedSets].find(([, set]) => set?.code === code)?.[0];
      const isNamed = row && !changedSets.has(row.id) ? row.id : undefined;
      const id = wasNamed ?? isNamed;
      return id === undefined ? null : readAccountsOfSetThen(tx, ledgerId, sequence, id);
    },
    accounts: async (ids) => {
      const [accounts, was] = await Promise.all([readAccounts(tx, ledgerId, ids), changed]);
      const wanted = ids && new Set(ids);
      const stayed = accounts.filter(({ id }) => !was.has(id));
      const others = [...was].flatMap(([id, account]) => (account && (!wanted || wanted.has(id)) ? [account] : []));
      return [...stayed, ...others];
    },
    sums: async (accountIds, layer, day) =>
      new Map(
        (await readSumsThen(tx, await cover, { accountIds, layers: [layer], day })).map(
          ({ accountId, debits, credits }) => [accountId, { debits, credits }],
        ),
      ),
  };
};

/** A bound more than a report may have is read, and no more. */
const readAccounts = async (
  tx: Tx,
  ledgerId: LedgerId,
  ids: readonly AccountId[] | undefined,
): Promise<readonly Account[]> =>
  (ids
    ? await fetchRows(tx, sql.read_some_accounts, { ledger_id: ledgerId, account_ids: plainArray(ids) })
    : await fetchRows(tx, sql.read_all_accounts, { ledger_id: ledgerId, limit: maxReportedAccounts + 1 })
  ).map(toAccount);

const totalsOf =
  (upTo: Sums, before: Sums) =>
  (account: Account): AccountTotals => {
    const all = upTo.get(account.id) ?? zero;
    const earlier = before.get(account.id) ?? zero;
    const within = { debits: all.debits - earlier.debits, credits: all.credits - earlier.credits };
    return { account, before: earlier, within };
  };

/** One order for both ways of finding them. */
const byCode = (one: Account, other: Account): number => (one.code < other.code ? -1 : 1);

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

const toAccount: (row: object) => Account = rowReader(AccountSchema, 'ledgerId');

const sql = loadStatements(__filename, {
  read_last_place: parameters('ledger_id').rows<PlaceRow>(),
  read_place: parameters('ledger_id', 'sequence').rows<PlaceRow>(),
  read_all_accounts: parameters('ledger_id', 'limit').rows<object>(),
  read_some_accounts: parameters('ledger_id', 'account_ids').rows<object>(),
  read_sums_now: parameters('ledger_id', 'account_ids', 'layer', 'day').rows<{
    readonly account_id: AccountId;
    readonly debits: string;
    readonly credits: string;
  }>(),
  read_set_named: parameters('ledger_id', 'code').rows<{ readonly id: AccountSetId }>(),
  read_accounts_of_set: parameters('ledger_id', 'code').rows<{
    readonly is_there: boolean | null;
    readonly account_ids: readonly AccountId[];
  }>(),
});
