/**
 * Two requests with one idempotency key are the same request if they mean the same, even if they are written differently. A request that
 * means something else is refused.
 */
import type { Answer } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, seedOf } from '../support/random';
import {
  otherFee,
  otherPost,
  randomFee,
  randomPost,
  respelledAmount,
  respelledFee,
  respelledPost,
  type Spellings,
} from '../support/respelling';
import {
  credit,
  dataOf,
  debit,
  decide,
  defaultJournalOf,
  expectRefusal,
  freshKey,
  openAccount,
  openBooks,
  replayOf,
  sale,
  transaction,
  type Fields,
} from '../support/requests';
import { conversion, openCustomer, openMembers, transferring } from '../support/strings';

const ledger = ledgerOfFile();
let books: TestBooks;
let spellings: Spellings;

beforeAll(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'FEES', type: 'expense' });
  const accounts = dataOf(await books.api.get('/accounts'), 200);
  const [, , defaultJournalId = ''] = (await defaultJournalOf(books)).split('/');
  spellings = { accounts, defaultJournalId };
  dataOf(await books.api.post('/trancodes', feeCode), 201);
});

/** A transaction code whose parameter for the paying account may be an id or a code, and whose amounts also appear in a description. */
const feeCode = {
  code: 'FEE',
  name: 'A fee',
  params_schema: {
    payer: { type: 'string' },
    note: { type: 'string', required: false },
    rate: { type: 'decimal', default: '0.1' },
    parts: { type: 'list', items: { amount: { type: 'decimal' }, account: { type: 'string' } } },
  },
  entries_template: {
    entries: [
      {
        repeat: 'params.parts',
        account: '{item.account}',
        type: 'debit',
        amount: '{item.amount}',
        description: 'of {item.amount}',
      },
      { account: 'FEES', type: 'debit', amount: '{round(params.rate * 10, 2)}', description: '{params.note}' },
      { account: '{params.payer}', type: 'credit', amount: '{remainder}' },
    ],
  },
};

const post = (body: Fields): Promise<Answer> => books.api.post('/transactions', body);
const idOf = (code: string): string => spellings.accounts.find((account) => account.code === code)?.id ?? '';

const expectReplay = (answer: Answer, first: Answer): void => {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 202,
    body: { success: true, data: replayOf(first.body.data) },
  });
  expect(answer.headers.get('Idempotency-Replayed')).toBe('true');
};

