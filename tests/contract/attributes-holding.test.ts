/** Who may hold the rules of attributes beside whom: only PostgreSQL runs transactions side by side. */
import type { TenantId } from '../../src/kernel/ids';
import { ok } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import type { Hold, RulesStore } from '../../src/modules/attributes/application/ports';
import { attributesOnPostgres, definition, instant, noLedger } from '../support/attribute-stores';
import { asOwner } from '../support/database';
import { until } from '../support/service-process';

describe('holding the rules in PostgreSQL', () => {
  let surroundings: Awaited<ReturnType<typeof attributesOnPostgres>>;
  let store: RulesStore;
  let tenantId: TenantId;

  beforeAll(async () => {
    surroundings = await attributesOnPostgres();
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
    await until('it waits to be alone', async () =>
      asOwner(surroundings.databaseUrl, async (owner) => (await owner.query(waitingForALock)).rows.length > 0),
    );
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

const waitingForALock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
