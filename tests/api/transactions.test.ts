import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  instant,
  nowhere,
  openAccount,
  openBooks,
  openJournal,
  sale,
  sentence,
  transaction,
  uuid,
} from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

describe('posting a transaction', () => {
  test('is accepted with 202, its id, the status pending, its key and a Location', async () => {
    const accepted = await books.api.post('/transactions', transaction({ idempotency_key: 'first' }));
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({
      success: true,
      data: {
        id: uuid,
        status: 'pending',
        idempotency_key: 'first',
        correlation_id: null,
        code: null,
        message: sentence,
      },
    });
    expect(accepted.headers.get('Location')).toBe(`/api/v1/transactions/${accepted.body.data.id}`);
    expect(accepted.headers.get('Idempotency-Replayed')).toBeNull();
    expect(accepted.headers.get('Preference-Applied')).toBeNull();
  });

  test('shows the whole transaction once it is posted', async () => {
    const { api, ledger: opened } = await openBooks(ledger);
    const cash = (await api.get('/accounts?search=CASH')).body.data[0];
    const sales = (await api.get('/accounts?search=SALES')).body.data[0];
    const posted = await decide(api, {
      description: 'Cash sale',
      reference: 'INV-17',
      idempotency_key: 'sale-17',
      metadata: { till: 3 },
      attributes: { region: 'north', sales_person: 'Ada 🏦' },
      entries: [
        debit('CASH', '10.50', { description: 'in', metadata: { note: [1, null] } }),
        { account_id: sales.id, type: 'credit', amount: '10.5' },
      ],
    });
    const { id, created_at } = posted;
    expect(posted).toEqual({
      id: uuid,
      ledger_id: opened.id,
      reference: 'INV-17',
      description: 'Cash sale',
      effective_date: '2026-01-15T00:00:00.000Z',
      date: '2026-01-15T00:00:00.000Z',
      layer: 'settled',
      status: 'posted',
      total_amount: '10.50',
      entry_count: 2,
      entries: [
        {
          id: uuid,
          account_id: cash.id,
          account_code: 'CASH',
          account_name: 'Cash at hand',
          amount: '10.50',
          type: 'debit',
          layer: 'settled',
          description: 'in',
          metadata: { note: [1, null] },
        },
        {
          id: uuid,
          account_id: sales.id,
          account_code: 'SALES',
          account_name: 'Sales',
          amount: '10.50',
          type: 'credit',
          layer: 'settled',
          description: null,
          metadata: null,
        },
      ],
      journal_id: uuid,
      correlation_id: null,
      correlation_type: null,
      correlation_source_id: null,
      idempotency_key: 'sale-17',
      metadata: { till: 3 },
      attributes: { region: 'north', sales_person: 'Ada 🏦' },
      transaction_code: null,
      transaction_code_version: null,
      batch_id: null,
      sequence: 1,
      posted_at: instant,
      reverses_transaction_id: null,
      releases_transaction_id: null,
      settles_transaction_id: null,
      extends_transaction_id: null,
      reversed_by_transaction_id: null,
      reversed_amount: '0.00',
      reversal_ids: [],
      hold: null,
      void_reason: null,
      amended_at: null,
      failure: null,
      created_at: instant,
      updated_at: posted.posted_at,
    });
    expect(created_at <= posted.posted_at).toBe(true);
    expect((await api.get(`/transactions/${id.toUpperCase()}`)).body).toEqual({ success: true, data: posted });
  });

  test('numbers transactions without gaps, despite refusals and replays', async () => {
    const { api } = await openBooks(ledger);
    const first = await decide(api, { idempotency_key: 'one' });
    await api.post('/transactions', transaction({ entries: [debit('CASH', '1'), credit('SALES', '2')] }));
    await decide(api, { idempotency_key: 'one' });
    const second = await decide(api);
    expect([first.sequence, second.sequence]).toEqual([1, 2]);
  });

  test.each([
    ['settled', 'settled'],
    ['pending', 'pending'],
    ['encumbrance', 'encumbrance'],
    ['Settled', 'settled'],
    ['PENDING', 'pending'],
    ['eNcUmBrAnCe', 'encumbrance'],
  ])('in the layer %s puts it and its entries into %s', async (layer, lowercase) => {
    const posted = await decide(books.api, { layer });
    expect(posted).toMatchObject({ status: 'posted', layer: lowercase });
    expect(posted.entries.map((entry: { layer: string }) => entry.layer)).toEqual([lowercase, lowercase]);
  });

  test.each(['0001-01-01', '1582-10-10', '1970-01-01', '2000-02-29', '2024-02-29', '2100-12-31', '9999-12-31'])(
    'is possible on the day %s',
    async (day) => {
      const midnight = `${day}T00:00:00.000Z`;
      expect(await decide(books.api, { effective_date: day })).toMatchObject({
        status: 'posted',
        effective_date: midnight,
        date: midnight,
      });
    },
  );

  test.each(['1:1', '1:2', '2:1', '50:50', '1:99', '99:1'])(
    'accepts debits and credits in the ratio %s, also of one account',
    async (ratio) => {
      const [debits, credits] = ratio.split(':').map(Number) as [number, number];
      const total = { status: 'posted', entry_count: debits + credits, total_amount: `${debits * credits}.00` };
      for (const account of ['CASH', 'SALES']) {
        const debited = Array.from({ length: debits }, () => debit('CASH', `${credits}.00`));
        const entries = [...debited, ...Array.from({ length: credits }, () => credit(account, `${debits}.00`))];
        expect(await decide(books.api, { entries })).toMatchObject({ ...total, entries });
      }
    },
  );

  test('keeps the order of the entries', async () => {
    const amounts = ['3.00', '1.00', '2.00'];
    const entries = [credit('SALES', '6.00'), ...amounts.map((amount) => debit('CASH', amount))];
    const posted = await decide(books.api, { entries });
    expect(posted.entries.map(({ amount }: { amount: string }) => amount)).toEqual(['6.00', ...amounts]);
  });

  test('accepts texts of the maximum length, counted in characters', async () => {
    const fields = {
      description: '🏦'.repeat(1000),
      reference: '🏦'.repeat(255),
      idempotency_key: '🏦'.repeat(255),
      correlation_id: '🏦'.repeat(50),
    };
    expect(await decide(books.api, fields)).toMatchObject({ ...fields, status: 'posted' });
  });

  test('accepts null for optional fields', async () => {
    const nothing = { reference: null, journal_id: null, correlation_id: null, metadata: null, attributes: null };
    const source = { correlation_type: null, correlation_source_id: null, transaction_code: null };
    const entries = sale('1.00').map((entry) => ({ ...entry, account_id: null, description: null, metadata: null }));
    const posted = await decide(books.api, { ...nothing, ...source, transaction_code_params: null, entries });
    expect(posted).toMatchObject({ ...nothing, journal_id: uuid, correlation_type: null, status: 'posted' });
  });

  test('uses the journal that it names, and by default always the same one', async () => {
    const journalId = await openJournal(books.api);
    const named = await decide(books.api, { journal_id: journalId.toUpperCase() });
    const [one, other] = [await decide(books.api), await decide(books.api, { journal_id: null })];
    expect(named.journal_id).toBe(journalId);
    expect(one.journal_id).toBe(other.journal_id);
    expect(one.journal_id).not.toBe(journalId);
  });
});

