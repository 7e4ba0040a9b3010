/**
 * The guesses of a write, and how they become facts (docs/make/architecture). A request is prepared before it waits: its transaction codes
 * are expanded, its amounts are read in the decimals of the caller's key, and its attributes are judged. These values may change meanwhile,
 * so the writing transaction compares or locks them.
 */
import type { LedgerTime } from '../../../kernel/clock';
import { requireDenomination } from '../../../kernel/guess';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AttributeMap, Judgement } from '../../attributes';
import type { Catalog, Expansion, ExpansionRefusal } from '../../catalog';
import { maxRequestEntries, readEntries, whyTooLarge, type AcceptanceFacts } from '../domain/draft';
import type { Acceptance, Prepared, PreparedSubmission } from '../domain/judging';
import type { Invalid } from '../domain/refusals';
import type { TransactionRequest } from '../domain/transaction';
import { mayOverrideLimits } from './overriding';
import { OutdatedGuess, RulesChanged, type AcceptanceStore } from './ports';
import type { AcceptRefusal, Submission } from './writing/submission';

export type PreparedGroup = PreparedSubmission<AcceptRefusal>;

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

/**
 * Throws `OutdatedGuess` if a transaction code has changed since it was expanded; the caller then expands it again. Throws
 * `Unavailable` if the caller's currency or decimals differ from the ledger's.
 */
export const requireFacts = (
  prepared: readonly Pick<PreparedSubmission<unknown>, 'caller' | 'items'>[],
  { denomination, transactionCodes }: AcceptanceFacts,
): void => {
  for (const { caller, items } of prepared) {
    requireDenomination(caller.denomination, denomination);
    for (const item of items) {
      const intent = refused(item) || refused(item.right.intent) ? undefined : item.right.intent.right;
      if (!intent || intent.transactionCode === null) continue;
      const code = transactionCodes.get(intent.transactionCode);
      if (!code?.isActive || code.version !== intent.transactionCodeVersion)
        throw new OutdatedGuess(`the transaction code ${intent.transactionCode} has changed`);
    }
  }
};

/** Returns whether the write failed because a value has changed since it was read; the request must then be read and judged again. */
export const isOutdated = (fault: unknown): boolean => fault instanceof OutdatedGuess;

/** Prevents changes to the attribute rules until `tx` ends. Must be called before any head is locked; the promise may be awaited later. */
export const holdRules = (acceptances: AcceptanceStore, tx: Tx, { rules }: Judgement): Promise<void> | undefined => {
  const held = rules ? acceptances.holdRules(tx, rules) : undefined;
  // Without this handler, Node would report an unhandled rejection and end the process before the caller awaits the promise.
  held?.catch(() => undefined);
  return held;
};

/**
 * Throws `RulesChanged` if inherited attributes have a key that may have become searchable since the rules were read; the judgement must
 * then be made again, and it locks the rules. The rules judge no inherited attribute: they decide only which keys are indexed.
 */
export const requireIndexed = ({ rules, indexedKeys }: Judgement, inherited: AttributeMap | null): void => {
  if (rules === null && Object.keys(inherited ?? {}).some((key) => !indexedKeys.has(key))) throw new RulesChanged();
};

/** Declares the new attribute keys of the drafts. Returns undefined if there are none. */
export const declareKeys = (
  { acceptances, clock }: { readonly acceptances: AcceptanceStore; readonly clock: LedgerTime },
  tx: Tx,
  { rules, newKeys }: Judgement,
  drafted: readonly Pick<Acceptance, 'draft'>[],
): Promise<void> | undefined => {
  if (rules?.hold !== 'alone') return undefined;
  const used = new Set(drafted.flatMap(({ draft }) => Object.keys(draft.attributes ?? {})));
  const declared = [...new Set(newKeys.flat())].filter(({ key }) => used.has(key));
  if (declared.length === 0) return undefined;
  return acceptances.declareKeys(tx, rules.tenantId, declared, clock.now());
};

/** Returns whether the write failed because the attribute rules have changed; the attributes must then be judged again. */
export const isStale = (fault: unknown): boolean => fault instanceof RulesChanged;

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
      `must not produce, with the items before it, more than ${maxCodedBytes} bytes of descriptions and metadata: send fewer items at a time`,
    ],
  },
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
