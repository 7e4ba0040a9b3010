/**
 * GET /transactions. By attributes only where the index is complete: a search that misses some would be a lie. So it is asked of
 * the primary alone, because what is complete there may be on its way to a replica.
 */
import { onPrimary } from '../../../kernel/asking';
import type { Page, Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import { comparable } from '../../../kernel/wording';
import type { AttributeNotIndexed, Attributes } from '../../attributes';
import type { TransactionFilter, TransactionReader, TransactionRow } from './reader';

/** Refused searches pass through as they are. */
export type SearchRefusal = AttributeNotIndexed;

/** Returns transactions in order of acceptance, newest first. */
export type SearchTransactions = (
  caller: Principal,
  filter: TransactionFilter,
  slice: Slice,
) => Promise<Outcome<SearchRefusal, Page<TransactionRow>>>;

export const createSearch =
  (attributes: Attributes, reader: TransactionReader): SearchTransactions =>
  async (caller, filter, slice) => {
    const attributeValues = Object.entries(filter.attributes ?? {});
    const keys = attributeValues.map(([key]) => key);
    const searchable = keys.length > 0 ? await attributes.searchable(caller, keys) : ok(undefined);
    if (refused(searchable)) return searchable;
    const { ledgerId, asking } = caller;
    const scope = { ledgerId, asking: keys.length > 0 ? onPrimary(asking) : asking };
    // The index has its values in this form.
    const asked = Object.fromEntries(attributeValues.map(([key, value]) => [key, comparable(value)]));
    return ok(await reader.transactions(scope, keys.length > 0 ? { ...filter, attributes: asked } : filter, slice));
  };
