/** The public functions of the catalog module over stores in memory: the refusals in order of precedence, and the number of reads. */
import { newId } from '../../../src/kernel/ids';
import type { Happening } from '../../../src/kernel/ledger-log';
import type { Page } from '../../../src/kernel/page';
import { firstSlice } from '../../../src/kernel/page';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Catalog, NewTransactionCode, TransactionCode } from '../../../src/modules/catalog';
import { readTransactionCode } from '../../../src/modules/catalog/domain/formats';
import { createCatalog } from '../../../src/modules/catalog/wiring';
import { MemoryTransactionCodeStore } from '../../../src/modules/catalog/memory/transaction-code-store';
import { logInMemory } from '../../support/log-in-memory';
import { HandClock } from '../../support/hand-clock';
import { entry, newTransactionCode, principalOf } from '../../support/transaction-codes';

class CountingStore extends MemoryTransactionCodeStore {
  statesRead = 0;
  templatesRead = 0;

  override states(...asked: Parameters<MemoryTransactionCodeStore['states']>) {
    this.statesRead += 1;
    return super.states(...asked);
  }

  override readAll(...asked: Parameters<MemoryTransactionCodeStore['readAll']>) {
    this.templatesRead += asked[1].length;
    return super.readAll(...asked);
  }
}

const told: Happening[] = [];
let store: CountingStore;
let catalog: Catalog;
let clock: HandClock;
const caller = principalOf();

beforeEach(() => {
  told.length = 0;
  store = new CountingStore();
  clock = new HandClock('2026-01-15T10:00:00.000Z');
  catalog = createCatalog(store, logInMemory(clock, told));
});

