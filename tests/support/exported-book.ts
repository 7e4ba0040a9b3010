/** A small book that contains every feature which the export formats must represent. */
import type { Client } from './client';
import type { HandClock } from './hand-clock';
import type { TestBooks, TestLedger } from './ledger';
import { credit, dataOf, debit, decide, openAccount } from './requests';

/** Contains every character that has a meaning in one of the formats. */
export const hardDescription = '  (Say) "A:B"; 50% of x | y,  twice: 😀\nand =SUM(A1) [2026-02-30] ';

export const openHardBook = async (ledger: TestLedger): Promise<TestBooks> => {
  const books = await ledger.newLedger();
  const { api } = books;
  const open = (fields: object): Promise<unknown> => openAccount(api, { ...fields });
  await open({ code: 'ASSETS', name: 'Everything owned', type: 'asset' });
  await open({
    ...{ code: 'bank.main', name: 'Bank, "main"; the account', type: 'asset', parent_code: 'ASSETS' },
    ...{ description: 'two\nlines', metadata: { iban: 'X 1,2', deep: [true, null] } },
  });
  await open({ code: 'DEPREC', name: '=cmd|calc', type: 'asset', normal_balance: 'credit', parent_code: 'ASSETS' });
  await open({ code: 'c:1', name: 'Customer 1', type: 'liability', category: 'customer' });
  await open({ code: 'c-1', name: 'Customer 1 again', type: 'liability', category: 'customer' });
  await open({ code: '-SALES', name: ' Sales ', type: 'revenue' });
  await open({ code: 'RENT', name: 'Rent', type: 'expense', is_active: true });
  await open({ code: 'CAPITAL', name: 'Capital', type: 'equity' });
  await open({ code: 'OLD', name: 'Not used any more', type: 'expense', is_active: false });
  dataOf(await api.post('/journals', { code: 'J-2', name: 'Second' }), 201);
  return books;
};

const postPlain = async (api: Client): Promise<{ readonly id: string }> => {
  const { id: journal_id } = dataOf(await api.get('/journals'), 200).find(
    ({ code }: { code: string }) => code === 'J-2',
  );
  const first = await decide(api, {
    ...{ effective_date: '2026-01-01', description: 'Capital paid in', reference: 'R/1' },
    entries: [debit('bank.main', '1000.00'), credit('CAPITAL', '1000.00')],
  });
  await decide(api, {
    ...{ effective_date: '0001-01-01', description: hardDescription, reference: '', journal_id },
    ...{ correlation_id: 'order;7', correlation_type: 'a, b', correlation_source_id: first.id },
    metadata: { 'key, with: "all"': "it's [1]; 100%", n: 1.5 },
    attributes: {
      a: 'x',
      text: 'y',
      filename: 'true',
      code: '  ',
      region: 'EU, "north": 5%;',
      empty: '',
      date2: '2026-13-45',
    },
    entries: [
      debit('bank.main', '0.01', {
        description: 'see [2026-02-30], date:foo; (b)',
        metadata: { list: [1, '[2026-01-01]'] },
      }),
      debit('RENT', '12345678901234567890.99', { description: '' }),
      credit('-SALES', '12345678901234567891.00'),
    ],
  });
  await decide(api, {
    ...{ effective_date: '9999-12-31', description: '*** ; |' },
    entries: [debit('RENT', '5.00'), credit('DEPREC', '5.00')],
  });
  return first;
};

/** Posts holds: one settled in part and expired, one released in part and still open, one reversed. */
const postHolds = async (api: Client, { app }: TestLedger, clock: HandClock): Promise<void> => {
  const hold = async (amount: string, fields: object = {}): Promise<string> =>
    (
      await decide(api, {
        ...{ effective_date: '2026-01-05', description: `Hold of ${amount}`, layer: 'pending', ...fields },
        entries: [debit('c:1', amount), credit('c-1', amount)],
      })
    ).id;
  const settled = await hold('30.00', { expires_at: '2026-01-21T00:00:00.000Z' });
  dataOf(
    await api.post(`/transactions/${settled}/settle`, {
      date: '2026-01-06',
      amount: '20.00',
      final: false,
      idempotency_key: 's',
    }),
    201,
  );
  clock.advance(2 * 86_400_000);
  await app.background.idle('expiry');
  expect(dataOf(await api.get('/transactions?hold_state=expired'), 200)).toHaveLength(1);
  const released = await hold('40.00', { expires_at: '2099-01-01T00:00:00.000Z' });
  dataOf(
    await api.post(`/transactions/${released}/release`, { reason: 'less', amount: '1.00', idempotency_key: 'r' }),
    201,
  );
  const ended = await hold('50.00', { expires_at: '2099-01-01T00:00:00.000Z', layer: 'encumbrance' });
  dataOf(
    await api.post(`/transactions/${ended}/reverse`, { reason: 'no', date: '2026-01-07', idempotency_key: 'v' }),
    201,
  );
};

/** Posts a transaction that is reversed in part, and a void one, which the export leaves out. */
const postUndone = async (api: Client): Promise<void> => {
  const entries = [debit('RENT', '7.00'), credit('bank.main', '7.00')];
  const { id } = await decide(api, { effective_date: '2026-01-08', description: 'Rent', entries });
  dataOf(
    await api.post(`/transactions/${id}/reverse`, {
      reason: 'too much',
      date: '2026-01-09',
      amount: '2.00',
      idempotency_key: 'u',
    }),
    201,
  );
  const gone = await decide(api, { effective_date: '2026-01-08', description: 'Never happened', entries });
  dataOf(await api.post(`/transactions/${gone.id}/void`, { reason: 'twice' }), 200);
};

/** Posts through a transaction code that sets the layer. */
const postLayers = async (api: Client): Promise<void> => {
  const layer = 'pending';
  dataOf(
    await api.post('/trancodes', {
      ...{ code: 'HELD', name: 'Held', status: 'active', params_schema: {} },
      entries_template: {
        entries: [
          { account: 'RENT', type: 'debit', amount: '1.00', layer },
          { account: 'bank.main', type: 'credit', amount: '1.00', layer },
          { account: 'c:1', type: 'debit', amount: '2.00', layer, description: 'held' },
          { account: 'c-1', type: 'credit', amount: '2.00', layer },
        ],
      },
    }),
    201,
  );
  await decide(api, {
    ...{ effective_date: '2026-01-10', description: 'Held by a code', entries: undefined },
    ...{ transaction_code: 'HELD', transaction_code_params: {} },
  });
};

export const fillHardBook = async (ledger: TestLedger, { api }: TestBooks, clock: HandClock): Promise<void> => {
  await postPlain(api);
  await postHolds(api, ledger, clock);
  await postUndone(api);
  await postLayers(api);
};