describe('a repeated request', () => {
  test.each<[spelled: string, first: Fields, second: Fields]>([
    [
      'with its amounts in other spellings',
      { entries: [debit('CASH', '10.50'), credit('SALES', '10.5')] },
      { entries: [debit('CASH', '010.5'), credit('SALES', '10.500')] },
    ],
    ['with empty metadata and attributes', {}, { metadata: {}, attributes: {} }],
    [
      'with empty metadata of an entry',
      { entries: sale('3.00') },
      { entries: [debit('CASH', '3', { metadata: {} }), credit('SALES', '3', { metadata: null, description: null })] },
    ],
    [
      'with a correlation id in capitals',
      { correlation_id: '01930000-0000-7000-8000-00000000000a' },
      { correlation_id: '01930000-0000-7000-8000-00000000000A' },
    ],
  ])('is a replay %s', async (_, first, second) => {
    const body = transaction();
    const made = await post({ ...body, ...first });
    dataOf(made, 202);
    expectReplay(await post({ ...body, ...second }), made);
    expectReplay(await post({ ...body, ...first }), made);
  });

  test('is a replay with accounts by id and the default journal named explicitly', async () => {
    const body = transaction();
    const made = await post(body);
    dataOf(made, 202);
    const entries = [
      { account_id: idOf('CASH'), type: 'debit', amount: '10.00' },
      { account_id: idOf('SALES').toUpperCase(), type: 'credit', amount: '10.00' },
    ];
    expectReplay(await post({ ...body, entries, journal_id: spellings.defaultJournalId }), made);
    const other = [{ ...entries[0], account_id: idOf('FEES') }, entries[1]];
    expectRefusal(await post({ ...body, entries: other }), 409, 'idempotency_key_reused');
  });

  test('is a replay with the old code, the new code or the id of a renamed account', async () => {
    const account = await openAccount(books.api, { code: 'OLD' });
    const body = (fields: Fields): Fields => ({
      ...transaction({ idempotency_key: 'renamed' }),
      entries: [{ type: 'debit', amount: '1.00', ...fields }, credit('SALES', '1.00')],
    });
    const made = await post(body({ account_code: 'OLD' }));
    dataOf(made, 202);
    dataOf(await books.api.put(`/accounts/${account.id}`, { code: 'NEW1' }), 200);
    await openAccount(books.api, { code: 'OLD' });
    for (const fields of [{ account_code: 'OLD' }, { account_code: 'NEW1' }, { account_id: account.id }])
      expectReplay(await post(body(fields)), made);
    expectRefusal(await post(body({ account_code: 'CASH' })), 409, 'idempotency_key_reused');
  });

  test('through a transaction code is a replay if its parameters have the same values', async () => {
    const body = (params: Fields): Fields => ({
      effective_date: '2026-01-15',
      description: 'Fee',
      idempotency_key: 'by code',
      transaction_code: 'FEE',
      transaction_code_params: params,
    });
    const made = await post(body({ payer: 'CASH', parts: [{ amount: '5.50', account: 'SALES' }] }));
    dataOf(made, 202);
    for (const params of [
      { payer: idOf('CASH'), parts: [{ amount: '5.5', account: 'SALES' }], note: null },
      { payer: 'CASH', parts: [{ amount: '05.5', account: idOf('SALES') }], rate: '0.10' },
    ])
      expectReplay(await post(body(params)), made);
    for (const params of [
      { payer: 'CASH', parts: [{ amount: '5.51', account: 'SALES' }] },
      { payer: 'FEES', parts: [{ amount: '5.50', account: 'SALES' }] },
      { payer: 'CASH', parts: [{ amount: '5.50', account: 'FEES' }] },
      { payer: 'CASH', parts: [{ amount: '5.50', account: 'SALES' }], note: 'x' },
      { payer: 'CASH', parts: [{ amount: '5.50', account: 'SALES' }], rate: '0.11' },
    ])
      expectRefusal(await post(body(params)), 409, 'idempotency_key_reused');
  });

  test('through a transaction code is refused if another name of an account changes a description', async () => {
    const code = {
      code: 'SHOWN',
      name: 'Shows the account',
      params_schema: { payer: { type: 'string' } },
      entries_template: {
        entries: [
          { account: '{params.payer}', type: 'debit', amount: '1.00' },
          { account: 'SALES', type: 'credit', amount: '1.00', description: 'by {params.payer}' },
        ],
      },
    };
    dataOf(await books.api.post('/trancodes', code), 201);
    const body = { ...transaction({ entries: undefined }), transaction_code: 'SHOWN' };
    const params = (payer: string): Fields => ({ ...body, transaction_code_params: { payer } });
    const made = await post(params('CASH'));
    dataOf(made, 202);
    expectReplay(await post(params('CASH')), made);
    expectRefusal(await post(params(idOf('CASH'))), 409, 'idempotency_key_reused');
  });

  test('is a replay after its transaction code was deprecated only if it is spelled as before, as the message says', async () => {
    const { id } = dataOf(await books.api.post('/trancodes', { ...feeCode, code: 'ENDS' }), 201);
    const spelled = (amount: string): Fields => ({
      ...transaction({ entries: undefined, idempotency_key: 'ends', transaction_code: 'ENDS' }),
      transaction_code_params: { payer: 'CASH', parts: [{ amount, account: 'SALES' }] },
    });
    const made = await post(spelled('5.50'));
    expectReplay(await post(spelled('5.5')), made);
    dataOf(await books.api.post(`/trancodes/${id}/deprecate`), 200);
    const { code, message } = (await post(spelled('5.5'))).body;
    expect([code, message]).toEqual(['idempotency_key_reused', expect.stringContaining('as it was first sent')]);
    expectReplay(await post(spelled('5.50')), made);
  });

  test('within one batch is posted once', async () => {
    const first = transaction({ entries: sale('7.50') });
    const again = { ...first, metadata: {}, entries: sale('7.5') };
    const { results } = dataOf(await books.api.post('/transactions/batch', { transactions: [first, again] }), 202);
    expect(results.map(({ id, replayed }: Fields) => [id, replayed])).toEqual([
      [results[0].id, false],
      [results[0].id, true],
    ]);
  });
});

