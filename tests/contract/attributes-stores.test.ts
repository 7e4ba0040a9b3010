/** What every store of the attribute catalog promises, whatever it keeps its rows in. */
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import { firstSlice, type Page } from '../../src/kernel/page';
import { openOrm } from '../../src/kernel/postgres/orm';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok, refuse } from '../../src/kernel/refusal';
import type { Tx, UnitOfWork } from '../../src/kernel/unit-of-work';
import type { DefinitionReader, Hold, RulesStore } from '../../src/modules/attributes/application/ports';
import { changed, define, type AttributeDefinition } from '../../src/modules/attributes/domain/definition';
import { PostgresDefinitionReader } from '../../src/modules/attributes/postgres/definition-reader';
import { PostgresRulesStore } from '../../src/modules/attributes/postgres/rules-store';
import { attributeEntities } from '../../src/modules/attributes/postgres/schema';
import { MemoryAttributesStore } from '../memory/attributes-store';
import { MemoryUnitOfWork } from '../memory/unit-of-work';
import { asOwner, freshDatabase } from '../support/database';

interface Surroundings {
  readonly store: RulesStore;
  readonly reader: DefinitionReader;
  readonly unitOfWork: UnitOfWork;
  /** A tenant that exists, with a ledger. */
  openTenant(): Promise<TenantId>;
  /** So many transactions were posted with the key. */
  post(tenantId: TenantId, key: string, posted: number): Promise<void>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Surroundings> => {
  const store = new MemoryAttributesStore();
  return {
    store,
    reader: store,
    unitOfWork: new MemoryUnitOfWork(),
    openTenant: async () => newId<'tenant'>(),
    post: async (tenantId, key, posted) => store.count(tenantId, key, posted),
    close: async () => undefined,
  };
};

const onPostgres = async (): Promise<Surroundings> => {
  const { url, drop } = await freshDatabase();
  const orm = await openOrm({ url, entities: attributeEntities, maxConnections: 6, asApplication: true });
  const unitOfWork = new PostgresUnitOfWork(orm);
  const openLedger = async (tenantId: TenantId): Promise<LedgerId> => {
    const id = newId<'ledger'>();
    await asOwner(url, (owner) =>
      owner.query(
        `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                              created_at, updated_at)
         values ($1, $2, $3, 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
        [id, tenantId, id],
      ),
    );
    return id;
  };
  return {
    store: new PostgresRulesStore(),
    reader: new PostgresDefinitionReader(orm, unitOfWork),
    unitOfWork,
    openTenant: async () => {
      const id = newId<'tenant'>();
      await asOwner(url, (owner) => owner.query(`insert into tenants values ($1, 'tenant', now())`, [id]));
      return id;
    },
    // Each time in another ledger, for the catalog is the tenant's.
    post: async (tenantId, key, posted) => {
      const ledgerId = await openLedger(tenantId);
      await asOwner(url, async (owner) => {
        await owner.query(`set ledger.scope = '{${ledgerId}}'`);
        await owner.query('insert into attribute_usage values ($1, $2, $3)', [ledgerId, key, posted]);
      });
    },
    close: async () => {
      await orm.close(true);
      await drop();
    },
  };
};

const instant = (text: string): Date => new Date(`2026-01-15T${text}Z`);

const definition = (key: string, isIndexed = false, at = '10:00:00.123'): AttributeDefinition =>
  define({ key, label: null, isIndexed }, newId(), instant(at));

const noLedger = { ledgerIds: [] };

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('the stores of attributes in %s', (_, open) => {
  let surroundings: Surroundings;
  let store: RulesStore;
  let reader: DefinitionReader;
  let tenantId: TenantId;

  beforeAll(async () => {
    surroundings = await open();
    ({ store, reader } = surroundings);
  });
  afterAll(() => surroundings.close());
  beforeEach(async () => {
    tenantId = await surroundings.openTenant();
  });

  /** Alone with the rules, as every write needs it. */
  const alone = async <A>(work: (tx: Tx) => Promise<A>, of = tenantId): Promise<A> => {
    const done = await surroundings.unitOfWork.run<never, A>(noLedger, async (tx) => {
      await store.hold(tx, of, 'alone');
      return ok(await work(tx));
    });
    return (done as { right: A }).right;
  };
  const held = (how: Hold, of = tenantId) => alone((tx) => store.hold(tx, of, how), of);
  const insert = (...definitions: AttributeDefinition[]) =>
    alone((tx) => store.insertDefinitions(tx, tenantId, definitions));
  const keysOf = ({ items }: Page<AttributeDefinition>): readonly string[] => items.map(({ key }) => key);

  test('know nothing of a tenant at first', async () => {
    expect(await held('shared')).toEqual(await held('alone'));
    expect((await held('shared')).isStrict).toBe(false);
    expect(await alone((tx) => store.readKeys(tx, tenantId))).toEqual({ keys: new Set(), indexedKeys: new Set() });
    expect(await reader.isStrict(tenantId)).toBe(false);
    expect(await reader.list(tenantId, firstSlice(10))).toEqual({ items: [] });
    expect(await reader.definitions(tenantId, ['region'])).toEqual([]);
    expect(await reader.usage(tenantId, ['region'])).toEqual(new Map());
  });

  test('give definitions back as they came', async () => {
    const [region, channel] = [definition('region', true), { ...definition('channel'), label: 'Verkaufsweg "A" 📚' }];
    await insert(region, channel);
    expect(await reader.definitions(tenantId, ['region', 'nothing'])).toEqual([region]);
    expect(await alone((tx) => store.readDefinition(tx, tenantId, 'channel'))).toEqual(channel);
    expect(await alone((tx) => store.readDefinition(tx, tenantId, 'nothing'))).toBeUndefined();
    expect(await alone((tx) => store.readKeys(tx, tenantId))).toEqual({
      keys: new Set(['region', 'channel']),
      indexedKeys: new Set(['region']),
    });
  });

  test('change what may change of a definition', async () => {
    const before = definition('region');
    await insert(before, definition('channel'));
    const after = changed(before, { label: 'Region', isIndexed: true }, instant('11:00:00'));
    await alone((tx) => store.updateDefinition(tx, tenantId, after));
    expect(await reader.definitions(tenantId, ['region'])).toEqual([after]);
    expect((await alone((tx) => store.readKeys(tx, tenantId))).indexedKeys).toEqual(new Set(['region']));
  });

  test('have no key of a tenant twice', async () => {
    await insert(definition('region'));
    await expect(insert(definition('region'))).rejects.toThrow();
  });

  test('remember strict mode', async () => {
    await alone((tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    expect(await reader.isStrict(tenantId)).toBe(true);
    expect((await held('shared')).isStrict).toBe(true);
    await alone((tx) => store.setStrict(tx, tenantId, false, instant('12:00:00')));
    expect(await reader.isStrict(tenantId)).toBe(false);
  });

  test('give the rules a new version with every change of them, and with nothing else', async () => {
    const versions: string[] = [];
    const note = async (): Promise<void> => void versions.push((await held('shared')).version);
    await note();
    await insert(definition('region', true));
    await note();
    await alone((tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    await note();
    await alone((tx) => store.updateDefinition(tx, tenantId, definition('region', true)));
    await note();
    expect(new Set(versions).size).toBe(4);
    await alone((tx) => store.finishIndex(tx, tenantId, 'region', 1));
    await note();
    await note();
    expect(versions.slice(4)).toEqual([versions[3], versions[3]]);
  });

  test('keep nothing of a refused transaction', async () => {
    const { version } = await held('shared');
    await surroundings.unitOfWork.run(noLedger, async (tx) => {
      await store.hold(tx, tenantId, 'alone');
      await store.insertDefinitions(tx, tenantId, [definition('region')]);
      await store.setStrict(tx, tenantId, true, instant('11:00:00'));
      return refuse('no');
    });
    expect(await reader.list(tenantId, firstSlice(10))).toEqual({ items: [] });
    expect(await held('shared')).toEqual({ isStrict: false, version });
  });

  test('keep tenants apart', async () => {
    const other = await surroundings.openTenant();
    await insert(definition('region', true));
    await alone((tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    await surroundings.post(tenantId, 'region', 3);
    expect(await reader.isStrict(other)).toBe(false);
    expect((await held('shared', other)).isStrict).toBe(false);
    expect(await reader.definitions(other, ['region'])).toEqual([]);
    expect(await reader.usage(other, ['region'])).toEqual(new Map());
    await alone((tx) => store.insertDefinitions(tx, other, [definition('region')]), other);
    expect((await reader.definitions(tenantId, ['region']))[0]?.indexState).toBe('building');
  });

  test('list definitions by key, page after page, both ways', async () => {
    await insert(...['b', 'a_b', 'd', 'ab', 'c'].map((key) => definition(key)));
    const first = await reader.list(tenantId, firstSlice(2));
    expect(keysOf(first)).toEqual(['a_b', 'ab']);
    expect(first.previous).toBeUndefined();
    const second = await reader.list(tenantId, { limit: 2, direction: 'forward', from: first.next ?? [] });
    expect(keysOf(second)).toEqual(['b', 'c']);
    const third = await reader.list(tenantId, { limit: 2, direction: 'forward', from: second.next ?? [] });
    expect(keysOf(third)).toEqual(['d']);
    expect(third.next).toBeUndefined();
    const back = await reader.list(tenantId, { limit: 2, direction: 'backward', from: third.previous ?? [] });
    expect(keysOf(back)).toEqual(['b', 'c']);
  });

  test('add up how often keys were posted, over all ledgers of the tenant', async () => {
    await surroundings.post(tenantId, 'region', 3);
    await surroundings.post(tenantId, 'region', 4);
    await surroundings.post(tenantId, 'channel', 1);
    expect(await reader.usage(tenantId, ['region', 'nothing'])).toEqual(new Map([['region', 7]]));
  });

  test('finish an index once, in the round it was built for', async () => {
    const region = definition('region', true);
    const again = changed(
      changed(region, { isIndexed: false }, region.updatedAt),
      { isIndexed: true },
      region.updatedAt,
    );
    const stateAfter = async (round: number): Promise<unknown> => {
      await alone((tx) => store.finishIndex(tx, tenantId, 'region', round));
      return (await reader.definitions(tenantId, ['region']))[0]?.indexState;
    };
    await insert(region);
    expect(await stateAfter(0)).toBe('building');
    expect(await stateAfter(1)).toBe('ready');
    await alone((tx) => store.updateDefinition(tx, tenantId, again));
    expect(await stateAfter(1)).toBe('building');
    expect(await stateAfter(2)).toBe('ready');
    await alone((tx) => store.updateDefinition(tx, tenantId, changed(again, { isIndexed: false }, region.updatedAt)));
    expect(await stateAfter(2)).toBe('off');
  });

  test('name the keys that want to be indexed, the longest-wanted first', async () => {
    await insert(definition('young', true, '10:00:02'), definition('old', true, '10:00:01'), definition('off'));
    await insert({ ...definition('done', true), indexState: 'ready' });
    const mine = (await reader.keysToIndex()).filter((one) => one.tenantId === tenantId);
    expect(mine).toEqual([
      { tenantId, key: 'old', round: 1 },
      { tenantId, key: 'young', round: 1 },
    ]);
  });
});

describe('holding the rules in PostgreSQL', () => {
  let surroundings: Surroundings;
  let store: RulesStore;
  let tenantId: TenantId;

  beforeAll(async () => {
    surroundings = await onPostgres();
    ({ store } = surroundings);
  });
  afterAll(() => surroundings.close());
  beforeEach(async () => {
    tenantId = await surroundings.openTenant();
    await surroundings.unitOfWork.run<never, void>(noLedger, async (tx) => {
      await store.hold(tx, tenantId, 'alone');
      return ok(await store.insertDefinitions(tx, tenantId, [definition('region')]));
    });
  });

  interface Holder {
    /** What it held, once it has it. */
    readonly entered: Promise<{ readonly version: string; readonly isStrict: boolean }>;
    readonly hasEntered: () => boolean;
    readonly leave: () => Promise<unknown>;
  }

  /** Holds the rules until it is told to leave. */
  const holder = (how: Hold, before: (tx: Tx) => Promise<void> = async () => undefined): Holder => {
    let leave: () => void = () => undefined;
    let enter: (held: Awaited<Holder['entered']>) => void = () => undefined;
    let isIn = false;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const entered = new Promise<Awaited<Holder['entered']>>((resolve) => (enter = resolve));
    const ended = surroundings.unitOfWork.run(noLedger, async (tx) => {
      const held = await store.hold(tx, tenantId, how);
      isIn = true;
      enter(held);
      await left;
      await before(tx);
      return ok(undefined);
    });
    return { entered, hasEntered: () => isIn, leave: () => (leave(), ended) };
  };
  const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

  test('lets many share them', async () => {
    const [first, second] = [holder('shared'), holder('shared')];
    await Promise.all([first.entered, second.entered]);
    await Promise.all([first.leave(), second.leave()]);
  });

  test('lets nobody in beside one who is alone, and nobody be alone beside others', async () => {
    for (const [inside, waiting] of [
      ['alone', 'shared'],
      ['alone', 'alone'],
      ['shared', 'alone'],
    ] as const) {
      const first = holder(inside);
      await first.entered;
      const second = holder(waiting);
      await aWhile();
      expect(second.hasEntered()).toBe(false);
      await first.leave();
      await second.entered;
      await second.leave();
    }
  });

  test('shows who waited the rules as the one before left them', async () => {
    const changing = holder('alone', (tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    const { version, isStrict } = await changing.entered;
    expect(isStrict).toBe(false);
    const [shared, alone] = [holder('shared'), holder('alone')];
    await aWhile();
    await changing.leave();
    const seen = await Promise.race([shared.entered, alone.entered]);
    expect(seen.isStrict).toBe(true);
    expect(seen.version).not.toBe(version);
    expect(await Promise.all([shared.leave(), alone.leave()]).then(() => shared.entered)).toEqual(seen);
    expect(await alone.entered).toEqual(seen);
  });

  test('lets one who waits to be alone in before those who come later to share', async () => {
    const first = holder('shared');
    await first.entered;
    const changing = holder('alone');
    await aWhile();
    const later = holder('shared');
    await aWhile();
    expect(later.hasEntered()).toBe(false);
    await first.leave();
    await changing.entered;
    await aWhile();
    expect(later.hasEntered()).toBe(false);
    await changing.leave();
    await later.entered;
    await later.leave();
  });

  test('makes the row of a new tenant once, however many come first', async () => {
    tenantId = await surroundings.openTenant();
    const holders = [holder('shared'), holder('alone'), holder('shared')];
    for (const one of holders) void one.leave();
    expect(await Promise.all(holders.map(({ entered }) => entered))).toEqual(
      holders.map(() => ({ isStrict: false, version: '0' })),
    );
  });
});
