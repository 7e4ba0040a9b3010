/**
 * Every kind of object whose number a quota limits: how a client creates an object, and how it removes one, so that the tenant may create
 * another.
 */
import type { QuotaName } from '../../src/kernel/quotas';
import type { TestAdministrator } from './administration';
import type { Answer } from './client';
import type { TestBooks } from './ledger';
import type { Fields } from './requests';

/** A tenant with one ledger, with clients for its administrator and for a key of the ledger. */
export interface QuotaWorld {
  readonly books: TestBooks;
  readonly admin: TestAdministrator['api'];
}

export interface QuotaKind {
  readonly quota: QuotaName;
  /** The number of these objects that a new tenant already has. */
  readonly present: number;
  create(world: QuotaWorld, name: string): Promise<Answer>;
  /** The refusal code for a name that is taken; absent if names need not be unique. */
  readonly taken?: string;
  /** Removes the object that this answer created, so that the quota no longer counts it; absent if such objects always count. */
  giveUp?(world: QuotaWorld, created: Fields): Promise<Answer>;
  /** The table that the quota counts, and the columns in which a copied row must differ from the original. */
  readonly table: string;
  readonly differs: string;
}

const template = {
  params_schema: { amount: { type: 'decimal' } },
  entries_template: {
    entries: [
      { account: 'CASH', type: 'debit', amount: '{params.amount}' },
      { account: 'SALES', type: 'credit', amount: '{params.amount}' },
    ],
  },
};
const coded = `'id', gen_random_uuid(), 'code', 'OUTSIDE'`;

export const quotaKinds: readonly QuotaKind[] = [
  {
    quota: 'ledgers',
    present: 1,
    create: ({ admin, books }, code) =>
      admin.post('/ledgers', { tenant_id: books.ledger.tenantId, code, name: code, currency: 'USD' }),
    taken: 'LEDGER_CODE_EXISTS',
    ...{ table: 'ledgers', differs: coded },
  },
  {
    quota: 'keys',
    present: 1,
    create: ({ admin, books }, name) => admin.post('/keys', { ledger_id: books.ledger.id, name, scopes: ['read'] }),
    giveUp: ({ admin }, { id }) => admin.post(`/keys/${String(id)}/revoke`, {}),
    ...{ table: 'api_keys', differs: `'id', gen_random_uuid(), 'prefix', substr(md5(random()::text), 1, 12)` },
  },
  {
    quota: 'people',
    present: 0,
    create: ({ admin, books }, name) =>
      admin.post('/operators', {
        ...{ email: `${name}@${books.ledger.tenantId}.example`.toLowerCase(), name, role: 'viewer' },
        tenant_id: books.ledger.tenantId,
      }),
    taken: 'OPERATOR_EXISTS',
    giveUp: ({ admin }, { id }) => admin.delete(`/operators/${String(id)}`),
    ...{ table: 'operators', differs: `'id', gen_random_uuid(), 'email', 'outside@example.com'` },
  },
  {
    quota: 'strings',
    present: 0,
    create: ({ books }, code) => books.api.post('/strings', { code, name: code }),
    taken: 'STRING_CODE_EXISTS',
    ...{ table: 'strings', differs: coded },
  },
  {
    quota: 'webhook_endpoints',
    present: 0,
    create: ({ books }, description) =>
      books.api.post('/webhook-endpoints', { url: 'https://webhooks.example/hook', description }),
    giveUp: ({ books }, { id }) => books.api.delete(`/webhook-endpoints/${String(id)}`),
    ...{ table: 'webhook_endpoints', differs: `'id', gen_random_uuid()` },
  },
  {
    quota: 'account_sets',
    present: 0,
    create: ({ books }, code) => books.api.post('/account-sets', { code, name: code }),
    taken: 'ACCOUNT_SET_CODE_EXISTS',
    giveUp: ({ books }, { id }) => books.api.delete(`/account-sets/${String(id)}`),
    ...{ table: 'account_sets', differs: coded },
  },
  {
    quota: 'journals',
    present: 1,
    create: ({ books }, code) => books.api.post('/journals', { code, name: code }),
    taken: 'JOURNAL_CODE_EXISTS',
    ...{ table: 'journals', differs: coded },
  },
  {
    quota: 'transaction_codes',
    present: 0,
    create: ({ books }, code) => books.api.post('/trancodes', { code: code.toUpperCase(), name: code, ...template }),
    taken: 'TRANCODE_CODE_EXISTS',
    ...{ table: 'trancodes', differs: coded },
  },
  {
    quota: 'period_locks',
    present: 0,
    create: ({ books }, reason) => books.api.post('/period-locks', { locked_until: '2025-12-31', reason }),
    giveUp: ({ books }, { id }) => books.api.post(`/period-locks/${String(id)}/release`, { reason: 'Opened again' }),
    ...{ table: 'period_locks', differs: `'id', gen_random_uuid()` },
  },
];