describe('with the same key,', () => {
  const hold = () => decide(books.api, { layer: 'pending' });

  test.each<[done: string, first: Fields, second: Fields, open: () => Promise<Answer['body']>]>([
    ['settle', { amount: '2.50', attributes: null }, { amount: '02.5', metadata: {}, attributes: {} }, hold],
    ['release', { amount: '2.50' }, { amount: '2.500' }, hold],
    ['reverse', { amount: '2.50' }, { amount: '2.5', metadata: {} }, () => decide(books.api)],
  ])('%s is a replay in another spelling, and refused with another amount', async (done, first, second, open) => {
    const { id } = await open();
    const key = freshKey();
    const send = (fields: Fields): Promise<Answer> =>
      books.api.post(`/transactions/${id}/${done}`, {
        ...(done === 'reverse' ? { reason: 'returned', date: '2026-01-20' } : {}),
        ...fields,
        idempotency_key: key,
      });
    const made = dataOf(await send(first), 201);
    const replay = await send(second);
    expect(dataOf(replay, 201).id).toBe(made.id);
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
    expectRefusal(await send({ amount: '2.51' }), 409, 'idempotency_key_reused');
  });

  test.each([
    ['convert', conversion, { source_amount: '010.0', target_amount: '9.2', rate: '0.920', attributes: {} }],
    ['transfer', transferring, { amount: '0010', attributes: {} }],
  ] as const)('%s is a replay in another spelling, and refused with another amount', async (verb, request, spelled) => {
    const wanted = [{ currency: 'USD' }, { currency: 'EUR' }, { currency: 'USD' }] as const;
    const [dollars, euros, others] = await openMembers(ledger, ['SAME'], wanted);
    await openCustomer(dollars, 'ALICE');
    const body = request([dollars, verb === 'convert' ? euros : others]);
    const send = (fields: Fields): Promise<Answer> => dollars.api.post(`/strings/SAME/${verb}`, { ...body, ...fields });
    const made = dataOf(await send({}), 201);
    expect(dataOf(await send(spelled), 200)).toEqual({ ...made, replayed: true });
    const amount = verb === 'convert' ? { source_amount: '10.01' } : { amount: '10.01' };
    expectRefusal(await send(amount), 409, 'idempotency_key_reused');
  });
});

const kinds = {
  'with entries': { random: randomPost, respelled: respelledPost, other: otherPost },
  'through a transaction code': { random: randomFee, respelled: respelledFee, other: otherFee },
};

/** Sends the request in two ways, alone and as an item of a batch, and returns the result. */
const ways = {
  alone: async (body: Fields) => {
    const { status, body: answer, headers } = await post(body);
    const replayed = headers.get('Idempotency-Replayed') === 'true';
    return status === 202 ? { id: answer.data.id, replayed } : { code: answer.code };
  },
  'in a batch': async (body: Fields) => {
    const batch = await books.api.post('/transactions/batch', { transactions: [body] });
    const [{ id, replayed, code }] = batch.body.data.results;
    return code === null ? { id, replayed } : { code };
  },
};

describe.each(Object.entries(kinds))('a random request %s', (_, { random: randomOf, respelled, other }) => {
  test.each(Object.entries(ways))(
    '%s is a replay in random spellings, and refused with a random difference',
    async (__, send) => {
      const seed = seedOf('SAME_REQUEST_SEED');
      const random = randomFrom(seed);
      for (let round = 0; round < 40; round++) {
        const body = randomOf(random, spellings);
        const spelled = Array.from({ length: 2 }, () => respelled(random, spellings, body));
        const differing = respelled(random, spellings, other(random, spellings, body));
        const where = `SAME_REQUEST_SEED=${seed}, round ${round}: ${JSON.stringify([body, ...spelled, differing])}`;
        const first = await send(random.pick([body, respelled(random, spellings, body)]));
        const answers = [first];
        for (const again of [...spelled, body, differing]) answers.push(await send(again));
        const { id } = first;
        const replay = { id, replayed: true };
        expect([where, ...answers]).toEqual([
          where,
          { id: expect.any(String), replayed: false },
          replay,
          replay,
          replay,
          { code: 'idempotency_key_reused' },
        ]);
      }
    },
  );
});

test('an amount has many spellings', () => {
  const random = randomFrom(1);
  expect(new Set(Array.from({ length: 50 }, () => respelledAmount(random, '10.50'))).size).toBeGreaterThan(5);
});
