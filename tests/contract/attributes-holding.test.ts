/** Writes under the rules of attributes, concurrent with changes to these rules. Only PostgreSQL runs transactions concurrently. */
import { newId, type TenantId } from '../../src/kernel/ids';
import { ok, refuse } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import type { DefinitionReader, RulesStore } from '../../src/modules/attributes/application/ports';
import { RulesChanged } from '../../src/modules/ledgering/application/ports';
import { PostgresAcceptanceStore } from '../../src/modules/ledgering/postgres/posting/acceptance-store';
import { attributesOnPostgres, definition, instant, noLedger } from '../support/attribute-stores';
import { locksAreWaitedFor } from '../support/outside';

describe('holding the rules in PostgreSQL', () => {
  let surroundings: Awaited<ReturnType<typeof attributesOnPostgres>>;
  let store: RulesStore;
  let reader: DefinitionReader;
  const acceptances = new PostgresAcceptanceStore();
  let tenantId: TenantId;

  beforeAll(async () => {
    surroundings = await attributesOnPostgres();
    ({ store, reader } = surroundings);
  });
  afterAll(() => surroundings.close());
  beforeEach(async () => {
    tenantId = await surroundings.openTenant();
    await surroundings.unitOfWork.run<never, void>(noLedger, async (tx) => {
      await store.lock(tx, tenantId);
      return ok(await store.insertDefinitions(tx, tenantId, [definition('region')]));
    });
  });

  interface Holder {
    readonly entered: Promise<void>;
    readonly hasEntered: () => boolean;
    readonly leave: () => Promise<unknown>;
  }

  /**
   * A write that only reads the rules (`shared`), a write that adds a key to the catalog (`alone`), or a change to the rules (`changing`).
   */
  type How = 'shared' | 'alone' | 'changing';
  const holders: Holder[] = [];
  // Releases the locks of failed tests as well, because the end of this file would wait for them.
  afterEach(() => Promise.allSettled(holders.splice(0).map(({ leave }) => leave())));

  const hold = async (tx: Tx, how: How, version: string): Promise<unknown> =>
    how === 'changing' ? store.lock(tx, tenantId) : acceptances.holdRules(tx, { tenantId, version, hold: how });

  /** Holds the lock of the rules until `leave` is called. */
  const holder = async (how: How, before: (tx: Tx) => Promise<void> = async () => undefined): Promise<Holder> => {
    const { version } = await reader.rules(tenantId);
    let leave: () => void = () => undefined;
    let enter: () => void = () => undefined;
    let isIn = false;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const entering = new Promise<void>((resolve) => (enter = resolve));
    const ended = surroundings.unitOfWork.run(noLedger, async (tx) => {
      await hold(tx, how, version);
      isIn = true;
      enter();
      await left;
      await before(tx);
      return ok(undefined);
    });
    ended.catch(() => undefined);
    const entered = Promise.race([entering, ended.then(() => undefined)]);
    entered.catch(() => undefined);
    const opened: Holder = { entered, hasEntered: () => isIn, leave: () => (leave(), ended) };
    holders.push(opened);
    return opened;
  };
  const waiting = (holders: number): Promise<void> => locksAreWaitedFor(surroundings.databaseUrl, holders);

  test('lets many writes hold them at once', async () => {
    const [first, second] = [await holder('shared'), await holder('shared')];
    await Promise.all([first.entered, second.entered]);
    await Promise.all([first.leave(), second.leave()]);
  });

  test.each<[inside: How, other: How]>([
    ['changing', 'shared'],
    ['changing', 'changing'],
    ['shared', 'changing'],
    ['alone', 'shared'],
    ['shared', 'alone'],
    ['alone', 'alone'],
  ])('in mode %s makes a holder in mode %s wait', async (inside, other) => {
    const first = await holder(inside);
    await first.entered;
    const second = await holder(other);
    await waiting(1);
    expect(second.hasEntered()).toBe(false);
    await first.leave();
    await second.entered;
    await second.leave();
  });

  test.each<How>(['shared', 'alone'])('refuses a write that was judged before a change, in mode %s', async (how) => {
    const changing = await holder('changing', (tx) => store.setStrict(tx, tenantId, true, instant('11:00:00')));
    await changing.entered;
    const late = await holder(how);
    await waiting(1);
    await changing.leave();
    await expect(late.entered).rejects.toThrow(RulesChanged);
    const again = await holder(how);
    await again.entered;
    await again.leave();
  });

  test('declares new keys only if the write that uses them commits', async () => {
    const { version } = await reader.rules(tenantId);
    const keys = ['channel', 'shop'].map((key) => ({ id: newId<'attribute definition'>(), key }));
    const declare = (isKept: boolean) =>
      surroundings.unitOfWork.run(noLedger, async (tx) => {
        await acceptances.holdRules(tx, { tenantId, version, hold: 'alone' });
        await acceptances.declareKeys(tx, tenantId, keys, instant('11:00:00'));
        return isKept ? ok(undefined) : refuse('no');
      });
    await declare(false);
    expect((await reader.rules(tenantId)).keys).toEqual(new Set(['region']));
    await declare(true);
    expect((await reader.rules(tenantId)).keys).toEqual(new Set(['region', 'channel', 'shop']));
    expect(await reader.definitions(tenantId, ['shop'])).toMatchObject([
      { ...keys[1], label: null, indexState: 'off', indexRound: 0, createdAt: instant('11:00:00') },
    ]);
    await expect(declare(true)).rejects.toThrow(RulesChanged);
  });

  test('lets a waiting change go before later writes', async () => {
    const first = await holder('shared');
    await first.entered;
    const changing = await holder('changing');
    await waiting(1);
    const later = await holder('shared');
    await waiting(2);
    expect(later.hasEntered()).toBe(false);
    await first.leave();
    await changing.entered;
    await waiting(1);
    expect(later.hasEntered()).toBe(false);
    await changing.leave();
    await later.entered;
    await later.leave();
  });

  test('creates the row of a new tenant once for several first holders', async () => {
    tenantId = await surroundings.openTenant();
    const holders = await Promise.all((['shared', 'changing', 'shared'] as const).map((how) => holder(how)));
    for (const one of holders) void one.leave();
    await Promise.all(holders.map(({ entered }) => entered));
    expect(await reader.rules(tenantId)).toMatchObject({ isStrict: false, version: '0' });
  });
});
