import { quiet } from '../support/client';
import { ledgerOfFile } from '../support/ledger-of-file';
import { accept, credit, dataOf, debit, decide, openAccount, openBooks } from '../support/requests';
import { reversal, reverse } from '../support/reversals';

const ledger = ledgerOfFile();

describe('reversing again with the same key', () => {
  test.each(['body', 'header', 'both'])('in the %s returns the same reversal', async (place) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const body = reversal(place === 'header' ? {} : { idempotency_key: 'undo' });
    const headers: Record<string, string> = place === 'body' ? {} : { 'Idempotency-Key': 'undo' };
    const first = await books.api.post(`/transactions/${id}/reverse`, body, headers);
    const replays = [
      await books.api.post(`/transactions/${id}/reverse`, { ...body, metadata: null }, headers),
      await books.api.post(`/transactions/${id.toUpperCase()}/reverse`, reversal({ idempotency_key: 'undo' })),
      await books.api.post(`/transactions/${id}/reverse`, reversal(), { 'Idempotency-Key': 'undo' }),
    ];
    for (const replay of replays) {
      expect(replay.status).toBe(201);
      expect(replay.body).toEqual(first.body);
      expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
      expect(replay.headers.get('Location')).toBe(first.headers.get('Location'));
    }
    expect(dataOf(await books.api.get('/accounts'), 200)).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
  });

  test('returns it even after the period was locked and the journal closed', async () => {
    const books = await openBooks(ledger);
    const { id, journal_id } = await decide(books.api);
    const first = await reverse(books, id, { idempotency_key: 'undo' });
    dataOf(
      await books.api.post('/period-locks', { locked_until: '2026-12-31', reason: 'Closed', includes_open_days: true }),
      201,
    );
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'closed' }), 200);
    expect(await reverse(books, id, { idempotency_key: 'undo' })).toEqual(first);
  });

  test('reverses once, even for concurrent requests', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        books.api.post(`/transactions/${id}/reverse`, reversal({ idempotency_key: 'undo' })),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
    expect(made.filter(({ headers }) => !headers.has('Idempotency-Replayed'))).toHaveLength(1);
    for (const { status, body } of answers)
      expect([201, 'idempotency_key_in_use']).toContain(status === 201 ? status : body.code);
    expect(dataOf(await books.api.get('/transactions'), 200)).toHaveLength(2);
  });

  test('reverses once without a key too; the other requests are refused as already reversed', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => books.api.post(`/transactions/${id}/reverse`, reversal())),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.sort()).toEqual([201, ...Array.from({ length: 7 }, () => 'TRANSACTION_ALREADY_REVERSED')]);
    expect(dataOf(await books.api.get('/transactions'), 200)).toHaveLength(2);
  });
});

describe('a reversal between other transactions', () => {
  test('takes its place in the sequence, without a gap', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await reverse(books, id);
    await Promise.all([accept(books.api), accept(books.api)]);
    await quiet(books.api);
    const sequences = dataOf(await books.api.get('/transactions'), 200).map(
      ({ sequence }: { sequence: number }) => sequence,
    );
    expect(sequences).toEqual([4, 3, 2, 1]);
  });

  test('frees its amount within the limits of the account', async () => {
    const books = await openBooks(ledger);
    await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      min_balance: '0',
      max_balance: '10',
    });
    const fill = (effective_date: string) =>
      decide(books.api, { effective_date, entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] });
    const { id } = await fill('2026-01-15');
    expect(await fill('2026-02-28')).toMatchObject({ status: 'failed' });
    await reverse(books, id);
    expect(await fill('2026-02-28')).toMatchObject({ status: 'posted' });
  });
});
