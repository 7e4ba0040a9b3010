/**
 * Books about which a caller of other books must learn nothing. Every text in them is a canary that no answer to the caller may contain,
 * and the service may follow no reference to them.
 */
import type { Ledger } from '../../src/modules/ledgering';
import type { TestBooks, TestLedger } from './ledger';
import { credit, dataOf, debit, decide, lockPeriod } from './requests';

export const canary = 'CANARY-4711';

/** Values from other books, by the name of the field that takes them. They refer to nothing in the caller's books. */
export interface Elsewhere {
  readonly books: TestBooks;
  /** True if the books belong to another tenant, so that data shared within a tenant is foreign too. */
  readonly isOtherTenant: boolean;
  reference(kind: string): string;
}

/**
 * The number of idempotency keys and correlations in the foreign books. A test uses each only once: if its request is accepted, the value
 * exists in the caller's own books as well.
 */
export const usedOnce = 30;

export const openElsewhere = async (ledger: TestLedger, tenantId?: Ledger['tenantId']): Promise<Elsewhere> => {
  const isOtherTenant = tenantId === undefined;
  const books = await ledger.newLedger(isOtherTenant ? {} : { tenantId });
  const { api } = books;
  const code = isOtherTenant ? 'ONLY-ABROAD' : 'ONLY-NEXT-DOOR';
  const note = { description: canary, metadata: { note: canary } };
  const opened = async (path: string, fields: object): Promise<string> =>
    dataOf(await api.post(path, { code, name: canary, ...note, ...fields }), 201).id;
  const account = await opened('/accounts', { type: 'asset', category: 'customer' });
  await opened('/accounts', { code: 'OTHER', type: 'asset', category: 'customer', parent_code: code });
  const journal = await opened('/journals', {});
  const set = await opened('/account-sets', {});
  const member = await opened('/account-sets', { code: 'INNER' });
  dataOf(await api.post(`/account-sets/${set}/members`, { member_type: 'account', member_id: account }), 201);
  dataOf(await api.post(`/account-sets/${set}/members`, { member_type: 'account_set', member_id: member }), 201);
  const entries = [
    { account: code, type: 'debit', amount: '1.00' },
    { account: 'OTHER', type: 'credit', amount: '1.00' },
  ];
  const trancode = await opened('/trancodes', { entries_template: { entries } });
  if (isOtherTenant) {
    dataOf(await api.post('/strings', { code, name: canary, description: canary }), 201);
    dataOf(await api.post('/attribute-definitions', { key: 'abroad', label: canary, indexed: true }), 201);
  }
  const transaction = await decide(api, {
    ...{ ...note, reference: code, correlation_id: code, journal_id: journal, idempotency_key: code },
    entries: [debit(code, '4711.00', note), credit('OTHER', '4711.00', note)],
    ...(isOtherTenant ? { attributes: { abroad: canary } } : {}),
  });
  const used = Array.from({ length: usedOnce }, (_, index) => `${code}-${index}`);
  const batch = dataOf(
    await api.post('/transactions/batch', {
      transactions: used.map((text) => ({
        ...{ effective_date: '2026-01-15', description: canary, idempotency_key: text, correlation_id: text },
        ...{ reference: text, entries: [debit(code, '1.00'), credit('OTHER', '1.00')] },
      })),
    }),
    202,
  );
  await decide(api, { description: canary, entries: [debit(code, '1.00', note), credit('OTHER', '1.00')] });
  const lock = await lockPeriod(api, '2001-12-31');
  const endpoint = dataOf(
    await api.post('/webhook-endpoints', { url: 'https://webhooks.example/', description: canary }),
    201,
  );
  const endpointPath = `/webhook-endpoints/${endpoint.id}`;
  dataOf(await api.post(`${endpointPath}/redeliver`, { from_sequence: 1, to_sequence: 1 }), 200);
  const [delivery] = dataOf(await api.get(`${endpointPath}/deliveries`), 200);
  const cursor = (await api.get('/accounts?limit=1')).body.meta.pagination.next_cursor as string;
  const references: Readonly<Record<string, string>> = {
    ...{ account, journal, set, member, trancode, lock, cursor, code },
    transaction: transaction.id,
    endpoint: endpoint.id,
    delivery: delivery.id,
    entry: transaction.entries[0].id,
    batch: batch.batch_id,
    ledger: books.ledger.code,
    key: 'abroad',
  };
  return {
    books,
    isOtherTenant,
    reference: (kind) => {
      const found = kind === 'used' ? used.pop() : references[kind];
      if (found === undefined) throw new Error(`there is no ${kind} elsewhere any more`);
      return found;
    },
  };
};

/** The kind of thing that a field refers to, decided by the field's name and, if the name is ambiguous, by the endpoint's path. */
export const kindOfReference = (path: string, field: string): string | undefined => {
  const kinds: Readonly<Record<string, string>> = {
    ...{ accountId: 'account', account_id: 'account', parent_id: 'account', member_id: 'account', memberId: 'account' },
    ...{ journalId: 'journal', journal_id: 'journal', batch_id: 'batch', cursor: 'cursor', subject_id: 'set' },
    entry_id: 'entry',
    ...{ endpointId: 'endpoint', delivery_id: 'delivery' },
    ...{ transactionId: 'transaction', transaction_id: 'transaction', correlation_source_id: 'transaction' },
    ...{
      account_code: 'code',
      parent_code: 'code',
      target_account_code: 'code',
      account_set_code: 'code',
      account: 'code',
      code: 'code',
    },
    ...{ transaction_code: 'code', search: 'code', correlation_id: 'used', reference: 'used', idempotency_key: 'used' },
    ...{ source_ledger_code: 'ledger', target_ledger_code: 'ledger', key: 'key' },
  };
  if (field !== 'id') return kinds[field];
  if (path.startsWith('/account-sets/')) return 'set';
  if (path.startsWith('/trancodes/')) return 'trancode';
  return path.startsWith('/period-locks/') ? 'lock' : undefined;
};
