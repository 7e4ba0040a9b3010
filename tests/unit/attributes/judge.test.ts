/** Judging attributes through the public functions of the attributes module, over a store in memory that counts its reads. */
import type { Principal } from '../../../src/kernel/principal';
import { ok, refused } from '../../../src/kernel/refusal';
import type { Attributes, Judgement } from '../../../src/modules/attributes';
import { defaultMaxKeys } from '../../../src/modules/attributes/application/ports';
import { createAttributes } from '../../../src/modules/attributes/wiring';
import { MemoryAttributesStore } from '../../../src/modules/attributes/memory/attributes-store';
import { MemoryTransactionCodeStore } from '../../../src/modules/catalog/memory/transaction-code-store';
import { MemoryAcceptanceStore } from '../../../src/modules/ledgering/memory/acceptance-store';
import { KeptMap } from '../../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../../src/kernel/memory/unit-of-work';
import { HandClock } from '../../support/hand-clock';
import { principalOf } from '../../support/transaction-codes';

class CountingStore extends MemoryAttributesStore {
  reads = 0;

  override rules(tenantId: Principal['tenantId']) {
    this.reads += 1;
    return super.rules(tenantId);
  }
}

interface Catalog {
  readonly attributes: Attributes;
  readonly store: CountingStore;
  readonly caller: Principal;
  /** Another process on the same store. */
  readonly another: Attributes;
  /** Judges transactions with these keys, and returns the result of each. */
  judge(keys: readonly (readonly string[])[], through?: Attributes, stale?: Judgement): Promise<Judgement>;
  /** Judges one transaction and writes it. Returns the refusal's kind, or `written`. */
  write(keys: readonly string[], through?: Attributes): Promise<string>;
}

const open = (maxKeys = defaultMaxKeys): Catalog => {
  const store = new CountingStore();
  const unitOfWork = new MemoryUnitOfWork();
  const acceptances = new MemoryAcceptanceStore(new KeptMap(), store, new MemoryTransactionCodeStore());
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const start = (): Attributes => createAttributes(unitOfWork, store, store, { maxKeys }, clock, 0);
  const [attributes, another, caller] = [start(), start(), principalOf()];
  const judge: Catalog['judge'] = (keys, through = attributes, stale) =>
    through.judge(
      caller,
      keys.map((own) => Object.fromEntries(own.map((key) => [key, 'x']))),
      stale,
    );
  const write: Catalog['write'] = async (keys, through = attributes) => {
    const { rules, verdicts, newKeys } = await judge([keys], through);
    const [verdict] = verdicts;
    if (!verdict || refused(verdict)) return verdict?.left.kind ?? 'nothing';
    await unitOfWork.run({ ledgerIds: [] }, async (tx) => {
      if (rules) await acceptances.holdRules(tx, rules);
      return ok(await acceptances.declareKeys(tx, caller.tenantId, newKeys.flat(), clock.now()));
    });
    return 'written';
  };
  return { attributes, another, store, caller, judge, write };
};

const kindOf = (verdict: Judgement['verdicts'][number] | undefined): string =>
  verdict && refused(verdict) ? verdict.left.kind : 'granted';

describe('a judgement of attributes', () => {
  test('reads nothing for transactions without attributes or with invalid ones', async () => {
    const { attributes, store, caller } = open();
    const { verdicts, rules } = await attributes.judge(caller, [null, {}, { BAD: 1 }]);
    expect([verdicts.map(kindOf), rules, store.reads]).toEqual([
      ['granted', 'granted', 'AttributeInvalidKey'],
      null,
      0,
    ]);
  });

  test('reads the rules once for known keys, and returns their version', async () => {
    const { write, judge, store } = open();
    await write(['region']);
    await judge([['region']]);
    store.reads = 0;
    for (let time = 0; time < 5; time++)
      expect(await judge([['region']])).toMatchObject({ rules: { version: '1', hold: 'shared' }, newKeys: [[]] });
    expect(store.reads).toBe(0);
  });

  test('needs no rules for keys that it has seen declared and indexed, even after changes', async () => {
    const { attributes, another, judge, store, caller } = open();
    for (const key of ['region', 'channel']) await attributes.define(caller, { key, label: null, isIndexed: true });
    await judge([['region', 'channel']]);
    await another.setStrict(caller, true);
    await another.changeDefinition(caller, 'region', { isIndexed: false });
    store.reads = 0;
    const { rules, indexedKeys } = await judge([['region'], ['channel', 'region']]);
    expect([rules, [...indexedKeys], store.reads]).toEqual([null, ['region', 'channel'], 0]);
  });

  test('reads the rules again for a new key', async () => {
    const { write, judge, store } = open();
    await write(['region']);
    await judge([['region']]);
    store.reads = 0;
    const { newKeys, rules } = await judge([['region'], ['channel', 'region'], ['channel']]);
    expect(rules?.hold).toBe('alone');
    expect(newKeys.map((own) => own.map(({ key }) => key))).toEqual([[], ['channel'], ['channel']]);
    expect(newKeys[1]?.[0]).toBe(newKeys[2]?.[0]);
    expect(store.reads).toBe(1);
  });

  test('reads the rules again before it refuses', async () => {
    const { write, judge, another, caller } = open();
    await write(['region']);
    await another.setStrict(caller, true);
    expect((await judge([['channel'], ['region']])).verdicts.map(kindOf)).toEqual(['AttributeNotDeclared', 'granted']);
    await another.define(caller, { key: 'channel', label: null, isIndexed: false });
    expect((await judge([['channel']])).verdicts.map(kindOf)).toEqual(['granted']);
  });

  test('reads the rules again after a stale judgement', async () => {
    const { write, judge, another, caller, store } = open();
    await write(['region']);
    const stale = await judge([['region']]);
    await another.define(caller, { key: 'channel', label: null, isIndexed: true });
    expect(await judge([['region']])).toEqual(stale);
    store.reads = 0;
    const fresh = await judge([['region']], undefined, stale);
    expect([fresh.rules?.version, [...fresh.indexedKeys], store.reads]).toEqual(['2', ['channel'], 1]);
  });

  test('counts the new keys of earlier transactions in the list', async () => {
    const { judge, write } = open(2);
    await write(['region']);
    const { verdicts } = await judge([['channel'], ['channel', 'region'], ['shop'], ['region']]);
    expect(verdicts.map(kindOf)).toEqual(['granted', 'granted', 'AttributeKeyCapExceeded', 'granted']);
  });

  test('returns the indexed keys', async () => {
    const { attributes, judge, caller } = open();
    await attributes.define(caller, { key: 'region', label: null, isIndexed: true });
    await attributes.define(caller, { key: 'channel', label: null, isIndexed: false });
    expect([...(await judge([['region', 'channel']])).indexedKeys]).toEqual(['region']);
  });

  test('keeps the rules of a thousand tenants, and reads those of an older one again', async () => {
    const { attributes, store } = open();
    const callers = Array.from({ length: 1_001 }, () => principalOf());
    for (const one of callers) {
      await attributes.define(one, { key: 'region', label: null, isIndexed: false });
      await attributes.judge(one, [{ region: 'x' }]);
    }
    store.reads = 0;
    for (const one of callers.slice(1)) await attributes.judge(one, [{ region: 'x' }]);
    expect(store.reads).toBe(0);
    await attributes.judge(callers[0] as Principal, [{ region: 'x' }]);
    expect(store.reads).toBe(1);
  });
});
