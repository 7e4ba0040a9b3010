/** Races for something that only one request can have: the remaining money of an account, the only reversal of a transaction, an idempotency key. */
import { everyPage, patient, quiet, type Answer } from '../support/client';
import { graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  decide,
  freshKey,
  openAccount,
  openBooks,
  sale,
  transaction,
} from '../support/requests';
import { randomFrom } from '../support/traffic';

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger();
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

/** Retries on 503, because a busy machine may refuse one of many concurrent requests. */
const openPatiently = async (): Promise<TestBooks> => {
  const books = await openBooks(ledger);
  return { ...books, api: patient(books.api) };
};

const concurrent = 32;
const itemsInBatch = 4;

/** Movements of an account with a balance limit, in whole dollars. */
interface Race {
  readonly books: TestBooks;
  readonly start: number;
  readonly direction: 'in' | 'out';
  readonly limit: number;
}

const openRace = async (direction: Race['direction'], start: number, limit: number): Promise<Race> => {
  const books = await openPatiently();
  const limits = direction === 'in' ? { max_balance: `${limit}` } : { min_balance: `${limit}` };
  await openAccount(books.api, { code: 'WALLET', type: 'liability', enforce_balance_limits: true, ...limits });
  await decide(books.api, { entries: [debit('CASH', `${start}`), credit('WALLET', `${start}`)] });
  return { books, start, direction, limit };
};

const movement = ({ direction }: Race, amount: number): object => {
  const [from, to] = direction === 'in' ? ['CASH', 'WALLET'] : ['WALLET', 'CASH'];
  return transaction({ entries: [debit(from, `${amount}`), credit(to, `${amount}`)] });
};

/**
 * Sends all requests concurrently: the first `singles` alone, the others in batches, of which every second is atomic. Returns the ids of
 * the atomic batches.
 */
const sendAtOnce = async (race: Race, amounts: readonly number[], singles: number): Promise<ReadonlySet<string>> => {
  const { api } = race.books;
  const sent = amounts
    .slice(0, singles)
    .map((amount) => api.post('/transactions', movement(race, amount), { Prefer: 'wait=10' }));
  for (let at = singles; at < amounts.length; at += itemsInBatch) {
    const transactions = amounts.slice(at, at + itemsInBatch).map((amount) => movement(race, amount));
    sent.push(api.post('/transactions/batch', { transactions, atomic: (at / itemsInBatch) % 2 === 0 }));
  }
  const answers = (await Promise.all(sent)).map((answer) => dataOf(answer, 202));
  await quiet(api);
  return new Set(answers.filter(({ atomic }) => atomic).map(({ batch_id }) => batch_id));
};

/** The decided transactions in the order of the log. */
const decisionsOf = async ({ books: { api } }: Race): Promise<readonly Answer['body'][]> => {
  const byId = new Map((await everyPage(api, '/transactions')).map((each) => [each.id, each]));
  const [, ...decided] = (await everyPage(api, '/activity'))
    .toReversed()
    .filter(({ type }) => type === 'transaction.posted' || type === 'transaction.failed');
  return decided.map(({ transaction_id }) => byId.get(transaction_id));
};

/** Expects each transaction to be posted exactly if it, or its whole atomic batch, kept the limit at its place in the log. */
const expectExactlyTheFeasible = async (race: Race, atomicBatches: ReadonlySet<string>): Promise<string> => {
  const { start, direction, limit, books } = race;
  const keeps = (balance: number): boolean => (direction === 'in' ? balance <= limit : balance >= limit);
  const decisions = await decisionsOf(race);
  expect(decisions).toHaveLength(concurrent);
  const outcomes: string[] = [];
  let balance = start;
  for (let at = 0; at < decisions.length;) {
    const size = atomicBatches.has(decisions[at].batch_id) ? itemsInBatch : 1;
    const group = decisions.slice(at, (at += size));
    expect(new Set(group.map(({ batch_id }) => batch_id)).size).toBe(1);
    const moved = group.reduce((sum, { total_amount }) => sum + Number(total_amount), 0);
    const after = direction === 'in' ? balance + moved : balance - moved;
    const expected = keeps(after) ? 'posted' : 'failed BALANCE_LIMIT_EXCEEDED';
    for (const { status, failure } of group) expect(failure ? `${status} ${failure.code}` : status).toBe(expected);
    outcomes.push(...group.map(() => expected));
    if (keeps(after)) balance = after;
  }
  expect(new Set(outcomes).size).toBe(2);
  const [wallet] = (await books.api.get('/accounts?search=WALLET')).body.data;
  const entries = await everyPage(books.api, `/accounts/${wallet.id}/entries`);
  expect(entries.filter(({ balance_after }) => !keeps(Number(balance_after)))).toEqual([]);
  expect(Number(wallet.balance)).toBe(balance);
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  return wallet.balance;
};

