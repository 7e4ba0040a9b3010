/** The contract of the stores of the attribute catalog, in memory and on PostgreSQL. */
import type { TenantId } from '../../src/kernel/ids';
import { firstSlice, type Page } from '../../src/kernel/page';
import { ok, refuse } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import type { DefinitionReader, RulesStore } from '../../src/modules/attributes/application/ports';
import { changed, type AttributeDefinition } from '../../src/modules/attributes/domain/definition';
import {
  attributesInMemory,
  attributesOnPostgres,
  definition,
  instant,
  noLedger,
  type AttributeSurroundings,
} from '../support/attribute-stores';

describe.each([
  ['memory', attributesInMemory],
  ['PostgreSQL', attributesOnPostgres],
])('the stores of attributes in %s', (_, open) => {
  let surroundings: AttributeSurroundings;
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

  /** Does the work under the lock of the rules, which every write needs. */
  const locked = async <A>(work: (tx: Tx) => Promise<A>, of = tenantId): Promise<A> => {
    const done = await surroundings.unitOfWork.run<never, A>(noLedger, async (tx) => {
      await store.lock(tx, of);
      return ok(await work(tx));
    });
    return (done as { right: A }).right;
  };
  const insert = (...definitions: AttributeDefinition[]) =>
    locked((tx) => store.insertDefinitions(tx, tenantId, definitions));
  const keysOf = ({ items }: Page<AttributeDefinition>): readonly string[] => items.map(({ key }) => key);

  test('have no rules and no definitions of a new tenant', async () => {
    const nothing = { isStrict: false, version: '0', keys: new Set(), indexedKeys: new Set() };
    expect(await reader.rules(tenantId)).toEqual(nothing);
    expect(await locked((tx) => store.lock(tx, tenantId))).toEqual(nothing);
    expect(await reader.rules(tenantId)).toEqual(nothing);
    expect(await reader.isStrict(tenantId)).toBe(false);
    expect((await reader.list(tenantId, firstSlice(10))).items).toEqual([]);
    expect(await reader.definitions(tenantId, ['region'])).toEqual([]);
    expect(await reader.usage(tenantId, ['region'])).toEqual(new Map());
  });

  test('return definitions unchanged', async () => {
    const [region, channel] = [definition('region', true), { ...definition('channel'), label: 'Verkaufsweg "A" 📚' }];
    await insert(region, channel);
    expect(await reader.definitions(tenantId, ['region', 'nothing'])).toEqual([region]);
    expect(await locked((tx) => store.readDefinition(tx, tenantId, 'channel'))).toEqual(channel);
    expect(await locked((tx) => store.readDefinition(tx, tenantId, 'nothing'))).toBeUndefined();
    expect(await reader.rules(tenantId)).toMatchObject({
      keys: new Set(['region', 'channel']),
      indexedKeys: new Set(['region']),
    });
  });

  test('update the label and the index of a definition', async () => {
    const before = definition('region');
    await insert(before, definition('channel'));
    const after = changed(before, { label: 'Region', isIndexed: true }, instant('11:00:00'));
    await locked((tx) => store.updateDefinition(tx, tenantId, after));
    expect(await reader.definitions(tenantId, ['region'])).toEqual([after]);
    expect((await reader.rules(tenantId)).indexedKeys).toEqual(new Set(['region']));
  });

  test('refuse a second definition of a key in a tenant', async () => {
    await insert(definition('region'));
    await expect(insert(definition('region'))).rejects.toThrow();
  });

  test('remember strict mode', async () => {
    await locked((tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    expect(await reader.isStrict(tenantId)).toBe(true);
    expect((await reader.rules(tenantId)).isStrict).toBe(true);
    await locked((tx) => store.setStrict(tx, tenantId, false, instant('12:00:00')));
    expect(await reader.isStrict(tenantId)).toBe(false);
  });

  test('give the rules a new version with every change to them, and only then', async () => {
    const versions: string[] = [];
    const note = async (): Promise<void> => void versions.push((await reader.rules(tenantId)).version);
    await note();
    await insert(definition('region', true));
    await note();
    await locked((tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    await note();
    await locked((tx) => store.updateDefinition(tx, tenantId, definition('region', true)));
    await note();
    expect(new Set(versions).size).toBe(4);
    await locked((tx) => store.finishIndex(tx, tenantId, 'region', 1));
    await note();
    await note();
    expect(versions.slice(4)).toEqual([versions[3], versions[3]]);
  });

  test('keep nothing of a refused transaction', async () => {
    const { version } = await reader.rules(tenantId);
    await surroundings.unitOfWork.run(noLedger, async (tx) => {
      await store.lock(tx, tenantId);
      await store.insertDefinitions(tx, tenantId, [definition('region')]);
      await store.setStrict(tx, tenantId, true, instant('11:00:00'));
      return refuse('no');
    });
    expect((await reader.list(tenantId, firstSlice(10))).items).toEqual([]);
    expect(await reader.rules(tenantId)).toMatchObject({ isStrict: false, version });
  });

  test('keep tenants apart', async () => {
    const other = await surroundings.openTenant();
    await insert(definition('region', true));
    await locked((tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    await surroundings.post(tenantId, 'region', 3);
    expect(await reader.isStrict(other)).toBe(false);
    expect((await reader.rules(other)).isStrict).toBe(false);
    expect(await reader.definitions(other, ['region'])).toEqual([]);
    expect(await reader.usage(other, ['region'])).toEqual(new Map());
    await locked((tx) => store.insertDefinitions(tx, other, [definition('region')]), other);
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

  test('count how often keys were posted, over all ledgers of the tenant', async () => {
    await surroundings.post(tenantId, 'region', 3);
    await surroundings.post(tenantId, 'region', 4);
    await surroundings.post(tenantId, 'channel', 1);
    expect(await reader.usage(tenantId, ['region', 'nothing'])).toEqual(new Map([['region', 7]]));
  });

  test('finish an index only in the round that it was built for', async () => {
    const region = definition('region', true);
    const again = changed(
      changed(region, { isIndexed: false }, region.updatedAt),
      { isIndexed: true },
      region.updatedAt,
    );
    const stateAfter = async (round: number): Promise<unknown> => {
      await locked((tx) => store.finishIndex(tx, tenantId, 'region', round));
      return (await reader.definitions(tenantId, ['region']))[0]?.indexState;
    };
    await insert(region);
    expect(await stateAfter(0)).toBe('building');
    expect(await stateAfter(1)).toBe('ready');
    await locked((tx) => store.updateDefinition(tx, tenantId, again));
    expect(await stateAfter(1)).toBe('building');
    expect(await stateAfter(2)).toBe('ready');
    await locked((tx) => store.updateDefinition(tx, tenantId, changed(again, { isIndexed: false }, region.updatedAt)));
    expect(await stateAfter(2)).toBe('off');
  });

  test('return the keys to be indexed, the oldest request first', async () => {
    await insert(definition('young', true, '10:00:02'), definition('old', true, '10:00:01'), definition('off'));
    await insert({ ...definition('done', true), indexState: 'ready' });
    const mine = (await reader.keysToIndex()).filter((one) => one.tenantId === tenantId);
    expect(mine).toEqual([
      { tenantId, key: 'old', round: 1 },
      { tenantId, key: 'young', round: 1 },
    ]);
  });
});
