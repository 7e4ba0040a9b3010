/** Prepares requests without reading the ledger: expands transaction codes and reads amounts. */
import type { Principal } from '../../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { AttributeMap } from '../../../attributes';
import type { Catalog, Expansion, ExpansionRefusal } from '../../../catalog';
import { maxRequestEntries, readEntries, whyTooLarge } from '../../domain/draft';
import type { Prepared, PreparedSubmission } from '../../domain/judging';
import type { Invalid } from '../../domain/refusals';
import type { TransactionRequest } from '../../domain/transaction';
import { mayOverrideLimits } from '../overriding';
import type { AcceptRefusal, Submission } from './submission';

export type PreparedGroup = PreparedSubmission<AcceptRefusal>;

const entriesOf = ({ items }: PreparedGroup): number => {
  let entries = 0;
  for (const item of items)
    if (!refused(item) && !refused(item.right.intent)) entries += item.right.intent.right.entries.length;
  return entries;
};

/**
 * The maximum number of bytes of text to which the transaction codes of a batch may expand. It equals the limit for a batch without codes.
 */
const maxCodedBytes = 1_048_576;

/** Refuses all items if the request has too many entries, so that none of them is written. */
const withinBound = (group: PreparedGroup): PreparedGroup => {
  const tooLarge = whyTooLarge(entriesOf(group));
  return tooLarge ? { ...group, items: group.items.map(() => refuse(tooLarge)) } : group;
};

const tooMuchText: Invalid = {
  kind: 'Invalid',
  errors: {
    transaction_code_params: [
      `must not come to more than ${maxCodedBytes} bytes of descriptions and metadata with those before: send fewer at a time`,
    ],
  },
};

/** The number of entries of an ordinary transaction. */
const usualEntries = 4;

/**
 * The weight of an item with a transaction code in a batch. The code has not been expanded yet, and may have a hundred entries or long
 * texts.
 */
const codedWeight = 10;

/**
 * Returns the weight of a request in a group, as the number of ordinary transactions that have as many entries. A single transaction with a
 * code counts as an ordinary one. A batch of such transactions does not: ten such batches in one group would occupy the event loop for a
 * tenth of a second.
 */
export const weightOf = ({ items }: Submission): number => {
  const ofCode = items.length > 1 ? codedWeight : 1;
  let weight = 0;
  for (const item of items)
    if (refused(item)) weight += 1;
    else if (item.right.mode.kind === 'code') weight += ofCode;
    else weight += Math.max(1, item.right.mode.entries.length / usualEntries);
  return weight;
};

export const keysOf = ({ items }: Submission): readonly string[] =>
  items.flatMap((item) => (refused(item) ? [] : item.right.idempotencyKey));

/** Returns the attributes of each item; null for an item that has no attributes or is refused. */
export const attributesOf = (prepared: readonly PreparedGroup[]): readonly (AttributeMap | null)[] =>
  prepared.flatMap(({ items }) =>
    items.map((item) => (refused(item) || refused(item.right.intent) ? null : item.right.intent.right.attributes)),
  );

/** Expands transaction codes (one call for the whole group) and reads amounts. */
export const prepareGroup = async (
  catalog: Catalog,
  group: readonly Submission[],
): Promise<readonly PreparedGroup[]> => {
  const coded = group.flatMap(({ items }) => {
    const room = { entriesLeft: maxRequestEntries };
    return items.flatMap((item) =>
      refused(item) || item.right.mode.kind !== 'code' ? [] : [{ layer: item.right.layer, ...item.right.mode, room }],
    );
  });
  const [first] = group;
  const expansions = first && coded.length > 0 ? await catalog.expandMany(first.caller, coded) : [];
  const prepared: PreparedGroup[] = [];
  let next = 0;
  for (const { items, caller: ownCaller, batch } of group) {
    const ofSubmission: PreparedGroup['items'][number][] = [];
    let codedBytes = 0;
    for (const item of items) {
      const expanded = isCoded(item) ? expansions[next++] : undefined;
      if (expanded && !refused(expanded)) codedBytes += expanded.right.textBytes;
      const expansion = expanded && codedBytes > maxCodedBytes ? refuse(tooMuchText) : expanded;
      ofSubmission.push(refused(item) ? item : prepare(item.right, expansion, ownCaller));
    }
    prepared.push(withinBound({ caller: ownCaller, batch, items: ofSubmission }));
  }
  return prepared;
};

const isCoded = (item: Submission['items'][number]): boolean => !refused(item) && item.right.mode.kind === 'code';

const prepare = (
  request: TransactionRequest,
  expansion: Outcome<ExpansionRefusal | Invalid, Expansion> | undefined,
  caller: Principal,
): Outcome<AcceptRefusal, Prepared<AcceptRefusal>> => {
  const { denomination } = caller;
  if (request.overridesLimits && !mayOverrideLimits(caller)) return refuse({ kind: 'LimitsOverrideForbidden' });
  const of = (intent: Prepared<AcceptRefusal>['intent']): Outcome<never, Prepared<AcceptRefusal>> =>
    ok({ request, intent });
  if (request.mode.kind === 'entries') {
    const entries = readEntries(request.mode.entries, request.layer, denomination);
    if (refused(entries)) return entries;
    return of(
      ok({
        entries: entries.right,
        metadata: request.metadata,
        // The attribute rules judge the attributes before the transaction is drafted.
        attributes: request.attributes as AttributeMap | null,
        transactionCode: null,
        transactionCodeVersion: null,
        params: null,
      }),
    );
  }
  if (!expansion) throw new Error('the catalog answered fewer expansions than it was asked for');
  if (refused(expansion)) return of(expansion);
  const { code, version, entries, attributes, metadata, params } = expansion.right;
  return of(
    ok({
      entries: entries.map((entry) => ({
        ...entry,
        account: 'code' in entry.account ? entry.account : { id: entry.account.id as never },
      })),
      metadata: metadata || request.metadata ? { ...metadata, ...request.metadata } : null,
      attributes: merged(attributes, request.attributes as AttributeMap | null),
      transactionCode: code,
      transactionCodeVersion: version,
      params,
    }),
  );
};

/** The template's attributes, overridden by those of the request. */
const merged = (template: AttributeMap, own: AttributeMap | null): AttributeMap | null =>
  own === null && Object.keys(template).length === 0 ? null : { ...template, ...own };