const expectedOk = <A>(outcome: Outcome<unknown, A>): A => {
  if (refused(outcome)) throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const create = async (changes: Partial<NewTransactionCode> = {}): Promise<TransactionCode> => {
  const created = await catalog.create(caller, newTransactionCode(changes));
  if (refused(created)) throw new Error(JSON.stringify(created.left));
  return created.right;
};

const kindOf = (outcome: Awaited<ReturnType<Catalog['expandMany']>>[number] | undefined): string =>
  outcome === undefined ? 'nothing' : refused(outcome) ? outcome.left.kind : 'expanded';

const expand = async (...requests: readonly (readonly [code: string, amount: string])[]): Promise<readonly string[]> =>
  (
    await catalog.expandMany(
      caller,
      requests.map(([code, amount]) => ({ code, params: { amount }, layer: 'settled' })),
    )
  ).map(kindOf);

describe('creating a transaction code', () => {
  test('gives it an id, the ledger, version 1 and the time', async () => {
    const created = await create({ status: 'deprecated', metadata: { owner: 'treasury' } });
    const now = new Date('2026-01-15T10:00:00.000Z');
    expect(created).toEqual({
      ...newTransactionCode({ status: 'deprecated', metadata: { owner: 'treasury' } }),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ledgerId: caller.ledgerId,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    expect(await catalog.read(caller, created.id)).toEqual(ok(created));
  });

  const invalid = { entriesTemplate: { entries: [entry('debit', '{params.x}'), entry('credit', '1')] } };
  const unbalanced = { entriesTemplate: { entries: [entry('debit', '2'), entry('credit', '1')] } };

  test.each<[string, Partial<NewTransactionCode>, string]>([
    ['a template that does not compile, though its code is taken', { code: 'TAKEN', ...invalid }, 'TrancodeInvalid'],
    ['a code that is taken, though it does not balance', { code: 'TAKEN', ...unbalanced }, 'TrancodeCodeExists'],
    ['a template that does not balance', unbalanced, 'TrancodeNotBalanced'],
    [
      'a definition of more than 64 KiB in all its parts',
      { metadata: { text: 'x'.repeat(65_500) } },
      'TrancodeInvalid',
    ],
  ])('refuses %s', async (_, changes, kind) => {
    await create({ code: 'TAKEN' });
    expect(await catalog.create(caller, newTransactionCode(changes))).toMatchObject({ left: { kind } });
    expect((await catalog.list(caller, {}, firstSlice(10))).items).toHaveLength(1);
  });

  test('accepts a definition of 64 KiB in all its parts, and not a byte more', async () => {
    const ofText = (length: number) =>
      newTransactionCode({ metadata: { text: 'ä'.repeat(1_000) + 'x'.repeat(length) } });
    const { paramsSchema, entriesTemplate, metadata } = ofText(0);
    const bytes = [paramsSchema, entriesTemplate, metadata].map((part) => Buffer.byteLength(JSON.stringify(part)));
    const left = 65_536 - bytes.reduce((sum, one) => sum + one);
    const tooLarge = await catalog.create(caller, ofText(left + 1));
    expect(tooLarge).toMatchObject({
      left: {
        errors: { entries_template: [expect.stringMatching(/^must take at most 65536 bytes .* and they take 65537$/)] },
      },
    });
    expect(refused(await catalog.create(caller, ofText(left)))).toBe(false);
  });

  test('refuses a code that another request took between the read and the write', async () => {
    class RacedStore extends MemoryTransactionCodeStore {
      override async add(): Promise<boolean> {
        return false;
      }
    }
    const raced = createCatalog(new RacedStore(), logInMemory(clock, told));
    expect(await raced.create(caller, newTransactionCode())).toMatchObject({
      left: { kind: 'TrancodeCodeExists', code: 'SALE' },
    });
  });
});

describe('the log of the ledger', () => {
  test('records the creation of a code and its one deprecation, each with the content at that time', async () => {
    const created = await create();
    clock.advance(1_000);
    const deprecated = expectedOk(await catalog.deprecate(caller, created.id));
    await catalog.deprecate(caller, created.id);
    expect(told.map(({ type, trancodeId, actor }) => ({ type, trancodeId, actor }))).toEqual([
      { type: 'trancode_created', trancodeId: created.id, actor: caller.actor },
      { type: 'trancode_deprecated', trancodeId: created.id, actor: caller.actor },
    ]);
    expect(told.map(({ content }) => readTransactionCode(caller.ledgerId, content.text))).toEqual([
      created,
      deprecated,
    ]);
  });

  test('records nothing of a refused request', async () => {
    await create();
    await catalog.create(caller, newTransactionCode());
    await catalog.deprecate(caller, newId());
    expect(told).toHaveLength(1);
  });
});

describe('deprecating a transaction code', () => {
  test('changes its status once, and returns the same when it is repeated', async () => {
    const created = await create();
    clock.advance(1_000);
    const deprecated = ok({ ...created, status: 'deprecated', updatedAt: new Date('2026-01-15T10:00:01.000Z') });
    expect(await catalog.deprecate(caller, created.id)).toEqual(deprecated);
    clock.advance(1_000);
    expect(await catalog.deprecate(caller, created.id)).toEqual(deprecated);
  });

  test('ends its use at once, although its template is cached', async () => {
    const created = await create();
    expect(await expand(['SALE', '1'])).toEqual(['expanded']);
    await catalog.deprecate(caller, created.id);
    expect(await expand(['SALE', '1'])).toEqual(['TrancodeDeprecated']);
  });

  test('still allows parameters to be validated', async () => {
    const created = await create({ status: 'deprecated' });
    expect(await catalog.validateParams(caller, created.id, { amount: '1' })).toMatchObject({
      right: { attributes: {} },
    });
  });
});

describe('a transaction code of another ledger', () => {
  const missing = { _tag: 'Left', left: { kind: 'TrancodeMissing' } };

  test('is reported as missing, like one that does not exist', async () => {
    const { id } = await create();
    const stranger = principalOf();
    expect(await catalog.read(stranger, id)).toEqual(missing);
    expect(await catalog.deprecate(stranger, id)).toEqual(missing);
    expect(await catalog.validateParams(stranger, id, {})).toEqual(missing);
    expect(await catalog.read(caller, newId())).toEqual(missing);
    const [outcome] = await catalog.expandMany(stranger, [{ code: 'SALE', params: { amount: '1' }, layer: 'settled' }]);
    expect(outcome).toEqual({ _tag: 'Left', left: { kind: 'TrancodeNotFound', code: 'SALE' } });
  });

  test('is not listed', async () => {
    await create();
    const page: Page<TransactionCode> = await catalog.list(principalOf(), {}, firstSlice(10));
    expect(page.items).toEqual([]);
  });
});

describe('expanding many requests', () => {
  test('answers each request in its place', async () => {
    await create();
    await create({ code: 'OLD', status: 'deprecated' });
    expect(
      await expand(['SALE', '1'], ['OLD', '1'], ['NONE', '1'], ['SALE', 'x'], ['not a code', '1'], ['SALE', '2']),
    ).toEqual([
      'expanded',
      'TrancodeDeprecated',
      'TrancodeNotFound',
      'TrancodeParamsInvalid',
      'TrancodeNotFound',
      'expanded',
    ]);
  });

  test('returns the code and the version', async () => {
    await create({ metadata: { by: 'code' }, attributesTemplate: { kind: 'sale' } });
    const [outcome] = await catalog.expandMany(caller, [
      { code: 'SALE', params: { amount: '1.25' }, layer: 'pending' },
    ]);
    expect(outcome).toMatchObject({
      right: {
        code: 'SALE',
        version: 1,
        entries: [
          { type: 'debit', amount: 125n, layer: 'pending' },
          { type: 'credit', amount: 125n, layer: 'pending' },
        ],
        attributes: { kind: 'sale' },
        metadata: { by: 'code' },
      },
    });
  });

  test('reads the states once for the whole list, and a template only the first time', async () => {
    await create();
    await create({ code: 'FEE' });
    await expand(['SALE', '1'], ['FEE', '1'], ['SALE', '2'], ['SALE', '3']);
    expect([store.statesRead, store.templatesRead]).toEqual([1, 2]);
    await expand(['SALE', '1'], ['FEE', '1']);
    expect([store.statesRead, store.templatesRead]).toEqual([2, 2]);
  });

  describe('with the most expensive patterns', () => {
    const names = Array.from({ length: 99 }, (_, index) => `text_${index}`);
    const pattern = '([^b]?){330}([^c]?){160}b';
    const paramsSchema = {
      amount: { type: 'decimal' },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string', required: false, pattern }])),
    };
    const requests = (texts: number, text: string) =>
      Array.from({ length: 100 }, () => ({
        code: 'SALE',
        params: { amount: '1', ...Object.fromEntries(names.slice(0, texts).map((name) => [name, text])) },
        layer: 'settled' as const,
      }));

    test('refuses each request that needs more steps than it has, and no other', async () => {
      await create({ paramsSchema });
      const outcomes = await catalog.expandMany(caller, [
        ...requests(10, 'a'.repeat(1_000)).slice(0, 95),
        ...requests(1, 'ab').slice(0, 5),
      ]);
      const errors = outcomes.map((outcome) => (refused(outcome) ? outcome.left : 'expanded'));
      expect(errors.slice(95)).toEqual(Array.from({ length: 5 }, () => 'expanded'));
      for (const error of errors.slice(0, 95))
        expect(error).toMatchObject({
          kind: 'TrancodeParamsInvalid',
          errors: {
            text_0: [
              expect.stringMatching(
                /^needs more than the 20000 steps that the patterns .* have together: send shorter/,
              ),
            ],
          },
        });
    });

    test('lets other work run meanwhile', async () => {
      await create({ paramsSchema });
      let turns = 0;
      let isOver = false;
      const watch = (): void => {
        turns += 1;
        if (!isOver) setImmediate(watch);
      };
      setImmediate(watch);
      await catalog.expandMany(caller, requests(99, 'a'.repeat(1_000)));
      isOver = true;
      expect(turns).toBeGreaterThan(1);
    });
  });

  test('reads nothing if no code is valid', async () => {
    expect(await expand(['sale', '1'], ['', '1'])).toEqual(['TrancodeNotFound', 'TrancodeNotFound']);
    expect(store.statesRead).toBe(0);
  });
});
