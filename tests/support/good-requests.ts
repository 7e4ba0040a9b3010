/**
 * A successful request for every endpoint, with every field that it may have. If an endpoint has no request here, the tests that walk over
 * all endpoints fail.
 */
import { endpointOf } from './answers';
import type { Answer, Client } from './client';
import { stringCode, type GoodWorld } from './good-world';
import { proofRequests } from './good-proofs';
import { reportRequests } from './good-reports';
import { webhookRequests } from './good-webhooks';
import type { Route } from '../../src/kernel/http/route';
import type { Ledger } from '../../src/modules/ledgering';
import {
  accept,
  account,
  credit,
  dataOf,
  debit,
  decide,
  freshKey,
  lockPeriod,
  openAccount,
  openJournal,
  transaction,
  type Fields,
} from './requests';

export interface GoodRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Fields;
}

const metadata = { note: 'for the auditor', tags: ['a', { deep: true }] };
const note = { description: 'a description', metadata };

const template = (fields: Fields = {}): Fields => ({
  code: freshKey().toUpperCase(),
  name: 'Card payment',
  description: 'less the fee',
  status: 'active',
  params_schema: {
    amount: { type: 'decimal', min: '1.00' },
    order: { type: 'string', max_length: 40, required: false },
    parts: { type: 'list', items: { amount: { type: 'decimal' } } },
  },
  entries_template: {
    entries: [
      { repeat: 'params.parts', account: 'CASH', type: 'debit', amount: '{item.amount}', layer: 'settled', ...note },
      { account: 'SALES', type: 'credit', amount: '{params.amount}' },
    ],
  },
  attributes_template: { channel: 'card' },
  validation_rules: { rules: [{ expression: 'params.amount > 0', message: 'must be positive' }] },
  metadata,
  ...fields,
});

const full = (journal_id: string, source: string): Fields =>
  transaction({
    reference: 'INV-1',
    layer: 'settled',
    journal_id,
    correlation_id: 'order-7',
    correlation_type: 'payment',
    correlation_source_id: source,
    metadata,
    attributes: { channel: 'web' },
    entries: [debit('CASH', '10.00', note), credit('SALES', '10.00', note)],
  });

const idOf = async (answer: Promise<Answer>, status = 201): Promise<string> => dataOf(await answer, status).id;
const newSet = (api: Client): Promise<string> => idOf(api.post('/account-sets', { code: freshKey(), name: 'A set' }));
const cash = async (api: Client): Promise<string> =>
  dataOf(await api.get('/accounts?search=CASH'), 200).find(({ code }: { code: string }) => code === 'CASH').id;
const newTemplate = (api: Client): Promise<string> => idOf(api.post('/trancodes', template()));
/** A journal, and a transaction to correlate with. Requests of the same client share them, because no request changes them. */
const lasting = new WeakMap<Client, Promise<readonly [journal: string, source: string]>>();
const fullTransaction = async (api: Client): Promise<Fields> => {
  const found = lasting.get(api) ?? Promise.all([openJournal(api), accept(api).then(({ id }) => id as string)]);
  lasting.set(api, found);
  return full(...(await found));
};

const postedAtOnce = 40;
const posted = { settled: new WeakMap<Client, string[]>(), pending: new WeakMap<Client, string[]>() };
/** Returns a posted transaction that no other request has used. Such transactions are posted in batches. */
const fresh = async (api: Client, layer: keyof typeof posted = 'settled'): Promise<string> => {
  const ready = posted[layer].get(api) ?? [];
  posted[layer].set(api, ready);
  if (ready.length === 0) {
    const transactions = Array.from({ length: postedAtOnce }, () => transaction({ layer }));
    const { results } = dataOf(await api.post('/transactions/batch', { transactions }), 202);
    // The poster posts in order of acceptance, so the whole batch is posted once this later transaction is.
    await decide(api);
    ready.push(...(results as readonly { id: string }[]).map(({ id }) => id));
  }
  return ready.pop() as string;
};
const attributeKey = (): string => freshKey().replace('-', '_');
/** A part of a transaction: 0.01 of each entry. */
const partOf = async (api: Client, transactionId: string): Promise<readonly Fields[]> => {
  const { entries } = dataOf(await api.get(`/transactions/${transactionId}`), 200);
  return entries.map(({ id }: { readonly id: string }) => ({ entry_id: id, amount: '0.01' }));
};

const operation = (from: Ledger, to: Ledger, fields: Fields): GoodRequest => ({
  params: { code: stringCode },
  body: {
    source_ledger_code: from.code,
    target_ledger_code: to.code,
    account_code: 'CASH',
    reference: 'MOVE-1',
    effective_date: '2026-02-01',
    description: 'moved',
    attributes: { channel: 'move' },
    idempotency_key: freshKey(),
    ...fields,
  },
});

