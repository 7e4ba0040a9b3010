/** Prints ledgering's records as JSON: amounts in major units, instants in UTC, names in snake_case. */
import { layers, signedBalance, type Layer, type NormalBalance } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { Day } from '../../../kernel/time';
import type { Statement } from '../application/statement-reader';
import type {
  AccountEntryRow,
  AccountHeading,
  AccountNode,
  ActivityRow,
  BalanceReading,
  BalanceTotals,
  LayerTotals,
} from '../application/reader';
import type { AccountSet } from '../domain/account-set';
import { nameOf } from '../domain/event';
import { accountView } from '../domain/formats/records';
import type { Ledger } from '../domain/ledger';

export const ledgerView = (ledger: Ledger): object => ({
  id: ledger.id,
  tenant_id: ledger.tenantId,
  code: ledger.code,
  name: ledger.name,
  currency: ledger.denomination.currency,
  currency_type: ledger.currencyType,
  storage_decimals: ledger.denomination.storageDecimals,
  display_decimals: ledger.denomination.displayDecimals,
  ...{ time_zone: ledger.timeZone, fiscal_year_start: ledger.fiscalYearStart },
  is_active: ledger.isActive,
  test_clock: ledger.testClockMs !== null,
  metadata: ledger.metadata,
  created_at: ledger.createdAt.toISOString(),
  updated_at: ledger.updatedAt.toISOString(),
});

/**
 * Returns a function that prints account trees as JSON in pieces, one for each account. Printing a large chart in one piece would block
 * other requests.
 */
export const accountTreePieces = (caller: Principal): ((nodes: readonly AccountNode[]) => Iterable<string>) => {
  const view = accountView(caller);
  return function* pieces(nodes): Iterable<string> {
    for (const [index, { account, children }] of nodes.entries()) {
      yield `${index === 0 ? '[' : ','}${JSON.stringify(view(account)).slice(0, -1)},"children":`;
      yield* pieces(children);
      yield '}';
    }
    yield nodes.length === 0 ? '[]' : ']';
  };
};

export const accountEntryView =
  ({ denomination }: Principal, account: AccountHeading) =>
  (entry: AccountEntryRow): object => ({
    id: entry.id,
    transaction_id: entry.transactionId,
    account_id: account.id,
    account_code: account.code,
    type: entry.type,
    amount: formatAmount(entry.amount, denomination),
    layer: entry.layer,
    effective_date: entry.effectiveDate,
    balance_after: formatAmount(entry.balanceAfter, denomination),
    transaction: { reference: entry.reference, description: entry.description },
  });

const noTotals: LayerTotals = { debits: 0n, credits: 0n, entryCount: 0, lastEntryDate: null };

/** The day of a balance, and the sequence of the log as of which it was read (`knownAtSequence`); null for the present books. */
export interface BalanceMoment {
  readonly asOf: Day;
  /** The time at which the balance was calculated; for a balance at an earlier sequence, the time of the event with that sequence. */
  readonly calculatedAt: Date;
  readonly knownAtSequence: bigint | null;
}

export interface BalanceQuestion extends BalanceMoment {
  /** The requested layer; the other layers then count as zero. Undefined if all layers were requested. */
  readonly layer: Layer | undefined;
}

/** Returns the JSON of an account's balance, signed by its normal balance. */
export const balanceView = (reading: BalanceReading, denomination: Denomination, question: BalanceQuestion): object => {
  const { account } = reading;
  return {
    account_id: account.id,
    account_code: account.code,
    account_name: account.name,
    account_type: account.type,
    normal_balance: account.normalBalance,
    ...balancesView(reading, account.normalBalance, denomination, question),
  };
};

/**
 * Returns the JSON of an account set's balance. A debit balance is positive, because the set's accounts may have different normal balances.
 */
export const accountSetBalanceView = (
  reading: BalanceTotals & { readonly set: AccountSet },
  denomination: Denomination,
  question: BalanceQuestion,
): object => ({
  account_set_id: reading.set.id,
  account_set_code: reading.set.code,
  account_set_name: reading.set.name,
  normal_balance: 'debit',
  ...balancesView(reading, 'debit', denomination, question),
});

/**
 * Prints the balances of all layers. `available` is the amount that a posting on the day may still take: the lowest settled balance of that
 * day and all later days, less all amounts that open holds of any day would take.
 */
const balancesView = (
  { upTo, after, standing }: BalanceTotals,
  normalBalance: NormalBalance,
  denomination: Denomination,
  { asOf, layer: only, calculatedAt, knownAtSequence }: BalanceQuestion,
): object => {
  const counts = (layer: Layer): boolean => only === undefined || only === layer;
  const countedTotals = (layer: Layer): LayerTotals => (counts(layer) ? upTo[layer] : noTotals);
  const balanceOf = ({ debits, credits }: LayerTotals): bigint => signedBalance(normalBalance, debits, credits);
  const print = (units: bigint): string => formatAmount(units, denomination);
  const detail = (layer: Layer): object => {
    const totals = countedTotals(layer);
    return {
      debits: print(totals.debits),
      credits: print(totals.credits),
      balance: print(balanceOf(totals)),
      entry_count: totals.entryCount,
      last_entry_date: totals.lastEntryDate,
    };
  };
  const { settled, held } = standing.available;
  const available = print((counts('settled') ? settled : 0n) - (counts('pending') ? held : 0n));
  const due = normalBalance === 'debit' ? standing.due : -standing.due;
  return {
    balances: {
      settled: print(balanceOf(countedTotals('settled'))),
      pending: print(balanceOf(countedTotals('pending'))),
      overdue: print(counts('encumbrance') ? due : 0n),
      future: print(layers.filter(counts).reduce((sum, layer) => sum + balanceOf(after[layer]), 0n)),
      available,
    },
    layer_details: {
      settled: detail('settled'),
      pending: detail('pending'),
      encumbrance: detail('encumbrance'),
      available,
    },
    currency: denomination.currency,
    as_of_date: asOf,
    calculated_at: calculatedAt.toISOString(),
    known_at_sequence: knownAtSequence === null ? null : Number(knownAtSequence),
  };
};

export const statementView = (
  { account, place, to, opening, closing, turnover }: Omit<Statement, 'page'>,
  denomination: Denomination,
  { from, layer }: { readonly from: Day; readonly layer: Layer },
): object => {
  const print = (units: bigint): string => formatAmount(units, denomination);
  return {
    account: { id: account.id, code: account.code, name: account.name, normal_balance: account.normalBalance },
    ...{ layer, from, to, currency: denomination.currency },
    opening_balance: print(opening),
    debits: print(turnover.debits),
    credits: print(turnover.credits),
    closing_balance: print(closing),
    head: { sequence: Number(place.sequence), hash: place.hash },
    known_at: place.knownAt?.toISOString() ?? null,
  };
};

export const activityView = (activity: ActivityRow): object => ({
  sequence: Number(activity.sequence),
  type: nameOf(activity.type),
  transaction_id: activity.transactionId,
  account_id: activity.accountId,
  journal_id: activity.journalId,
  period_lock_id: activity.periodLockId,
  account_set_id: activity.accountSetId,
  member_id: activity.memberId,
  trancode_id: activity.trancodeId,
  string_operation_id: activity.stringOperationId,
  reason: activity.reason,
  actor: activity.actor,
  occurred_at: activity.occurredAt.toISOString(),
  hash: activity.hash,
});
