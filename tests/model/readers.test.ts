/** Lists stay consistent for their readers, whatever is written meanwhile. */
import type { Answer, Client } from '../support/client';
import { everyPage, patient, quiet } from '../support/client';
import { graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, idsOf, openBooks, transaction } from '../support/requests';
import { rounds } from '../support/random';
import { randomFrom, type Random } from '../support/traffic';

type Row = Answer['body'];

const rowsAtStart = 160;
const writers = 8;
const writesEach = rounds(40);
const roundsEach = rounds(4);
const days = ['2025-12-31', '2026-01-05', '2026-01-10', '2026-01-15', '2026-02-01', '2031-07-01'];

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger();
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

const anything = (random: Random) => {
  const amount = `${1 + random(500)}.${10 + random(90)}`;
  const [one, other] = random(2) === 0 ? ['CASH', 'SALES'] : ['SALES', 'CASH'];
  const effective_date = days[random(days.length)] as string;
  return { ...transaction({ entries: [debit(one, amount), credit(other, amount)] }), effective_date };
};

const fill = async ({ api }: TestBooks, random: Random): Promise<void> => {
  for (let left = rowsAtStart; left > 0; left -= 80)
    dataOf(
      await api.post('/transactions/batch', { transactions: Array.from({ length: 80 }, () => anything(random)) }),
      202,
    );
  await quiet(api);
};

/** Posts singles and batches on many days, and undoes some of its own transactions. */
const write = async (books: TestBooks, random: Random): Promise<void> => {
  const api = patient(books.api);
  for (let writes = 0; writes < writesEach; writes++)
    if (random(3) === 0) {
      const transactions = Array.from({ length: 1 + random(5) }, () => anything(random));
      dataOf(await api.post('/transactions/batch', { transactions }), 202);
    } else {
      const body = anything(random);
      const { id } = dataOf(await api.post('/transactions', body, { Prefer: 'wait=10' }), 202);
      const dates = days.filter((day) => day >= body.effective_date);
      const date = dates[random(dates.length)];
      if (random(3) === 0) dataOf(await api.post(`/transactions/${id}/reverse`, { reason: 'a mistake', date }), 201);
    }
};

interface Walk {
  readonly forward: readonly Row[];
  readonly back: readonly Row[];
}

/** Reads a list page by page to its end, and from the last page back to the first. */
const walk = async (api: Client, path: string, limit: number): Promise<Walk> => {
  const read = async (
    cursor: string | null,
  ): Promise<{ items: Row[]; next: string | null; previous: string | null }> => {
    const { status, body } = await api.get(`${path}?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    const { next_cursor, previous_cursor } = body.meta.pagination.pagination ?? body.meta.pagination;
    return { items: body.data, next: next_cursor, previous: previous_cursor };
  };
  let page = await read(null);
  const forward = [...page.items];
  while (page.next !== null) {
    page = await read(page.next);
    expectRunningBalances(page.items);
    forward.push(...page.items);
  }
  const back = [...page.items];
  while (page.previous !== null) {
    page = await read(page.previous);
    expectRunningBalances(page.items);
    back.unshift(...page.items);
  }
  return { forward, back };
};

/** A page shows the books at one moment, so each row's balance must follow from the row before it. */
const expectRunningBalances = (rows: readonly Row[]): void => {
  const cents = (text: string): number => Math.round(Number(text) * 100);
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (row.balance_after === undefined || before === undefined) continue;
    const change = row.type === 'debit' ? cents(row.amount) : -cents(row.amount);
    expect(cents(row.balance_after)).toBe(cents(before.balance_after) + change);
  }
};

const expectWhole = (rows: readonly Row[], atStart: readonly string[]): void => {
  const seen = idsOf(rows);
  expect(new Set(seen).size).toBe(seen.length);
  const old = new Set(atStart);
  expect(seen.filter((id) => old.has(id))).toEqual(atStart);
};

describe('two readers, while eight writers post', () => {
  test('find every row of the start, once and in its place, forward and back', async () => {
    const books = await openBooks(ledger);
    await fill(books, randomFrom(1));
    const account = (await books.api.get('/accounts?search=CASH')).body.data[0].id;
    const lists = ['/transactions', `/accounts/${account}/entries`];
    const atStart = await Promise.all(lists.map(async (path) => idsOf(await everyPage(books.api, path))));
    expect(atStart.map(({ length }) => length)).toEqual([rowsAtStart, rowsAtStart]);

    let mostSeen = 0;
    const readAll = async (limit: number): Promise<void> => {
      for (let round = 0; round < roundsEach; round++)
        for (const [index, path] of lists.entries()) {
          const { forward, back } = await walk(books.api, path, limit + round);
          expectWhole(forward, atStart[index] ?? []);
          expectWhole(back, atStart[index] ?? []);
          mostSeen = Math.max(mostSeen, forward.length, back.length);
        }
    };
    const writing = Array.from({ length: writers }, (_, writer) => write(books, randomFrom(100 + writer)));
    await Promise.all([readAll(7), readAll(16), ...writing]);

    // Expects that something was written during the reading.
    expect(mostSeen).toBeGreaterThan(rowsAtStart);
    await quiet(books.api);
    for (const [index, path] of lists.entries()) expectWhole(await everyPage(books.api, path), atStart[index] ?? []);
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });
});
