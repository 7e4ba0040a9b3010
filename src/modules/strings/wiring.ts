/** Wires strings: the only file of this context that imports Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { KEPT_QUOTAS, ROOM, STRING_STATES } from '../../kernel/memory/tokens';
import { ORM, UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { ok, refuse } from '../../kernel/refusal';
import { provide } from '../../kernel/token';
import { CLOCK } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createOperate } from './application/operate';
import { RATE_SOURCE, RATE_TABLE, STRING_STORE } from './application/ports';
import { createStringAdministration } from './application/strings';
import { listStringAccounts } from './application/string-accounts';
import { stringRoutes } from './http/routes';
import { STRINGS, type Strings } from './index';
import { MEMORY_STRINGS, MemoryStringStore } from './memory/string-store';
import { PostgresStringStore } from './postgres/string-store';
import { HttpRates } from './rates/http-rates';
import { StoredRates } from './rates/stored-rates';

export { stringEntities } from './postgres/schema';

export const stringsModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    STRINGS,
    [STRING_STORE, LEDGERING, RATE_SOURCE, RATE_TABLE, CLOCK],
    (store, ledgering, rates, table, clock): Strings => {
      const administration = createStringAdministration(store, ledgering, clock);
      return {
        administration,
        operate: createOperate({ describe: administration.read, ledgering, rates, clock }),
        accounts: (string, slice) => listStringAccounts(ledgering, string, slice),
        setRate: async (base, quote, rate, actor) => {
          if (base === quote)
            return refuse({ kind: 'InvalidRate', errors: { quote: ['must be a currency other than base'] } });
          const setAt = clock.now();
          await table.set(base, quote, rate, setAt, actor);
          return ok({ base, quote, rate, setAt });
        },
        rates: (limit) => table.rates(limit),
        ratePage: (slice) => table.page(slice),
      };
    },
  );
  provide({ bind }, ROUTES, [STRINGS], stringRoutes);
});

export const stringsOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, STRING_STORE, [ORM, UNIT_OF_WORK], (orm, unitOfWork) => new PostgresStringStore(orm, unitOfWork));
  provide({ bind }, RATE_TABLE, [ORM, UNIT_OF_WORK], (orm, unitOfWork) => new PostgresStringStore(orm, unitOfWork));
});

export const stringsInMemory = new ContainerModule(({ bind }) => {
  provide({ bind }, MEMORY_STRINGS, [ROOM, KEPT_QUOTAS], (room, quotas) => new MemoryStringStore(room, quotas));
  provide({ bind }, STRING_STORE, [MEMORY_STRINGS], (store) => store);
  provide({ bind }, RATE_TABLE, [MEMORY_STRINGS], (store) => store);
  provide({ bind }, STRING_STATES, [MEMORY_STRINGS], (store) => store);
});

/** Binds the source of rates: the service at `template`, or the rates that operators set if it is undefined. */
export const ratesFrom = (template: string | undefined): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide({ bind }, RATE_SOURCE, [RATE_TABLE, CLOCK], (table, clock) =>
      template === undefined ? new StoredRates(table, clock) : new HttpRates(template, clock),
    );
  });
