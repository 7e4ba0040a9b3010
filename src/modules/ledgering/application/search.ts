/**
 * GET /transactions. A search by attributes is refused while the index of a key is incomplete, because its result would lack
 * transactions. It reads from the primary only, because a replica may not have the complete index yet.
 */
import { onPrimary } from '../../../kernel/asking';
import type { Page, Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import { comparable } from '../../../kernel/wording';
import type { AttributeNotIndexed, Attributes } from '../../attributes';
import type { TransactionFilter, TransactionReader, TransactionRow } from './reader';

/** Refusals of searches are passed on unchanged. */
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
    // The index stores the values in this form.
    const asked = Object.fromEntries(attributeValues.map(([key, value]) => [key, comparable(value)]));
    return ok(await reader.transactions(scope, keys.length > 0 ? { ...filter, attributes: asked } : filter, slice));
  };