const sevens = Array.from({ length: concurrent }, () => 7);
const drawn = (seed: number): readonly number[] => {
  const random = randomFrom(seed);
  return Array.from({ length: concurrent }, () => 1 + random(30));
};

describe.each(['out', 'in'] as const)('32 concurrent movements %s against a limit', (direction) => {
  test.each([
    ['alone', concurrent],
    ['alone and in batches', concurrent / 2],
    ['in batches', 0],
  ])('with equal amounts, %s: as many succeed as fit into the limit', async (_, singles) => {
    const race = direction === 'out' ? await openRace('out', 103, 3) : await openRace('in', 3, 103);
    const atomicBatches = await sendAtOnce(race, sevens, singles);
    const balance = await expectExactlyTheFeasible(race, atomicBatches);
    // The limit leaves 100.00, and fourteen movements of 7.00 add up to 98.00. An atomic batch that does not fit may leave more of the
    // limit unused.
    if (atomicBatches.size === 0) expect(balance).toBe(direction === 'out' ? '5.00' : '101.00');
  });

  test.each([1, 2, 3])('with different amounts (%i): exactly those that fit in their turn succeed', async (seed) => {
    const race = direction === 'out' ? await openRace('out', 150, 0) : await openRace('in', 1, 151);
    await expectExactlyTheFeasible(race, await sendAtOnce(race, drawn(seed), concurrent / 2));
  });
});

const undo = ({ api }: TestBooks, id: string, how: 'reverse' | 'void', fields: object = {}): Promise<Answer> =>
  api.post(`/transactions/${id}/${how}`, {
    reason: 'a mistake',
    ...(how === 'reverse' ? { date: '2026-01-20' } : {}),
    ...fields,
  });

const outcomeOf = ({ status, body }: Answer): string => `${status} ${body.code ?? body.data.status}`;

describe('concurrent attempts to undo one transaction', () => {
  const races = 12;

  test.each<[name: string, ways: readonly ('reverse' | 'void')[], won: Readonly<Record<string, string>>]>([
    [
      'reversing and voiding: one wins',
      ['reverse', 'void'],
      {
        reversed: '201 posted, 409 TRANSACTION_NOT_VOIDABLE',
        void: '200 void, 422 TRANSACTION_NOT_REVERSIBLE',
      },
    ],
    [
      'voiding many times: the first wins',
      ['void', 'void', 'void', 'void'],
      { void: '200 void, 409 TRANSACTION_NOT_VOIDABLE, 409 TRANSACTION_NOT_VOIDABLE, 409 TRANSACTION_NOT_VOIDABLE' },
    ],
    [
      'reversing many times: the first wins',
      ['reverse', 'reverse', 'reverse', 'reverse'],
      { reversed: `201 posted, ${Array(3).fill('422 TRANSACTION_ALREADY_REVERSED').join(', ')}` },
    ],
  ])('%s', async (_, ways, won) => {
    const books = await openPatiently();
    for (let race = 0; race < races; race++) {
      const { id } = await decide(books.api);
      const order = race % 2 === 0 ? ways : ways.toReversed();
      const outcomes = (await Promise.all(order.map((how) => undo(books, id, how)))).map(outcomeOf).sort();
      const { status, reversed_by_transaction_id } = dataOf(await books.api.get(`/transactions/${id}`), 200);
      expect(outcomes.join(', ')).toBe(won[status]);
      expect(reversed_by_transaction_id).toEqual(status === 'reversed' ? expect.any(String) : null);
    }
    expect((await books.api.get('/accounts')).body.data).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });
});

