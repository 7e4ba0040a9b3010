/**
 * The books as of a sequence of the log stay the same, whatever happens later and however much of the log has been summed. The sums here
 * cover short stretches of the log, so that a few hundred events have four levels of stretches.
 */
import type { Layer } from '../../src/kernel/accounting';
import type { Day } from '../../src/kernel/time';
import { queryText } from '../../src/kernel/postgres/sql';
import { ok } from '../../src/kernel/refusal';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import type { KnownTotals } from '../../src/modules/ledgering';
import {
  LEDGERING_UNIT_OF_WORK,
  STRETCH_STORE,
  type StretchStore,
} from '../../src/modules/ledgering/application/ports';
import { systemClock } from '../../src/kernel/running/system-clock';
import { sumLedger } from '../../src/modules/ledgering/application/summing';
import type { TotalsQuestion } from '../../src/modules/ledgering/application/totals-reader';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { randomFrom, seedOf } from '../support/random';
import { openRandomBooks } from '../support/random-books';

const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);
const sizes = { events: 8n, stretches: 3 };
const steps = 160;

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.newLedger();
});

afterAll(() => ledger.close());

const sum = async (): Promise<void> => {
  const { container } = ledger.app;
  const { ledgerId } = principal();
  const unitOfWork = container.get<UnitOfWork>(LEDGERING_UNIT_OF_WORK);
  const store = container.get<StretchStore>(STRETCH_STORE);
  const found = (await store.ledgersOfEvents(1n)).find((ledger) => ledger.ledgerId === ledgerId);
  if (!found) throw new Error('the ledger is not found by its events');
  await sumLedger({ unitOfWork, store, clock: systemClock, sizes }, ledgerId, found.lastSequence);
};

const principal = () => ({ ledgerId: books.ledger.id });

const totals = async (question: TotalsQuestion): Promise<KnownTotals> =>
  expected(await ledger.app.ledgering.totals(principal(), question));

const anyDay = (): Day =>
  new Date(Date.UTC(2024, 0, 1 + Math.floor(random.next() * 500))).toISOString().slice(0, 10) as Day;

interface Asked {
  readonly path: string;
  readonly sequence: number;
  readonly answers: unknown;
}

/** Reads a random balance or statement, and returns the request with its answer, to repeat it later. */
const ask = async (): Promise<Asked> => {
  const { api } = books;
  const layer = random.pick(['settled', 'pending', 'encumbrance', undefined]);
  const [one, other] = [anyDay(), anyDay()].toSorted();
  const { id, code } = random.pick((await api.get('/accounts?limit=100')).body.data as { id: string; code: string }[]);
  const sets = (await api.get('/account-sets')).body.data as { id: string }[];
  const path = random.pick([
    `/accounts/${id}/statement?limit=3&from=${one}&to=${other}${layer ? `&layer=${layer}` : ''}`,
    `/accounts/code/${code}/balance?as_of_date=${other}${layer ? `&layer=${layer}` : ''}`,
    `/account-sets/${random.pick(sets).id}/balance?as_of_date=${other}`,
  ]);
  const { place } = await totals({ layer: 'settled', to: other as Day });
  const sequence = Number(place.sequence);
  return { path, sequence, answers: await answersTo(path) };
};

/** All pages in both directions, without the members that depend on the time of the request. */
const answersTo = async (path: string, known?: string): Promise<unknown> => {
  const pages: unknown[] = [];
  for (const direction of ['next_cursor', 'previous_cursor'])
    for (let cursor: string | null = ''; cursor !== null;) {
      const place: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { status, body } = await books.api.get(`${path}${known ? `&${known}` : ''}${place}`);
      const { calculated_at: _, known_at_sequence: __, ...data } = body.data ?? {};
      pages.push(status, Array.isArray(body.data) ? body.data : data, body.meta?.statement);
      cursor = body.meta?.pagination?.[direction] ?? null;
      // Paging backwards starts at the last page.
      if (direction === 'next_cursor' && cursor === null)
        lastOf.set(path, body.meta?.pagination?.previous_cursor ?? null);
      if (direction === 'previous_cursor' && place === '') cursor = lastOf.get(path) ?? null;
    }
  return pages;
};

const lastOf = new Map<string, string | null>();

test('a sum has a longer statement timeout than a request', async () => {
  const { id } = (await ledger.newLedger()).ledger;
  const store = ledger.app.container.get<StretchStore>(STRETCH_STORE);
  const unitOfWork = ledger.app.container.get<UnitOfWork>(LEDGERING_UNIT_OF_WORK);
  await unitOfWork.run({ ledgerIds: [id] }, async (tx) => {
    await store.sum(tx, id, { level: 0, after: 0n, through: 1n }, []);
    expect(await queryText(tx, 'show statement_timeout', [])).toEqual([{ statement_timeout: '2min' }]);
    return ok(undefined);
  });
});

test(`totals as known at a sequence never change, seed ${seed}`, async () => {
  const { step, setCodes } = await openRandomBooks(books, random);
  const asked: Asked[] = [];
  const said: { readonly question: TotalsQuestion; readonly totals: KnownTotals }[] = [];
  for (let number = 0; number < steps; number++) {
    await step();
    if (number % 3 > 0) continue;
    const [one, other] = [anyDay(), anyDay()].toSorted();
    const question: TotalsQuestion = {
      layer: random.pick<Layer>(['settled', 'pending', 'encumbrance']),
      to: other as Day,
      ...(random.next() < 0.5 ? { from: one as Day } : {}),
      ...(random.next() < 0.4 ? { accountSetCode: random.pick(setCodes) } : {}),
      ...(random.next() < 0.2 ? { types: ['asset', 'expense'] } : {}),
    };
    if (number % 2 === 0) asked.push(await ask());
    said.push({ question, totals: await totals(question) });
    if (random.next() < 0.05) await sum();
  }
  const compare = async (): Promise<void> => {
    for (const { question, totals: then } of said)
      expect(await totals({ ...question, knownAtSequence: then.place.sequence })).toEqual(then);
    for (const { path, sequence, answers } of asked)
      expect({ path, answers: await answersTo(path, `known_at_sequence=${sequence}`) }).toEqual({ path, answers });
  };
  await compare();
  await sum();
  await compare();
  expect(said.some(({ totals: { accounts } }) => accounts.some(({ within }) => within.debits > 0n))).toBe(true);
});
