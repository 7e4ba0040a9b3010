/** A part of a request that the service does not read is refused wherever ignoring it could change the meaning. */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, expectRefusal, openBooks, transaction } from '../support/requests';
import { refusedWrite } from '../support/untouched';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const errorsOf = (answer: Awaited<ReturnType<TestBooks['api']['get']>>): Record<string, string[]> => answer.body.errors;

describe('an unknown query parameter', () => {
  test.each([
    ['/accounts?as_of_date=2026-10-01', 'as_of_date'],
    ['/transactions?stauts=failed', 'stauts'],
    ['/transactions?from=2026-12-01', 'from'],
    ['/accounts?category=customer', 'category'],
    ['/ledger?colour=red', 'colour'],
    ['/accounts?metadata[x]=1', 'metadata[x]'],
    ['/accounts?attributes[region]=north', 'attributes[region]'],
  ])('is refused and named: GET %s', async (path, name) => {
    const answer = await books.api.get(path);
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    expect(Object.keys(errorsOf(answer))).toEqual([name]);
  });

  test('is answered with the nearest known one', async () => {
    const answer = await books.api.get('/transactions?stauts=failed');
    expect(errorsOf(answer)).toEqual({ stauts: ['is not known; the nearest is status'] });
  });

  test('is refused on writes too, and nothing is written', async () => {
    const body = transaction();
    expectRefusal(await books.api.post('/transactions?dry=true', body), 422, 'VALIDATION_ERROR');
    expect((await books.api.post('/transactions', body)).headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('an unknown body field', () => {
  test('is refused in reversals and voids, because a misspelt partial refund must not become a whole one', async () => {
    const { id } = await decide(books.api);
    const reversal = await books.api.post(`/transactions/${id}/reverse`, {
      ...{ reason: 'refund 1', date: '2026-02-01', amonut: '1.00' },
    });
    expectRefusal(reversal, 400, 'VALIDATION_ERROR');
    expect(errorsOf(reversal)).toEqual({ amonut: ['is not known here; the nearest is amount'] });
    const voiding = await books.api.post(`/transactions/${id}/void`, { reson: 'mistaken' });
    expectRefusal(voiding, 422, 'VALIDATION_ERROR');
    expect(dataOf(await books.api.get(`/transactions/${id}`), 200).status).toBe('posted');
  });

  test('is named by its path', async () => {
    const { id, entries } = await decide(books.api);
    const part = entries.map((entry: { id: string }) => ({ entry_id: entry.id, amount: '1.00' }));
    const answer = await books.api.post(`/transactions/${id}/reverse`, {
      ...{ reason: 'refund 1', date: '2026-02-01', entries: [part[0], { ...part[1], colour: 'red' }] },
    });
    expectRefusal(answer, 400, 'VALIDATION_ERROR');
    expect(errorsOf(answer)).toEqual({ 'entries.1.colour': ['is not known here'] });
  });

  test('is named in valid text, even if its name is not', async () => {
    const { id } = await decide(books.api);
    const answer = await books.api.post(`/transactions/${id}/void`, { reason: 'mistaken', 'half \ud835': 1 });
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    expect(errorsOf(answer)).toEqual({ 'half \ufffd': ['is not known here'] });
    const batch = { transactions: [{ operation: 'reverse', transaction_id: id, 'half \ud835': 1 }] };
    const rejected = await books.api.post('/transactions/batch', batch);
    expect(JSON.stringify(rejected.body)).toContain('half \ufffd');
  });

  test('is refused in a template, which never changes, and all of them are named', async () => {
    const code = {
      code: 'SLIP',
      name: 'A slip',
      colour: 'red',
      params_schema: { amount: { type: 'decimal' } },
      entries_template: {
        entries: [
          { account: 'CASH', type: 'debit', amount: '{params.amount}', layr: 'pending' },
          { account: 'SALES', type: 'credit', amount: '{params.amount}', condition: 'params.amount > 0' },
        ],
        size: 2,
      },
      validation_rules: { rules: [{ expression: 'params.amount > 0', message: 'more', hint: 'x' }] },
    };
    const answer = await refusedWrite(ledger, books, () => books.api.post('/trancodes', code));
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    const unknown = {
      colour: '',
      'entries_template.entries.0.layr': '; the nearest is layer',
      'entries_template.entries.1.condition': '',
      'entries_template.size': '',
      'validation_rules.rules.0.hint': '',
    };
    expect(errorsOf(answer)).toEqual(
      Object.fromEntries(Object.entries(unknown).map(([name, nearest]) => [name, [`is not known here${nearest}`]])),
    );
    expect(answer.headers.get('X-Ignored-Fields')).toBeNull();
    // This body has an unknown member and a wrong value. The service answers 400, as for the wrong value alone.
    const wrong = await books.api.post('/trancodes', { ...code, name: '' });
    expectRefusal(wrong, 400, 'VALIDATION_ERROR');
    expect(Object.keys(errorsOf(wrong))).toEqual(expect.arrayContaining(['name', 'colour']));
  });

  test.each(['convert', 'transfer'])('is refused in a request to %s', async (operation) => {
    const answer = await books.api.post(`/strings/ANY/${operation}`, {
      ...{ source_ledger_code: 'A', target_ledger_code: 'B', account_code: 'X', reference: 'r', fee: '1.00' },
      ...(operation === 'convert' ? { source_amount: '1.00', target_amount: '1.00' } : { amount: '1.00' }),
    });
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    expect(errorsOf(answer)).toEqual({ fee: ['is not known here'] });
  });

  test('is ignored elsewhere, and a header names it', async () => {
    const answer = await books.api.post('/transactions', transaction({ colour: 'red' }));
    expect(answer.status).toBe(202);
    expect(answer.headers.get('x-ignored-fields')).toBe('colour');
  });

  test('is refused everywhere with handling=strict', async () => {
    const strict = { Prefer: 'handling=strict, wait=1' };
    const answer = await books.api.post('/transactions', transaction({ colour: 'red' }), strict);
    expectRefusal(answer, 400, 'VALIDATION_ERROR');
    expect(errorsOf(answer)).toEqual({ colour: ['is not known here'] });
    expect((await books.api.post('/transactions', transaction(), strict)).status).toBe(202);
  });

  test('rejects only its own item of a batch', async () => {
    const transactions = [transaction(), transaction({ colour: 'red' }), transaction()];
    const answer = await books.api.post('/transactions/batch', { transactions }, { Prefer: 'handling=strict' });
    const { results } = dataOf(answer, 202);
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['pending', 'rejected', 'pending']);
    expect(results[1]).toMatchObject({ code: 'VALIDATION_ERROR', errors: { colour: ['is not known here'] } });
  });
});