describe('one idempotency key in many concurrent requests', () => {
  const requests = 16;
  const isInUse = ({ status, body }: Answer): boolean => status === 409 && body.code === 'idempotency_key_in_use';

  /**
   * Expects the same answer to all requests except those that were refused as "key in use". A repetition after the posting shows the
   * present status.
   */
  const expectOneAnswer = (answers: readonly Answer[], status: number): Answer['body'] => {
    const answered = answers.filter((answer) => !isInUse(answer));
    expect(answered.map((answer) => answer.status)).toEqual(answered.map(() => status));
    const [first] = answered;
    const made = ({ data, ...body }: Answer['body']): object => ({
      ...body,
      data: status === 202 ? { ...data, status: '', message: '' } : data,
    });
    for (const { body } of answered) expect(made(body)).toEqual(made(first?.body));
    expect(answered.filter(({ headers }) => headers.get('Idempotency-Replayed') !== 'true')).toHaveLength(1);
    return first?.body.data;
  };

  test('reverses once', async () => {
    const books = await openPatiently();
    const { id } = await decide(books.api);
    const idempotency_key = freshKey();
    const send = (): Promise<Answer> => undo(books, id, 'reverse', { idempotency_key });
    const reversal = expectOneAnswer(await Promise.all(Array.from({ length: requests }, send)), 201);
    expect(dataOf(await send(), 201)).toEqual(reversal);
    expect(dataOf(await books.api.get(`/transactions/${id}`), 200).reversed_by_transaction_id).toBe(reversal.id);
    expect(await everyPage(books.api, '/transactions')).toHaveLength(2);
  });

  test('posts once', async () => {
    const books = await openPatiently();
    const body = transaction({ entries: sale('3.00') });
    const send = (): Promise<Answer> => books.api.post('/transactions', body);
    const accepted = expectOneAnswer(await Promise.all(Array.from({ length: requests }, send)), 202);
    expect(dataOf(await send(), 202).id).toBe(accepted.id);
    await quiet(books.api);
    expect(await everyPage(books.api, '/transactions')).toMatchObject([
      { id: accepted.id, status: 'posted', sequence: 1 },
    ]);
  });

  test('posts once, whether alone or in batches', async () => {
    const books = await openPatiently();
    const body = transaction({ entries: sale('3.00') });
    const single = (): Promise<Answer> => books.api.post('/transactions', body);
    const batch = (): Promise<Answer> => books.api.post('/transactions/batch', { transactions: [transaction(), body] });
    const answers = await Promise.all(
      Array.from({ length: requests }, (_, index) => (index % 2 === 0 ? single() : batch())),
    );
    const ids = answers
      .filter((answer) => !isInUse(answer))
      .map((answer) => dataOf(answer, 202))
      .flatMap(({ id, results }) => (results ? results.slice(1) : [{ id, code: null }]))
      .filter(({ code }) => code !== 'idempotency_key_in_use')
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    await quiet(books.api);
    const made = await everyPage(books.api, '/transactions');
    expect(made.filter(({ idempotency_key }) => idempotency_key === body['idempotency_key'])).toHaveLength(1);
  });

  test('serves either a reversal or a post, never both', async () => {
    const books = await openPatiently();
    for (let race = 0; race < 12; race++) {
      const { id } = await decide(books.api);
      const idempotency_key = freshKey();
      const [reversed, posted] = await Promise.all([
        undo(books, id, 'reverse', { idempotency_key }),
        books.api.post('/transactions', transaction({ idempotency_key })),
      ]);
      const isRefused = (answer: Answer): boolean =>
        answer.status === 409 && ['idempotency_key_reused', 'idempotency_key_in_use'].includes(answer.body.code);
      expect([isRefused(reversed), isRefused(posted)].filter((refused) => refused)).toHaveLength(1);
      expect([reversed.status, posted.status].toSorted()).toEqual(isRefused(posted) ? [201, 409] : [202, 409]);
    }
    await quiet(books.api);
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });
});