const codeOf4 = (): string => Number(freshKey().slice('key-'.length)).toString(36).padStart(4, '0');
const day = { as_of_date: '2026-02-01', layer: 'settled' };

const requests: Readonly<Record<string, (world: GoodWorld) => GoodRequest | Promise<GoodRequest>>> = {
  'GET /ledger': () => ({}),
  'GET /accounts': async ({ api }) => ({
    query: { type: 'asset', active: 'true', search: 'CASH', parent_id: await cash(api), tree: 'false' },
  }),
  'POST /accounts': () => ({
    body: account({
      normal_balance: 'debit',
      parent_code: 'CASH',
      ...note,
      is_active: true,
      is_system: false,
      enforce_balance_limits: true,
      min_balance: '0.00',
      max_balance: '1000.00',
    }),
  }),
  'GET /accounts/{accountId}': async ({ api }) => ({ params: { accountId: await cash(api) } }),
  'PUT /accounts/{accountId}': async ({ api }) => ({
    params: { accountId: (await openAccount(api)).id },
    body: {
      parent_id: await cash(api),
      code: codeOf4(),
      name: 'Another name',
      type: 'asset',
      normal_balance: 'debit',
      ...note,
      is_active: true,
      enforce_balance_limits: true,
      min_balance: '0.00',
      max_balance: '1000.00',
    },
  }),
  'DELETE /accounts/{accountId}': async ({ api }) => ({ params: { accountId: (await openAccount(api)).id } }),
  'GET /accounts/{accountId}/entries': async ({ api }) => ({
    params: { accountId: await cash(api) },
    query: { start_date: '2026-01-01', end_date: '2026-12-31', layer: 'settled' },
  }),
  'GET /accounts/code/{code}/balance': () => ({ params: { code: 'CASH' }, query: { ...day, known_at_sequence: '2' } }),

  'GET /account-sets': () => ({ query: { search: 'a' } }),
  'POST /account-sets': () => ({ body: { code: freshKey(), name: 'A set', ...note } }),
  'GET /account-sets/{id}': async ({ api }) => ({ params: { id: await newSet(api) } }),
  'PUT /account-sets/{id}': async ({ api }) => ({
    params: { id: await newSet(api) },
    body: { code: freshKey(), name: 'Another name', ...note },
  }),
  'DELETE /account-sets/{id}': async ({ api }) => ({ params: { id: await newSet(api) } }),
  'GET /account-sets/{id}/members': async ({ api }) => ({ params: { id: await newSet(api) } }),
  'POST /account-sets/{id}/members': async ({ api }) => ({
    params: { id: await newSet(api) },
    body: { member_type: 'account', member_id: await cash(api) },
  }),
  'DELETE /account-sets/{id}/members/{memberId}': async ({ api }) => {
    const [id, memberId] = [await newSet(api), await cash(api)];
    dataOf(await api.post(`/account-sets/${id}/members`, { member_type: 'account', member_id: memberId }), 201);
    return { params: { id, memberId } };
  },
  'GET /account-sets/{id}/balance': async ({ api }) => ({ params: { id: await newSet(api) }, query: day }),

  'GET /journals': () => ({}),
  'POST /journals': () => ({ body: { code: freshKey(), name: 'A journal', status: 'active', ...note } }),
  'GET /journals/{journalId}': async ({ api }) => ({ params: { journalId: await openJournal(api) } }),
  'PUT /journals/{journalId}': async ({ api }) => ({
    params: { journalId: await openJournal(api) },
    body: { code: freshKey(), name: 'Another name', status: 'active', ...note },
  }),

  'POST /transactions': async ({ api }) => ({ body: await fullTransaction(api) }),
  'POST /transactions/batch': async ({ api }) => ({
    body: { transactions: [await fullTransaction(api), transaction()], atomic: false },
  }),
  'GET /transactions': async ({ api }) => {
    const { id, journal_id } = await decide(api);
    dataOf(await api.get(`/transactions/${id}`), 200);
    return {
      query: {
        layer: 'settled',
        status: 'posted',
        from_date: '2026-01-01',
        to_date: '2026-12-31',
        correlation_id: 'order-7',
        journal_id,
        account_id: await cash(api),
        batch_id: id,
        reference: 'INV-1',
      },
    };
  },
  'GET /transactions/correlation': () => ({ query: { correlation_id: 'order-7' } }),
  'GET /transactions/{transactionId}': async ({ api }) => ({ params: { transactionId: (await accept(api)).id } }),
  'POST /transactions/{transactionId}/settle': async ({ api }) => {
    const transactionId = await fresh(api, 'pending');
    const fields = { description: 'captured', reference: 'C-1', metadata, attributes: { channel: 'web' } };
    const rest = { date: '2026-02-01', final: false, idempotency_key: freshKey() };
    return { params: { transactionId }, body: { ...fields, ...rest, entries: await partOf(api, transactionId) } };
  },
  'POST /transactions/{transactionId}/extend': async ({ api }) => ({
    params: { transactionId: await fresh(api, 'pending') },
    body: { amount: '10.50', expires_at: '2099-01-01T00:00:00.000Z', idempotency_key: freshKey() },
  }),
  'POST /transactions/{transactionId}/release': async ({ api }) => {
    const transactionId = await fresh(api, 'pending');
    const body = { reason: 'cancelled', idempotency_key: freshKey(), entries: await partOf(api, transactionId) };
    return { params: { transactionId }, body };
  },
  'POST /transactions/{transactionId}/reverse': async ({ api }) => {
    const transactionId = await fresh(api);
    const part = await partOf(api, transactionId);
    const fields = { reason: 'twice', date: '2026-02-01', reference: 'R-1', metadata, idempotency_key: freshKey() };
    return { params: { transactionId }, body: { ...fields, entries: part } };
  },
  'POST /transactions/{transactionId}/void': async ({ api }) => ({
    params: { transactionId: await fresh(api) },
    body: { reason: 'twice' },
  }),

  'GET /period-locks': () => ({}),
  'POST /period-locks': () => ({ body: { locked_until: '2020-12-31', reason: 'audited' } }),
  'POST /period-locks/{id}/release': async ({ api }) => ({
    params: { id: await lockPeriod(api, '2019-12-31') },
    body: { reason: 'audited again' },
  }),
  'GET /activity': async ({ api }) => {
    const { id } = await decide(api);
    return { query: { transaction_id: id, account_id: await cash(api), type: 'transaction.posted' } };
  },
  'GET /events': async ({ api }) => {
    // Uses an existing transaction: a new one would move the head of the ledger, which the answer shows.
    const transaction_id = String((await fullTransaction(api))['correlation_source_id']);
    const query = { types: 'transaction.posted,account.created', account_id: await cash(api), transaction_id };
    return { query: { after_sequence: '0', limit: '10', ...query } };
  },
  ...{ ...proofRequests, ...reportRequests, ...webhookRequests },
  'GET /trancodes': () => ({ query: { status: 'active', search: 'card' } }),
  'POST /trancodes': () => ({ body: template() }),
  'GET /trancodes/{id}': async ({ api }) => ({ params: { id: await newTemplate(api) } }),
  'POST /trancodes/{id}/validate-params': async ({ api }) => ({
    params: { id: await newTemplate(api) },
    body: { params: { amount: '100.00', order: 'A-17', parts: [{ amount: '60.00' }, { amount: '40.00' }] } },
  }),
  'POST /trancodes/{id}/deprecate': async ({ api }) => ({ params: { id: await newTemplate(api) } }),
  'GET /attribute-definitions': () => ({}),
  'POST /attribute-definitions': () => ({ body: { key: attributeKey(), label: 'A label', indexed: false } }),
  'PATCH /attribute-definitions/{key}': async ({ api }) => {
    const key = attributeKey();
    dataOf(await api.post('/attribute-definitions', { key }), 201);
    return { params: { key }, body: { label: 'A label', indexed: false } };
  },
  'GET /attribute-settings': () => ({}),
  'PUT /attribute-settings': () => ({ body: { strict_mode: false } }),

  'GET /strings': () => ({}),
  'POST /strings': () => ({ body: { code: freshKey(), name: 'A string', description: 'of two', is_active: true } }),
  'GET /strings/{code}': () => ({ params: { code: stringCode } }),
  'GET /strings/{code}/accounts': () => ({ params: { code: stringCode } }),
  'POST /strings/{code}/convert': ({ source, target }) =>
    operation(source, target, { source_amount: '5.00', target_amount: '4.60', rate: '0.92' }),
  'POST /strings/{code}/transfer': ({ source, sister }) =>
    operation(source, sister, { amount: '5.00', target_account_code: 'CASH' }),
};

/** Returns a request that succeeds. Each call creates a new one, because an earlier request may have used up what it needs. */
export const goodRequest = async (route: Route, world: GoodWorld): Promise<GoodRequest> => {
  const make = requests[endpointOf(route)];
  if (!make) throw new Error(`say in good-requests.ts what a good request for ${endpointOf(route)} is`);
  return make(world);
};

/** The request's path below /api/v1, percent-encoded. Lone surrogates, which UTF-8 cannot encode, become U+FFFD. */
export const pathTo = ({ path }: Route, { params = {}, query = {} }: GoodRequest): string => {
  const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? ''));
  const asked = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`;
};
