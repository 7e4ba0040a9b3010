/** Requests as clients send them, each showing only the field under test, and the checks that tests of writes share. */
import type { Answer, Client } from './client';
import { asOwner } from './database';
import type { NewLedgerOptions, TestBooks, TestLedger } from './ledger';

/** The members of a request, or some of them. Any value is allowed, because tests also send invalid ones. */
export type Fields = Readonly<Record<string, unknown>>;

let made = 0;

/** An idempotency key that this file has not used before. */
export const freshKey = (): string => `key-${++made}`;

export const account = (fields: Fields = {}): Fields => ({
  code: `A-${++made}`,
  name: 'An account',
  type: 'asset',
  category: 'system',
  ...fields,
});

export const debit = (account_code: string, amount: unknown, fields: Fields = {}): Fields => ({
  account_code,
  type: 'debit',
  amount,
  ...fields,
});

export const credit = (account_code: string, amount: unknown, fields: Fields = {}): Fields =>
  debit(account_code, amount, { type: 'credit', ...fields });

/** By default, debits CASH and credits SALES with 10.00. */
export const transaction = (fields: Fields = {}): Fields => ({
  effective_date: '2026-01-15',
  description: 'Cash sale',
  idempotency_key: freshKey(),
  entries: sale('10.00'),
  ...fields,
});

export const sale = (amount: unknown): readonly Fields[] => [debit('CASH', amount), credit('SALES', amount)];

export const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([member]) => member !== name));

/** Opens a ledger with the accounts CASH and SALES, which `transaction` uses. */
export const openBooks = async (ledger: TestLedger, options?: NewLedgerOptions): Promise<TestBooks> => {
  const books = await ledger.newLedger(options);
  await openAccount(books.api, { code: 'CASH', name: 'Cash at hand', type: 'asset' });
  await openAccount(books.api, { code: 'SALES', name: 'Sales', type: 'revenue' });
  return books;
};

export const openAccount = async (api: Client, fields: Fields = {}): Promise<Answer['body']> =>
  dataOf(await api.post('/accounts', account(fields)), 201);

/** Sends a transaction that must be accepted, does not wait for its decision, and returns the answer's data. */
export const accept = async (api: Client, fields: Fields = {}): Promise<Answer['body']> =>
  dataOf(await api.post('/transactions', transaction(fields)), 202);

/** Sends a transaction, waits until it is decided, and reads it. */
export const decide = async (api: Client, fields: Fields = {}): Promise<Answer['body']> => {
  const answer = await api.post('/transactions', transaction(fields), { Prefer: 'wait=10' });
  return dataOf(await api.get(`/transactions/${dataOf(answer, 202).id}`), 200);
};

export const dataOf = ({ status, body }: Answer, expected: number): Answer['body'] => {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
  return body.data;
};

/** The expected data when the same request is repeated: the transaction is pending or already posted. */
export const replayOf = (data: Fields): Fields => ({
  ...data,
  status: expect.stringMatching(/^(pending|posted)$/),
  message: expect.stringMatching(/^The transaction was accepted and (will be|is) posted\.$/),
});

export const codesOf = (items: readonly { readonly code: string }[]): readonly string[] =>
  items.map(({ code }) => code);
export const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

export const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const sentence = expect.stringMatching(/^\S.*\S$/s);
export const nowhere = '00000000-0000-7000-8000-000000000000';

/** Expects a refusal with this code and message; if fields are named, its errors are for these fields and no others. */
export const expectRefusal = (
  { status, body }: Answer,
  expectedStatus: number,
  code: string,
  fields?: readonly string[],
): void => {
  expect({ status, code: body.code }).toEqual({ status: expectedStatus, code });
  expect(body).toMatchObject({ success: false, message: sentence });
  if (fields) expect(Object.keys(body.errors ?? {}).sort()).toEqual([...fields].sort());
  for (const texts of Object.values(body.errors ?? {})) expect(texts).toEqual([sentence]);
};

