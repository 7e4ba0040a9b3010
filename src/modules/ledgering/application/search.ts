/**
 * GET /transactions and the entries of an account, with filters, an order, and totals of the whole list. A search by attributes is refused
 * while the index of one of its keys is incomplete, because its result would lack transactions. Such a search reads only from the primary,
 * because the index on a replica may be less complete.
 */
import { onPrimary } from '../../../kernel/asking';
import type { Page, Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { comparable } from '../../../kernel/wording';
import type { AttributeNotIndexed, Attributes } from '../../attributes';
import type { AccountId } from '../domain/account';
import type { AccountMissing, TotalsTooLarge } from '../domain/refusals';
import {
  maxTotalledRows,
  type AccountEntryFilter,
  type AccountEntryRow,
  type AccountHeading,
  type BalanceReader,
  type EntrySort,
  type ReadScope,
  type SelectionTotals,
  type TransactionFilter,
  type TransactionReader,
  type TransactionRow,
  type TransactionSort,
} from './reader';

/** The refusals of a search. A refusal by the attribute catalog is returned unchanged. */
export type SearchRefusal = AttributeNotIndexed | TotalsTooLarge;

/** The filters and the order of a list, and the page that is requested. */
export interface ListQuestion<Filter, Sort> {
  readonly filter: Filter;
  readonly slice: Slice;
  readonly sort: Sort;
  /** Whether the sums of the whole list are requested as well. */
  readonly hasTotals: boolean;
}

export interface Listed<Row> {
  readonly page: Page<Row>;
  /** The sums of the whole list; null if they were not requested. */
  readonly totals: SelectionTotals | null;
}

/** Returns transactions in order of acceptance, newest first, or in the requested order. */
export type SearchTransactions = (
  caller: Principal,
  question: ListQuestion<TransactionFilter, TransactionSort>,
) => Promise<Outcome<SearchRefusal, Listed<TransactionRow>>>;

/** Returns the entries of an account, ordered by effective date. */
export type SearchEntries = (
  caller: Principal,
  accountId: AccountId,
  question: ListQuestion<AccountEntryFilter, EntrySort>,
) => Promise<Outcome<SearchRefusal | AccountMissing, Listed<AccountEntryRow> & { readonly account: AccountHeading }>>;

export const createSearch =
  (attributes: Attributes, reader: TransactionReader): SearchTransactions =>
  async (caller, { filter, slice, sort, hasTotals }) => {
    const asked = await searchable(attributes, caller, filter);
    if (refused(asked)) return asked;
    const [scope, searched] = asked.right;
    const page = await reader.transactions(scope, searched, slice, sort);
    const totals = hasTotals ? await reader.transactionTotals(scope, searched) : null;
    return totals === undefined ? tooLarge : ok({ page, totals });
  };

export const createEntrySearch =
  (attributes: Attributes, reader: BalanceReader): SearchEntries =>
  async (caller, accountId, { filter, slice, sort, hasTotals }) => {
    const asked = await searchable(attributes, caller, filter);
    if (refused(asked)) return asked;
    const [scope, searched] = asked.right;
    const found = await reader.accountEntries(scope, accountId, searched, slice, sort);
    if (!found) return refuse({ kind: 'AccountMissing' });
    const totals = hasTotals ? await reader.entryTotals(scope, accountId, searched) : null;
    return totals === undefined ? tooLarge : ok({ ...found, totals });
  };

const tooLarge = refuse({ kind: 'TotalsTooLarge', max: maxTotalledRows } as const);

const searchable = async <Filter extends Pick<TransactionFilter, 'attributes'>>(
  attributes: Attributes,
  caller: Principal,
  filter: Filter,
): Promise<Outcome<AttributeNotIndexed, readonly [ReadScope, Filter]>> => {
  const { ledgerId, asking } = caller;
  const values = Object.entries(filter.attributes ?? {});
  if (values.length === 0) return ok([{ ledgerId, asking }, filter]);
  const isSearchable = await attributes.searchable(
    caller,
    values.map(([key]) => key),
  );
  if (refused(isSearchable)) return isSearchable;
  // The values are converted to the form in which the index stores them.
  const asked = Object.fromEntries(values.map(([key, value]) => [key, comparable(value)]));
  return ok([
    { ledgerId, asking: onPrimary(asking) },
    { ...filter, attributes: asked },
  ]);
};
