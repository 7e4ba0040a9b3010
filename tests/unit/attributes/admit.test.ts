/** Admission behind its face, over a store in memory that a test can break. */
import type { Principal } from '../../../src/kernel/principal';
import { refused, Unavailable } from '../../../src/kernel/refusal';
import type { Scope, Tx, UnitOfWork } from '../../../src/kernel/unit-of-work';
import type { Attributes, Write } from '../../../src/modules/attributes';
import { defaultMaxKeys } from '../../../src/modules/attributes/application/ports';
import type { AttributeDefinition } from '../../../src/modules/attributes/domain/definition';
import { createAttributes } from '../../../src/modules/attributes/wiring';
import { MemoryAttributesStore } from '../../memory/attributes-store';
import { MemoryUnitOfWork } from '../../memory/unit-of-work';
import { HandClock } from '../../support/hand-clock';
import { principalOf } from '../../support/transaction-codes';

/** Counts what it is asked, and fails when it is told to. */
class WatchedStore extends MemoryAttributesStore {
  holds: string[] = [];
  keyReads = 0;
  insertFails: Error | undefined;

  override async hold(tx: Tx, tenantId: Principal['tenantId'], how = 'shared') {
    this.holds.push(how);
    return super.hold(tx, tenantId);
  }
  override async readKeys(tx: Tx, tenantId: Principal['tenantId']) {
    this.keyReads += 1;
    return super.readKeys(tx, tenantId);
  }
  override async insertDefinitions(
    tx: Tx,
    tenantId: Principal['tenantId'],
    definitions: readonly AttributeDefinition[],
  ) {
    if (this.insertFails) throw this.insertFails;
    return super.insertDefinitions(tx, tenantId, definitions);
  }
}

interface Catalog {
  readonly attributes: Attributes;
  readonly store: WatchedStore;
  readonly caller: Principal;
  readonly warnings: readonly string[];
  /** Another process on the same store. */
  readonly another: Attributes;
  /** Admits one transaction with these keys and writes it, unless told otherwise: the refusal's kind, or `written`. */
  admit(keys: readonly string[], isWritten?: boolean, through?: Attributes): Promise<string>;
  keys(): Promise<readonly string[]>;
}

const open = (unitOfWork: UnitOfWork = new MemoryUnitOfWork(), maxKeys = defaultMaxKeys): Catalog => {
  const store = new WatchedStore();
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_: object, text: string) => void warnings.push(text),
    error: () => undefined,
  };
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const start = (): Attributes => createAttributes(unitOfWork, store, store, { maxKeys }, clock, log, 0);
  const [attributes, another, caller] = [start(), start(), principalOf()];
  return {
    attributes,
    another,
    store,
    caller,
    warnings,
    admit: (keys, isWritten = true, through = attributes) =>
      through.admit(caller, [Object.fromEntries(keys.map((key) => [key, 'x']))], async ([verdict]) => ({
        answer: verdict && refused(verdict) ? verdict.left.kind : isWritten ? 'written' : 'not written',
        written: [isWritten && verdict !== undefined && !refused(verdict)],
      })),
    keys: async () =>
      (await store.list(caller.tenantId, { limit: 1_000, direction: 'forward' })).items.map(({ key }) => key),
  };
};

