/** The keys that transactions can be searched by, and the keys whose older transactions must still be indexed. */
import { ok, refuse } from '../../../kernel/refusal';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { Attributes } from '../index';
import type { DefinitionReader, RulesStore } from './ports';

type Indexing = Pick<Attributes, 'searchable' | 'keysToIndex' | 'finishIndex' | 'onKeyToIndex'>;

export interface IndexingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: RulesStore;
  readonly reader: DefinitionReader;
  readonly listeners: Set<() => void>;
}

const noLedger = { ledgerIds: [] };

export const createIndexing = ({ unitOfWork, store, reader, listeners }: IndexingDependencies): Indexing => ({
  searchable: async ({ tenantId }, keys) => {
    const found = new Map((await reader.definitions(tenantId, keys)).map((definition) => [definition.key, definition]));
    for (const key of keys) {
      const state = found.get(key)?.indexState ?? 'undeclared';
      if (state !== 'ready') return refuse({ kind: 'AttributeNotIndexed', key, state });
    }
    return ok(undefined);
  },

  keysToIndex: () => reader.keysToIndex(),

  finishIndex: async ({ tenantId, key, round }) => {
    await unitOfWork.run<never, void>(noLedger, async (tx) => ok(await store.finishIndex(tx, tenantId, key, round)));
  },

  onKeyToIndex: (listener) => void listeners.add(listener),
});
