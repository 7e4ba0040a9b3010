/** Indexing an attribute later: a background loop makes older transactions searchable, each exactly once. */
import type { LedgerId } from '../../src/kernel/ids';
import { ok, type Outcome } from '../../src/kernel/refusal';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import { defaultMaxKeys } from '../../src/modules/attributes/application/ports';
import { attributeLimits } from '../../src/modules/attributes/wiring';
import {
  ATTRIBUTE_INDEX_STORE,
  LEDGERING_UNIT_OF_WORK,
  type AttributeIndexStore,
} from '../../src/modules/ledgering/application/ports';
import { client, everyPage, quiet, type Client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  accept,
  dataOf,
  expectRefusal,
  idsOf,
  onLedger,
  openBooks,
  transaction,
  turnIndexOn,
} from '../support/requests';
import { startSecond } from '../support/second-process';

let ledger: TestLedger;
let books: TestBooks;
let api: Client;

beforeAll(async () => {
  // This file stops the poster, and the poster builds the index too. So searches may wait for the index only 100 ms.
  ledger = await startLedger([attributeLimits({ maxKeys: defaultMaxKeys, maxIndexWaitMs: 100 })], { alone: true });
});
beforeEach(async () => {
  books = await openBooks(ledger);
  ({ api } = books);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const turn = async (indexed: boolean): Promise<{ readonly searchable: boolean }> =>
  dataOf(await api.patch('/attribute-definitions/region', { indexed }), 200);

/** Posts transactions in batches. Every third one has no attribute; the others have the value north or south. */
const sendMany = async (count: number, of = api): Promise<void> => {
  for (let sent = 0; sent < count; sent += 100)
    dataOf(
      await of.post('/transactions/batch', {
        transactions: Array.from({ length: Math.min(100, count - sent) }, (_, index) =>
          transaction(
            index % 3 === 0 ? {} : { attributes: { region: index % 3 === 1 ? 'north' : 'south', other: 'x' } },
          ),
        ),
      }),
      202,
    );
};

/** Expects that searches by the index find exactly the transactions with the attribute. */
const expectWhole = async (of = api): Promise<void> => {
  const all = await everyPage(of, '/transactions');
  for (const region of ['north', 'south'])
    expect(idsOf(await everyPage(of, `/transactions?attributes[region]=${region}`))).toEqual(
      idsOf(all.filter(({ attributes }) => attributes?.region === region)),
    );
};

const indexIsBuilt = async (): Promise<void> => {
  await ledger.app.background.idle('attribute index');
  dataOf(await api.get('/transactions?attributes[region]=north'), 200);
};

const withoutWorker = async <A>(work: () => Promise<A>): Promise<A> => {
  await ledger.app.poster.stop();
  try {
    return await work();
  } finally {
    ledger.app.poster.start();
  }
};

/** Indexes one batch as the background loop does. `before` runs after the batch is indexed and before the commit. */
const batchByHand = (
  ledgerId: LedgerId,
  limit: number,
  before: () => Promise<void> = async () => undefined,
): Promise<Outcome<never, string>> => {
  const { container } = ledger.app;
  const store = container.get<AttributeIndexStore>(ATTRIBUTE_INDEX_STORE);
  return container.get<UnitOfWork>(LEDGERING_UNIT_OF_WORK).run<never, string>({ ledgerIds: [ledgerId] }, async (tx) => {
    const progress = await store.indexBatch(tx, ledgerId, 'region', 1, limit);
    await before();
    return ok(progress);
  });
};

const indexed = async (): Promise<unknown> => {
  const count = 'select count(*)::int from transaction_attributes where ledger_id = $1';
  return (await onLedger(ledger, books, (query) => query(count, [books.ledger.id])))[0]?.['count'];
};

describe('turning an index on later', () => {
  test('makes older transactions of every ledger of the tenant searchable', async () => {
    const sister = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    await sendMany(230);
    await sendMany(70, sister.api);
    await turnIndexOn(ledger, api, 'region');
    await expectWhole();
    await expectWhole(sister.api);
  });

  test('indexes more than one batch, pending transactions included', async () => {
    await sendMany(2_300);
    await turn(true);
    await indexIsBuilt();
    await quiet(api);
    await expectWhole();
  });

  test('indexes transactions that are accepted meanwhile, each once', async () => {
    await sendMany(500);
    const second = await startSecond(ledger);
    second.app.poster.start();
    let isOver = false;
    const clients = [api, client(second.baseUrl, books.key), api, client(second.baseUrl, books.key)].map(
      async (through, one) => {
        for (let sent = 0; !isOver; sent++)
          await accept(through, { attributes: { region: sent % 2 === 0 ? 'north' : 'south', [`from_${one}`]: 'x' } });
      },
    );
    for (let round = 0; round < 6; round++) {
      await turn(true);
      await indexIsBuilt();
      if (round < 5) await turn(false);
    }
    isOver = true;
    await Promise.all(clients);
    await quiet(api);
    await expectWhole();
    await second.close();
  });

  test('resumes after a crash, and refuses searches until it is done', async () => {
    await sendMany(300);
    await quiet(api);
    await withoutWorker(async () => {
      expect(await turn(true)).toMatchObject({ indexed: true, searchable: false });
      const answer = await api.get('/transactions?attributes[region]=north');
      expectRefusal(answer, 422, 'ATTRIBUTE_NOT_INDEXED');
      expect(answer.body.message).toMatch(/still being indexed/);

      expect(await batchByHand(books.ledger.id, 100)).toEqual(ok('begun'));
      expect(await batchByHand(books.ledger.id, 100)).toEqual(ok('more'));
      expect(await indexed()).toBe(66);
      await expect(
        batchByHand(books.ledger.id, 100, () => Promise.reject(new Error('the process dies'))),
      ).rejects.toThrow('the process dies');
      expect(await indexed()).toBe(66);
      expect(await batchByHand(books.ledger.id, 60)).toEqual(ok('more'));
      expect(await indexed()).toBe(106);
      await accept(api, { attributes: { region: 'north' } });
      expect(await indexed()).toBe(107);
      expectRefusal(await api.get('/transactions?attributes[region]=north'), 422, 'ATTRIBUTE_NOT_INDEXED');
    });
    await indexIsBuilt();
    expect(await indexed()).toBe(199);
    await expectWhole();
    expect(await batchByHand(books.ledger.id, 100)).toEqual(ok('done'));
  });

  test('is done by one worker at a time', async () => {
    await sendMany(100);
    await withoutWorker(async () => {
      await turn(true);
      await batchByHand(books.ledger.id, 10);
      expect(await batchByHand(books.ledger.id, 10)).toEqual(ok('more'));
      const first = batchByHand(books.ledger.id, 10, async () => {
        expect(await batchByHand(books.ledger.id, 10)).toEqual(ok('busy'));
      });
      expect(await first).toEqual(ok('more'));
    });
    await indexIsBuilt();
    await expectWhole();
  });

  test('is not completed by work that began for an earlier index', async () => {
    await sendMany(20);
    await withoutWorker(async () => {
      await turn(true);
      await batchByHand(books.ledger.id, 100);
      await batchByHand(books.ledger.id, 100);
      await turn(false);
      await accept(api, { attributes: { region: 'north' } });
      await turn(true);
    });
    await indexIsBuilt();
    await expectWhole();
  });

  test('does not wait for a ledger that is opened later', async () => {
    await sendMany(10);
    await turnIndexOn(ledger, api, 'region');
    const later = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    expect((await later.api.get('/transactions?attributes[region]=north')).body.data).toEqual([]);
    await sendMany(10, later.api);
    await expectWhole(later.api);
  });
});