describe('admission', () => {
  test('of transactions without attributes asks the store nothing', async () => {
    const { attributes, store, caller } = open();
    const maps = [null, {}, { BAD: 1 }];
    expect(
      await attributes.admit(caller, maps, async (verdicts) => ({
        answer: verdicts.map(refused),
        written: [true, true, false],
      })),
    ).toEqual([false, false, true]);
    expect(store.holds).toEqual([]);
  });

  test('of known keys shares the rules, and reads them only when they changed', async () => {
    const { admit, store } = open();
    await admit(['region']);
    await admit(['region']);
    Object.assign(store, { holds: [], keyReads: 0 });
    for (let time = 0; time < 5; time++) expect(await admit(['region'])).toBe('written');
    expect(store.holds).toEqual(['shared', 'shared', 'shared', 'shared', 'shared']);
    expect(store.keyReads).toBe(0);
  });

  test('of keys that were seen declared and indexed needs no rules, whatever became of them', async () => {
    const { attributes, another, admit, store, caller } = open();
    for (const key of ['region', 'channel']) await attributes.define(caller, { key, label: null, isIndexed: true });
    await admit(['region', 'channel']);
    await another.setStrict(caller, true);
    await another.changeDefinition(caller, 'region', { isIndexed: false });
    store.holds = [];
    const indexed = await attributes.admit(
      caller,
      [{ region: 'x' }, { channel: 'y', region: 'z' }],
      async (_, keys) => ({
        answer: [...keys],
        written: [true, true],
      }),
    );
    expect(indexed).toEqual(['region', 'channel']);
    expect(store.holds).toEqual([]);
  });

  test('of a new key holds the rules alone, and declares it', async () => {
    const { admit, store, keys } = open();
    await admit(['region']);
    expect(store.holds).toEqual(['shared', 'alone']);
    await admit(['channel', 'region']);
    expect(store.holds.slice(2)).toEqual(['alone']);
    expect(await keys()).toEqual(['channel', 'region']);
  });

  test('declares nothing for what was not written in the end', async () => {
    const { admit, keys } = open();
    expect(await admit(['region'], false)).toBe('not written');
    expect(await keys()).toEqual([]);
  });

  test('declares the keys of those of a group that were written, and of no others', async () => {
    const { attributes, caller, keys } = open();
    const maps = [{ a: '1' }, { b: '2', c: '3' }, { c: '3', d: '4' }, { BAD: '5' }, null];
    await attributes.admit(caller, maps, async () => ({
      answer: undefined,
      written: [true, false, true, false, true],
    }));
    expect(await keys()).toEqual(['a', 'c', 'd']);
  });

  test('names the keys that are to be indexed', async () => {
    const { attributes, caller } = open();
    for (const [key, isIndexed] of [
      ['region', true],
      ['channel', false],
    ] as const)
      await attributes.define(caller, { key, label: null, isIndexed });
    const seen = await attributes.admit(caller, [{ region: 'x', channel: 'y' }], async (_, indexedKeys) => ({
      answer: [...indexedKeys],
      written: [true],
    }));
    expect(seen).toEqual(['region']);
  });

  test('sees at once what another process changed', async () => {
    const { admit, another, caller, attributes } = open();
    await admit(['region']);
    await another.setStrict(caller, true);
    expect(await admit(['channel'])).toBe('AttributeNotDeclared');
    await another.define(caller, { key: 'channel', label: null, isIndexed: false });
    expect(await admit(['channel'])).toBe('written');
    await attributes.setStrict(caller, false);
    expect(await admit(['origin'], true, another)).toBe('written');
    expect(await admit(['origin'])).toBe('written');
  });

  test('of what strict mode or the cap refuses does not hold the rules alone', async () => {
    const { admit, attributes, caller, store } = open(undefined, 1);
    await admit(['region']);
    expect(await admit(['channel'])).toBe('AttributeKeyCapExceeded');
    await attributes.setStrict(caller, true);
    store.holds = [];
    expect(await admit(['channel'])).toBe('AttributeNotDeclared');
    expect(await admit(['channel'])).toBe('AttributeNotDeclared');
    expect(store.holds).toEqual(['shared', 'shared']);
  });

  test('never passes the cap, whoever comes at once', async () => {
    const { admit, another, attributes, keys } = open();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, one) =>
        admit(
          Array.from({ length: 5 }, (__, other) => `key_${one}_${other}`),
          true,
          one % 2 === 0 ? attributes : another,
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 'written')).toHaveLength(40);
    expect(answers.filter((answer) => answer === 'AttributeKeyCapExceeded')).toHaveLength(10);
    expect(await keys()).toHaveLength(200);
  });

  test('passes on what `write` throws, and declares nothing', async () => {
    const { attributes, caller, keys } = open();
    const fails: Write<never> = () => Promise.reject(new Unavailable('away'));
    await expect(attributes.admit(caller, [{ region: 'x' }], fails)).rejects.toThrow('away');
    expect(await keys()).toEqual([]);
  });

  test('gives the answer of what was written even if its key cannot be declared; the next use declares it', async () => {
    const { admit, store, warnings, keys } = open();
    store.insertFails = new Unavailable('away');
    expect(await admit(['region'])).toBe('written');
    expect(warnings).toEqual(['transactions were accepted, but their new attribute keys could not be declared']);
    expect(await keys()).toEqual([]);
    store.insertFails = undefined;
    expect(await admit(['region'])).toBe('written');
    expect(await keys()).toEqual(['region']);
  });

  test('writes once, even if its own transaction has to be run again', async () => {
    const inMemory = new MemoryUnitOfWork();
    const losingTheFirst: UnitOfWork = {
      run: async (scope: Scope, work) => {
        const lost = inMemory.run(scope, async (tx) => {
          await work(tx);
          throw new Error('deadlock detected');
        });
        await expect(lost).rejects.toThrow();
        return inMemory.run(scope, work);
      },
    };
    const { attributes, caller, keys } = open(losingTheFirst);
    let writes = 0;
    await attributes.admit(caller, [{ region: 'x' }], async () => {
      writes += 1;
      return { answer: undefined, written: [true] };
    });
    expect(writes).toBe(1);
    expect(await keys()).toEqual(['region']);
  });

  test('holds one connection a tenant while it waits for what it admits, and four in all', async () => {
    const { attributes } = open({ run: async (_, work) => work({} as Tx) });
    const callers = Array.from({ length: 6 }, () => principalOf());
    const writing = new Map<Principal, number>();
    const most = { ofOne: 0, ofAll: 0 };
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const caller = callers[index % callers.length] as Principal;
        return attributes.admit(caller, [{ region: 'x' }], async () => {
          writing.set(caller, (writing.get(caller) ?? 0) + 1);
          most.ofOne = Math.max(most.ofOne, writing.get(caller) ?? 0);
          most.ofAll = Math.max(
            most.ofAll,
            [...writing.values()].reduce((sum, one) => sum + one),
          );
          await new Promise((resolve) => setTimeout(resolve, 5));
          writing.set(caller, (writing.get(caller) ?? 0) - 1);
          return { answer: undefined, written: [false] };
        });
      }),
    );
    expect(most).toEqual({ ofOne: 1, ofAll: 4 });
  });

  test('of one tenant that is stuck in four writes lets the new key of another go through', async () => {
    const { attributes, caller } = open({ run: async (_, work) => work({} as Tx) });
    const stuck = principalOf();
    let getUnstuck = (): void => undefined;
    const held = new Promise<void>((resolve) => (getUnstuck = resolve));
    const waiting = [1, 2, 3, 4].map((group) =>
      attributes.admit(stuck, [{ [`key_${group}`]: 'x' }], async () => {
        await held;
        return { answer: group, written: [true] };
      }),
    );
    const write: Write<string> = async () => ({ answer: 'written', written: [true] });
    expect(await attributes.admit(caller, [{ region: 'x' }], write)).toBe('written');
    getUnstuck();
    expect(await Promise.all(waiting)).toEqual([1, 2, 3, 4]);
  });
});
