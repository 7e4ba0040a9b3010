/** The attribute definitions of a tenant, and the setting for undeclared keys. */
import type { TenantId } from '../../../kernel/ids';
import { newId } from '../../../kernel/ids';
import type { Page } from '../../../kernel/page';
import { afterWriting, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/clock';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { judgeKey } from '../domain/admission';
import { changed, define, type AttributeDefinition, type DescribedDefinition } from '../domain/definition';
import type { DefineRefusal, DefinitionMissing } from '../domain/refusals';
import type { Attributes } from '../index';
import type { AttributeLimits, DefinitionReader, RulesStore } from './ports';

export interface DefinitionDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: RulesStore;
  readonly reader: DefinitionReader;
  readonly limits: AttributeLimits;
  readonly clock: Clock;
  /** Called after the commit if older transactions must be indexed. */
  readonly wanted: () => void;
  /**
   * The milliseconds for which the response to a change waits for an index that was just turned on. With few transactions the index is
   * ready sooner.
   */
  readonly maxIndexWaitMs: number;
}

type Definitions = Pick<Attributes, 'listDefinitions' | 'define' | 'changeDefinition' | 'isStrict' | 'setStrict'>;

export const defaultMaxIndexWaitMs = 2_000;
const firstLookMs = 10;
const by = (actor: string) => ({ ledgerIds: [], actor });

export const createDefinitions = (dependencies: DefinitionDependencies): Definitions => {
  const { unitOfWork, store, reader, limits, clock } = dependencies;
  return {
    listDefinitions: async ({ tenantId }, slice) => {
      const page = await reader.list(tenantId, slice);
      return { ...page, items: await described(reader, tenantId, page.items) };
    },

    define: async ({ tenantId, actor }, request) => {
      const key = judgeKey(request.key);
      if (refused(key)) return key;
      const defined = await unitOfWork.run<DefineRefusal, AttributeDefinition>(by(actor), async (tx) => {
        const { keys } = await store.lock(tx, tenantId);
        if (keys.has(request.key)) return refuse({ kind: 'AttributeKeyExists', key: request.key });
        if (keys.size >= limits.maxKeys)
          return refuse({ kind: 'AttributeKeyCapExceeded', key: request.key, max: limits.maxKeys });
        const definition = define(request, newId(), clock.now());
        await store.insertDefinitions(tx, tenantId, [definition]);
        return ok(definition);
      });
      return afterWriting(answer(dependencies, tenantId, defined));
    },

    changeDefinition: async ({ tenantId, actor }, key, change) => {
      const now = await unitOfWork.run<DefinitionMissing, AttributeDefinition>(by(actor), async (tx) => {
        await store.lock(tx, tenantId);
        const before = await store.readDefinition(tx, tenantId, key);
        if (!before) return refuse({ kind: 'DefinitionMissing' });
        const after = changed(before, change, clock.now());
        if (after !== before) await store.updateDefinition(tx, tenantId, after);
        return ok(after);
      });
      return afterWriting(answer(dependencies, tenantId, now));
    },

    isStrict: (tenantId) => reader.isStrict(tenantId),

    setStrict: async ({ tenantId, actor }, isStrict) => {
      await unitOfWork.run<never, void>(by(actor), async (tx) => {
        const before = await store.lock(tx, tenantId);
        if (before.isStrict !== isStrict) await store.setStrict(tx, tenantId, isStrict, clock.now());
        return ok(undefined);
      });
      return isStrict;
    },
  };
};

const described = async (
  reader: DefinitionReader,
  tenantId: TenantId,
  definitions: Page<AttributeDefinition>['items'],
): Promise<readonly DescribedDefinition[]> => {
  const keys = definitions.map(({ key }) => key);
  const usage = keys.length > 0 ? await reader.usage(tenantId, keys) : new Map<string, number>();
  return definitions.map((definition) => ({ ...definition, usageCount: usage.get(definition.key) ?? 0 }));
};

/** Returns the definition with the number of its uses. If its index was just turned on, waits for it up to `maxIndexWaitMs`. */
const answer = async <R>(
  { reader, wanted, clock, maxIndexWaitMs }: DefinitionDependencies,
  tenantId: TenantId,
  outcome: Outcome<R, AttributeDefinition>,
): Promise<Outcome<R, DescribedDefinition>> => {
  if (refused(outcome)) return outcome;
  let definition = outcome.right;
  if (definition.indexState === 'building') wanted();
  const deadline = clock.deadline(maxIndexWaitMs);
  for (let pauseMs = firstLookMs; definition.indexState === 'building' && deadline.leftMs() > 0; pauseMs *= 2) {
    await clock.sleep(Math.min(pauseMs, deadline.leftMs()));
    const [now] = await reader.definitions(tenantId, [definition.key]);
    // If another request has turned the index off, or off and on again, the wait ends: the response describes only this request's change.
    if (now?.indexRound !== definition.indexRound || now.indexState === 'off') break;
    definition = { ...definition, indexState: now.indexState };
  }
  const [found] = await described(reader, tenantId, [definition]);
  return ok(found as DescribedDefinition);
};
