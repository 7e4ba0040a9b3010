/**
 * A batch of accepted transactions of which one can no longer be posted. This one fails alone, wherever it is in the batch, and the other
 * transactions end as if each had been posted alone.
 */
import { everyPage, quiet } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  accept,
  credit,
  dataOf,
  debit,
  onLedger,
  openAccount,
  openBooks,
  openJournal,
  type Fields,
} from '../support/requests';
import { pausedLedgers, pausing } from '../model/pausing';
import { isFull } from './play';

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger([pausing]);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

interface Poisoned {
  readonly books: TestBooks;
  readonly journal: string;
}

/** The fields that only the poisoned transaction has, and an act that makes its posting fail with `code`. */
interface Poison {
  readonly code: string;
  readonly fields: (poisoned: Poisoned) => Fields;
  readonly happens: (poisoned: Poisoned) => Promise<unknown>;
}

const into = (code: string): Fields => ({ entries: [debit('CASH', '7.00'), credit(code, '7.00')] });

const change = async ({ books: { api } }: Poisoned, code: string, fields: Fields): Promise<unknown> => {
  const [account] = (await everyPage(api, '/accounts')).filter((each) => each.code === code);
  return dataOf(await api.put(`/accounts/${account.id}`, fields), 200);
};

const poisons: readonly Poison[] = [
  {
    code: 'BALANCE_LIMIT_EXCEEDED',
    fields: () => into('WALLET'),
    happens: (poisoned) => change(poisoned, 'WALLET', { enforce_balance_limits: true, max_balance: '6.99' }),
  },
  {
    code: 'ACCOUNT_INACTIVE',
    fields: () => into('ASLEEP'),
    happens: (poisoned) => change(poisoned, 'ASLEEP', { is_active: false }),
  },
  {
    code: 'JOURNAL_CLOSED',
    fields: ({ journal }) => ({ journal_id: journal }),
    happens: async ({ books: { api }, journal }) =>
      dataOf(await api.put(`/journals/${journal}`, { status: 'closed' }), 200),
  },
  {
    code: 'PERIOD_LOCKED',
    fields: () => ({ effective_date: '2020-06-30' }),
    // The API locks no period while transactions wait to be posted. But an acceptance may have read the locks just before a lock was
    // created, so this inserts the lock directly.
    happens: ({ books }) =>
      onLedger(ledger, books, (query) =>
        query(
          `insert into period_locks (ledger_id, id, locked_until, reason, created_at)
           values ($1, gen_random_uuid(), '2020-12-31', 'closed books', now())`,
          [books.ledger.id],
        ),
      ),
  },
];

const places = [
  ['first', 0],
  ['in the middle', 2],
  ['last', 4],
] as const;
const size = 5;
/**
 * The full run tries each poison in every place of the batch. The short run tries the last poison in every place, and each other poison in
 * one place.
 */
const cases = poisons.flatMap((poison, number) =>
  places
    .filter((_, place) => isFull || number === places.length || number === place)
    .map(([place, at]) => ({ poison, place, at, code: poison.code })),
);

const open = async (): Promise<Poisoned> => {
  const books = await openBooks(ledger);
  for (const code of ['WALLET', 'ASLEEP']) await openAccount(books.api, { code, type: 'liability' });
  return { books, journal: await openJournal(books.api, { code: 'CLOSING' }) };
};

const acceptNumber = async (poisoned: Poisoned, number: number, at: number, poison: Poison): Promise<void> => {
  const amount = `${number + 1}.00`;
  await accept(poisoned.books.api, {
    entries: [debit('CASH', amount), credit('SALES', amount)],
    ...(number === at ? poison.fields(poisoned) : {}),
    reference: `number ${number}`,
  });
};

/** The state of all transactions, without ids and times, which differ between runs. */
const outcome = async ({ books: { api } }: Poisoned): Promise<unknown> => ({
  transactions: (await everyPage(api, '/transactions')).map(
    ({ reference, status, sequence, failure, total_amount }) => ({
      ...{ reference, status, sequence, failure, total_amount },
    }),
  ),
  balances: (await everyPage(api, '/accounts')).map(({ code, balance }) => [code, balance]),
});

const resume = async ({ books }: Poisoned): Promise<void> => {
  pausedLedgers.delete(books.ledger.id);
  ledger.app.poster.wake(books.ledger.id);
  await quiet(books.api);
};

describe('a posting batch', () => {
  test.each(cases)(
    'fails only the transaction with $code when it is $place, with the outcome of posting one by one',
    async ({ poison, at }) => {
      const together = await open();
      pausedLedgers.add(together.books.ledger.id);
      for (let number = 0; number < size; number++) await acceptNumber(together, number, at, poison);
      await poison.happens(together);
      await resume(together);

      const apart = await open();
      for (let number = 0; number < size; number++) {
        if (number === at) pausedLedgers.add(apart.books.ledger.id);
        await acceptNumber(apart, number, at, poison);
        if (number === at) await poison.happens(apart);
        await resume(apart);
      }

      const outcomes = [await outcome(together), await outcome(apart)];
      expect(outcomes[0]).toEqual(outcomes[1]);
      const { transactions } = outcomes[0] as {
        transactions: readonly { status: string; failure: { code: string } }[];
      };
      const expected = Array.from({ length: size }, (_, number) => (number === at ? poison.code : 'posted'));
      expect(transactions.map(({ status, failure }) => failure?.code ?? status).reverse()).toEqual(expected);
    },
  );
});