type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** Runs SQL as the owner with one ledger in scope, for counting and for changes that no endpoint offers. */
export const onLedger = <A>(ledger: TestLedger, books: TestBooks, work: (query: Query) => Promise<A>): Promise<A> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    await owner.query(`select set_config('ledger.scope', $1, false)`, [`{${books.ledger.id}}`]);
    return work(async (text, values = []) => (await owner.query(text, [...values])).rows);
  });

/** Does the work while another session, on the ledger's node, holds the idempotency key, as a process does until it commits. */
export const whileKeyIsHeld = <A>(
  ledger: TestLedger,
  books: TestBooks,
  key: unknown,
  work: () => Promise<A>,
): Promise<A> =>
  onLedger(ledger, books, async (query) => {
    const lock = 'pg_advisory_xact_lock(hashtextextended(ledger_id::text || $2, 0))';
    await query('begin');
    await query(`select ${lock} from ledger_heads where ledger_id = $1`, [books.ledger.id, key]);
    return work();
  });

/** Does the work while another session holds the lock of the ledger's head, as a writing process does. */
export const whileLedgerIsHeld = <A>(ledger: TestLedger, books: TestBooks, work: () => Promise<A>): Promise<A> =>
  onLedger(ledger, books, async (query) => {
    await query('begin');
    await query('select from ledger_heads where ledger_id = $1 for no key update', [books.ledger.id]);
    return work();
  });

export const openJournal = async (api: Client, fields: Fields = {}): Promise<string> =>
  dataOf(await api.post('/journals', { code: `J-${++made}`, name: 'A journal', ...fields }), 201).id;

/** The path of the ledger's default journal. A change to it posts no transaction. */
export const defaultJournalOf = async ({ api }: TestBooks): Promise<string> =>
  `/journals/${dataOf(await api.get('/journals'), 200)[0].id}`;

/** Locks every date up to and including the day, even if that day is not over. Returns the id of the lock. */
export const lockPeriod = async (api: Client, locked_until: string): Promise<string> =>
  dataOf(await api.post('/period-locks', { locked_until, reason: 'closed books', includes_open_days: true }), 201).id;

/**
 * Reads a list page by page to its end and back, and returns the pages. Expects the same pages both ways, each full except the last, and no
 * cursor beyond either end.
 */
export const walkBothWays = async (api: Client, path: string, limit: number): Promise<readonly Answer['body'][][]> => {
  const paged = (cursor: string): string => `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`;
  const read = async (cursor: string | null): Promise<Answer['body']> => {
    const { status, body } = await api.get(paged(cursor === null ? '' : `&cursor=${cursor}`));
    expect(status).toBe(200);
    const pagination = body.meta.pagination.pagination ?? body.meta.pagination;
    expect(pagination).toEqual({
      limit,
      has_more: pagination.next_cursor !== null,
      next_cursor: pagination.next_cursor === null ? null : expect.any(String),
      previous_cursor: pagination.previous_cursor === null ? null : expect.any(String),
    });
    return { items: body.data, next: pagination.next_cursor, previous: pagination.previous_cursor };
  };

  const pages = [];
  let page = await read(null);
  expect(page.previous).toBeNull();
  for (pages.push(page.items); page.next !== null; pages.push(page.items)) {
    expect(page.items).toHaveLength(limit);
    page = await read(page.next);
    expect(page.previous).not.toBeNull();
  }
  for (const expected of pages.slice(0, -1).reverse()) {
    page = await read(page.previous);
    expect(page.items).toEqual(expected);
    expect(page.next).not.toBeNull();
  }
  expect(page.previous).toBeNull();
  return pages;
};

/** Switches the index of an attribute on, and resolves when it is built. */
export const turnIndexOn = async ({ app }: TestLedger, api: Client, key: string): Promise<void> => {
  dataOf(await api.patch(`/attribute-definitions/${key}`, { indexed: true }), 200);
  await app.background.idle('attribute index');
  expect(dataOf(await api.get(`/transactions?attributes[${key}]=x`), 200)).toBeDefined();
};
