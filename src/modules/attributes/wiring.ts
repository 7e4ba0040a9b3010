/** Wires attributes: the only file of this context that imports Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { ATTRIBUTE_KEYS, MEMORY_UNIT_OF_WORK, ROOM } from '../../kernel/memory/tokens';
import { ORM, UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import type { Clock } from '../../kernel/clock';
import { provide, replace } from '../../kernel/token';
import { CLOCK } from '../../kernel/tokens';
import type { UnitOfWork } from '../../kernel/unit-of-work';
import { createDefinitions, defaultMaxIndexWaitMs } from './application/definitions';
import { createIndexing } from './application/indexing';
import { createJudge } from './application/judge';
import {
  ATTRIBUTE_LIMITS,
  ATTRIBUTES_UNIT_OF_WORK,
  DEFINITION_READER,
  defaultMaxKeys,
  RULES_STORE,
  type AttributeLimits,
  type DefinitionReader,
  type RulesStore,
} from './application/ports';
import { attributeRoutes } from './http/routes';
import { ATTRIBUTES, type Attributes } from './index';
import { MEMORY_ATTRIBUTES, MemoryAttributesStore } from './memory/attributes-store';
import { PostgresDefinitionReader } from './postgres/definition-reader';
import { PostgresRulesStore } from './postgres/rules-store';

export { attributeEntities } from './postgres/schema';

/** Creates the context over the given stores; tests pass stores in memory. */
export const createAttributes = (
  unitOfWork: UnitOfWork,
  store: RulesStore,
  reader: DefinitionReader,
  limits: AttributeLimits,
  clock: Clock,
  maxIndexWaitMs = defaultMaxIndexWaitMs,
): Attributes => {
  const listeners = new Set<() => void>();
  const wanted = (): void => listeners.forEach((listen) => listen());
  return {
    judge: createJudge({ reader, limits }),
    ...createIndexing({ unitOfWork, store, reader, listeners }),
    ...createDefinitions({ unitOfWork, store, reader, limits, clock, wanted, maxIndexWaitMs }),
  };
};

export const attributesModule = new ContainerModule(({ bind }) => {
  provide({ bind }, ATTRIBUTE_LIMITS, [], () => ({ maxKeys: defaultMaxKeys }));
  provide(
    { bind },
    ATTRIBUTES,
    [ATTRIBUTES_UNIT_OF_WORK, RULES_STORE, DEFINITION_READER, ATTRIBUTE_LIMITS, CLOCK],
    (unitOfWork, store, reader, limits, clock) =>
      createAttributes(unitOfWork, store, reader, limits, clock, limits.maxIndexWaitMs),
  );
  provide({ bind }, ROUTES, [ATTRIBUTES], attributeRoutes);
});

export const attributesOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, ATTRIBUTES_UNIT_OF_WORK, [UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide({ bind }, RULES_STORE, [ORM], (orm) => new PostgresRulesStore(orm));
  provide(
    { bind },
    DEFINITION_READER,
    [ORM, UNIT_OF_WORK],
    (orm, unitOfWork) => new PostgresDefinitionReader(orm, unitOfWork),
  );
});

export const attributesInMemory = new ContainerModule(({ bind }) => {
  provide({ bind }, ATTRIBUTES_UNIT_OF_WORK, [MEMORY_UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide({ bind }, MEMORY_ATTRIBUTES, [ROOM], (room) => new MemoryAttributesStore(room));
  provide({ bind }, RULES_STORE, [MEMORY_ATTRIBUTES], (store) => store);
  provide({ bind }, DEFINITION_READER, [MEMORY_ATTRIBUTES], (store) => store);
  provide({ bind }, ATTRIBUTE_KEYS, [MEMORY_ATTRIBUTES], (store) => store);
});

/** Returns a module that replaces the default limits. */
export const attributeLimits = (limits: AttributeLimits): ContainerModule =>
  replace(ATTRIBUTE_LIMITS, [], () => limits);