describe('the correlation of a transaction', () => {
  const source = async (fields = {}) => (await decide(books.api, fields)).id as string;
  const follow = (id: string, fields = {}) =>
    decide(books.api, { correlation_source_id: id, correlation_type: 'refund', ...fields });

  test('is the given one', async () => {
    expect(await decide(books.api, { correlation_id: 'order 7' })).toMatchObject({
      correlation_id: 'order 7',
      correlation_type: null,
      correlation_source_id: null,
    });
  });

  test('is that of its source if none is given', async () => {
    const id = await source({ correlation_id: 'order 8' });
    expect(await follow(id)).toMatchObject({
      correlation_id: 'order 8',
      correlation_type: 'refund',
      correlation_source_id: id,
    });
  });

  test('is the id of its source if the source has none, and so on along a chain', async () => {
    const id = await source();
    const second = await follow(id.toUpperCase());
    expect(second).toMatchObject({ correlation_id: id, correlation_source_id: id });
    expect(await follow(second.id)).toMatchObject({ correlation_id: id, correlation_source_id: second.id });
    expect((await books.api.get(`/transactions/${id}`)).body.data.correlation_id).toBeNull();
  });

  test('is the given one even if its source has another', async () => {
    const id = await source({ correlation_id: 'order 9' });
    expect(await follow(id, { correlation_id: 'mine' })).toMatchObject({
      correlation_id: 'mine',
      correlation_source_id: id,
    });
  });

  test('is in the answer to the request already', async () => {
    const id = await source();
    const pair = { correlation_source_id: id, correlation_type: 't'.repeat(50) };
    expect(await accept(books.api, pair)).toMatchObject({ correlation_id: id });
  });
});

describe('reading a transaction', () => {
  test.each([
    ['an unknown id', () => nowhere],
    ['an id that is not a UUID', () => 'latest'],
    ['the id of an account', async () => (await openAccount(books.api)).id],
    ['the id of a transaction of another ledger', async () => (await decide((await openBooks(ledger)).api)).id],
  ])('answers 404 for %s', async (_, id) => {
    expectRefusal(await books.api.get(`/transactions/${await id()}`), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('keeps metadata and attributes that have the names of object internals', async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":null},"hasOwnProperty":1}';
    const posted = await decide(books.api, {
      metadata: JSON.parse(text),
      attributes: { constructor: 'a', prototype: 'b' },
      entries: sale('1.00').map((entry) => ({ ...entry, metadata: JSON.parse(text) })),
    });
    expect(JSON.stringify(posted.metadata)).toBe(text);
    expect(JSON.stringify(posted.entries[1].metadata)).toBe(text);
    expect(posted.attributes).toEqual({ constructor: 'a', prototype: 'b' });
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('Prefer: wait', () => {
  const send = (prefer: string) => books.api.post('/transactions', transaction(), { Prefer: prefer });

  test.each(['wait=10', 'wait=1', 'Wait = 5', 'respond-async, wait=10', 'wait=9999'])(
    '%s answers once the transaction is posted, still with 202',
    async (prefer) => {
      const answer = await send(prefer);
      expect(dataOf(answer, 202)).toMatchObject({ status: 'posted', message: sentence });
      expect(answer.headers.get('Preference-Applied')).toBe('wait');
    },
  );

  test.each(['wait', 'wait=0', 'wait=-1', 'wait=soon', 'await=5', 'respond-async'])(
    '%s does not wait',
    async (prefer) => {
      const answer = await send(prefer);
      expect(dataOf(answer, 202)).toMatchObject({ status: 'pending' });
      expect(answer.headers.get('Preference-Applied')).toBeNull();
    },
  );
});
