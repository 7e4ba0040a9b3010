/** Reading what all accounts came to, as it was known at a place of the log. */
import type { LedgerId } from '../../../kernel/ids';
import { rowReader } from '../../../kernel/postgres/entities';
import { instantOf, plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Tx } from '../../../kernel/unit-of-work';
import type { ReadScope } from '../application/reader';
import {
  maxReportedAccounts,
  type AccountTotals,
  type KnownTotals,
  type LogPlace,
  type TotalsQuestion,
  type TotalsReader,
} from '../application/totals-reader';
import type { AccountId } from '../domain/account';
import type { AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';
import type { Reads } from './fresh-reads';
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
        const { knownAtSequence, accountSetCode, layer, from, to } = question;
        if (knownAtSequence !== undefined && knownAtSequence > last.sequence)
          return refuse({ kind: 'SequenceNotReached', last: last.sequence });
        const accountIds = accountSetCode === undefined ? undefined : await readSet(tx, ledgerId, accountSetCode);
        if (accountIds === null) return refuse({ kind: 'AccountSetMissing' });
        const asked = {
          ledger_id: ledgerId,
          layer,
          from: from ?? null,
          to,
          account_ids: accountIds === undefined ? null : plainArray(accountIds),
        };
        if (knownAtSequence === undefined || knownAtSequence === last.sequence) {
          const rows = await fetchRows(tx, sql.read_totals_now, asked);
          if (rows.length > maxReportedAccounts) return refuse({ kind: 'TooManyAccounts', max: maxReportedAccounts });
          return ok({ place: last, accounts: rows.map(toTotals) });
        }
        const [[place], rows] = await Promise.all([
          fetchRows(tx, sql.read_place, { ledger_id: ledgerId, sequence: String(knownAtSequence) }),
          fetchRows(tx, sql.read_totals_then, { ...asked, sequence: String(knownAtSequence) }),
        ]);
        if (!place) throw new Error(`the log of ${ledgerId} has no event ${knownAtSequence}`);
        return ok({ place: toPlace(place), accounts: rows.map(toTotals) });
      },
      'heavy',
    );
  }

  lastPlace(ledgerId: LedgerId): Promise<LogPlace | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId] }, (tx) => readLastPlace(tx, ledgerId));
  }
}

const readLastPlace = async (tx: Tx, ledgerId: LedgerId): Promise<LogPlace | undefined> => {
  const [row] = await fetchRows(tx, sql.read_last_place, { ledger_id: ledgerId });
  return row && toPlace(row);
};

/** Null where there is no such set. */
const readSet = async (tx: Tx, ledgerId: LedgerId, code: string): Promise<readonly AccountId[] | null> => {
  const [row] = await fetchRows(tx, sql.read_accounts_of_set, { ledger_id: ledgerId, code });
  return row?.is_there ? row.account_ids : null;
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

interface TotalsRow {
  readonly debits_before: string;
  readonly credits_before: string;
  readonly debits_within: string;
  readonly credits_within: string;
}

const accountOf = rowReader(AccountSchema, 'ledgerId');

const toTotals = (row: TotalsRow): AccountTotals => ({
  account: accountOf(row),
  before: { debits: BigInt(row.debits_before), credits: BigInt(row.credits_before) },
  within: { debits: BigInt(row.debits_within), credits: BigInt(row.credits_within) },
});

const sql = loadStatements(__filename, {
  read_last_place: parameters('ledger_id').rows<PlaceRow>(),
  read_place: parameters('ledger_id', 'sequence').rows<PlaceRow>(),
  read_totals_now: parameters('ledger_id', 'layer', 'from', 'to', 'account_ids').rows<TotalsRow>(),
  read_totals_then: parameters('ledger_id', 'layer', 'from', 'to', 'account_ids', 'sequence').rows<TotalsRow>(),
  read_accounts_of_set: parameters('ledger_id', 'code').rows<{
    readonly is_there: boolean | null;
    readonly account_ids: readonly AccountId[];
  }>(),
});
