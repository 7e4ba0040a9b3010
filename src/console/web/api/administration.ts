/**
 * The questions of /admin/v1, which administrators alone may ask: tenants, ledgers, keys, people, rates, the log of the tenant,
 * verification, and the system itself.
 */
import type { Answer } from './answer';
import { call } from './client';
import { queryText, type QueryValues } from './query';
import type {
  Tenant,
  AdminLedger,
  NewLedger,
  ApiKey,
  NewApiKey,
  ApiKeyWithSecret,
  AdminOperator,
  Invited,
  StringMember,
  Rate,
  TenantEvent,
  Verification,
  System,
} from './administered';

export type * from './administered';

/** Keys may be made without a name, by the command line. */
export const nameOfKey = ({ name, prefix }: Pick<ApiKey, 'name' | 'prefix'>): string => name ?? `sk_${prefix}`;

const root = '/admin/v1';

const read = <Data>(path: string, query: QueryValues = {}): Promise<Answer<Data>> =>
  call<Data>('GET', `${root}/${path}${queryText(query)}`);

const write = <Data>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call<Data>(method, `${root}/${path}`, body);

export const administration = {
  tenants: (query: QueryValues) => read<readonly Tenant[]>('tenants', query),
  makeTenant: (name: string) => write<Tenant>('POST', 'tenants', { name }),

  ledgers: (query: QueryValues) => read<readonly AdminLedger[]>('ledgers', query),
  makeLedger: (ledger: NewLedger) => write<AdminLedger>('POST', 'ledgers', ledger),

  keys: (query: QueryValues) => read<readonly ApiKey[]>('keys', query),
  makeKey: (key: NewApiKey) => write<ApiKeyWithSecret>('POST', 'keys', key),
  rotateKey: (id: string, graceSeconds: number) =>
    write<ApiKeyWithSecret>('POST', `keys/${id}/rotate`, { grace_seconds: graceSeconds }),
  revokeKey: (id: string) => write<ApiKey>('POST', `keys/${id}/revoke`),

  operators: (query: QueryValues) => read<readonly AdminOperator[]>('operators', query),
  invite: (operator: Pick<AdminOperator, 'email' | 'name' | 'role' | 'tenant_id'>) =>
    write<Invited>('POST', 'operators', operator),
  inviteAgain: (id: string) => write<Invited>('POST', `operators/${id}/invite`),
  changeOperator: (id: string, change: Partial<Pick<AdminOperator, 'name' | 'role' | 'is_active'>>) =>
    write<AdminOperator>('PATCH', `operators/${id}`, change),

  members: (code: string) => read<readonly StringMember[]>(`strings/${encodeURIComponent(code)}/members`),
  addMember: (code: string, ledgerId: string) =>
    write<unknown>('PUT', `strings/${encodeURIComponent(code)}/members`, { ledger_id: ledgerId }),
  takeMember: (code: string, ledgerId: string) =>
    write<unknown>('DELETE', `strings/${encodeURIComponent(code)}/members${queryText({ ledger_id: ledgerId })}`),

  rates: (query: QueryValues) => read<readonly Rate[]>('rates', query),
  setRate: (rate: Pick<Rate, 'base' | 'quote' | 'rate'>) => write<Rate>('PUT', 'rates', rate),

  log: (query: QueryValues) => read<readonly TenantEvent[]>('log', query),
  system: () => read<System>('system'),

  verify: (ledgerId: string | undefined) =>
    write<{ readonly id: string }>('POST', 'verifications', ledgerId === undefined ? {} : { ledger_id: ledgerId }),
  verification: (id: string) => read<Verification>(`verifications/${id}`),
};
