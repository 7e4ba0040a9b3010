/**
 * The requests to /admin/v1, which only administrators may send: tenants, ledgers, keys, people, rates, the tenant's log, verification, and
 * the system. The types of paths, parameters, bodies and answers come from the API's document.
 */
import { ask, type Answer } from './answer';
import { adminClient as client, type AdminSchemas } from './client';
import { setApart } from '../parts/direction';

export type Tenant = AdminSchemas['Tenant'];
export type TenantQuota = AdminSchemas['TenantQuota'];
export type AdminLedger = AdminSchemas['Ledger'];
export type ApiKey = AdminSchemas['Key'];
export type NewKey = AdminSchemas['NewKey'];
export type KeyChange = AdminSchemas['KeyChange'];
export type AdminOperator = AdminSchemas['Operator'];
export type Invited = AdminSchemas['InvitedOperator'];
export type Rate = AdminSchemas['Rate'];
export type TenantEvent = AdminSchemas['TenantEvent'];
export type Act = AdminSchemas['Act'];
export type Verification = AdminSchemas['Verification'];
export type ScheduledVerification = AdminSchemas['ScheduledVerification'];
export type VerifiedCheck = Verification['checks'][number];
export type Finding = Verification['findings'][number];
export type System = AdminSchemas['System'];

/** A new key with its secret, which is shown only once. */
export type ApiKeyWithSecret = AdminSchemas['IssuedKey'];

/** Returns the name of a key. A key from the command line may have no name; then its prefix is returned. */
export const nameOfKey = ({ name, prefix }: Pick<ApiKey, 'name' | 'prefix'>): string =>
  name === null ? `sk_${prefix}` : setApart(name);

interface Slice {
  readonly limit?: number;
  readonly cursor?: string;
}

interface OfTenant extends Slice {
  readonly tenant_id?: string;
}

interface OfLedger extends Slice {
  readonly ledger_id?: string;
}

export const administration = {
  tenants: (query: Slice) => ask(client.GET('/admin/v1/tenants', { params: { query } })),
  makeTenant: (body: AdminSchemas['NewTenant']) => ask(client.POST('/admin/v1/tenants', { body })),

  quota: (tenantId: string) =>
    ask(client.GET('/admin/v1/tenants/{tenantId}/quota', { params: { path: { tenantId } } })),
  setQuota: (tenantId: string, body: AdminSchemas['NewTenantQuota']) =>
    ask(client.PUT('/admin/v1/tenants/{tenantId}/quota', { params: { path: { tenantId } }, body })),

  ledgers: (query: OfTenant) => ask(client.GET('/admin/v1/ledgers', { params: { query } })),
  makeLedger: (body: AdminSchemas['NewLedger']) => ask(client.POST('/admin/v1/ledgers', { body })),

  keys: (query: OfLedger) => ask(client.GET('/admin/v1/keys', { params: { query } })),
  makeKey: (body: NewKey) => ask(client.POST('/admin/v1/keys', { body })),
  changeKey: (keyId: string, body: KeyChange) =>
    ask(client.PATCH('/admin/v1/keys/{keyId}', { params: { path: { keyId } }, body })),
  rotateKey: (keyId: string, graceSeconds: number): Promise<Answer<ApiKeyWithSecret>> =>
    ask(
      client.POST('/admin/v1/keys/{keyId}/rotate', {
        ...{ params: { path: { keyId } }, body: { grace_seconds: graceSeconds } },
      }),
    ),
  revokeKey: (keyId: string) => ask(client.POST('/admin/v1/keys/{keyId}/revoke', { params: { path: { keyId } } })),

  operators: (query: OfTenant) => ask(client.GET('/admin/v1/operators', { params: { query } })),
  invite: (body: AdminSchemas['NewOperator']) => ask(client.POST('/admin/v1/operators', { body })),
  inviteAgain: (operatorId: string) =>
    ask(client.POST('/admin/v1/operators/{operatorId}/invite', { params: { path: { operatorId } } })),
  changeOperator: (operatorId: string, body: AdminSchemas['OperatorChange']) =>
    ask(client.PATCH('/admin/v1/operators/{operatorId}', { params: { path: { operatorId } }, body })),

  operatorSessions: (operatorId: string, query: Slice) =>
    ask(client.GET('/admin/v1/operators/{operatorId}/sessions', { params: { path: { operatorId }, query } })),
  endOperatorSession: (operatorId: string, sessionId: string) =>
    ask(
      client.DELETE('/admin/v1/operators/{operatorId}/sessions/{sessionId}', {
        params: { path: { operatorId, sessionId } },
      }),
    ),
  endOperatorSessions: (operatorId: string) =>
    ask(client.DELETE('/admin/v1/operators/{operatorId}/sessions', { params: { path: { operatorId } } })),
  deleteOperator: (operatorId: string) =>
    ask(client.DELETE('/admin/v1/operators/{operatorId}', { params: { path: { operatorId } } })),

  addMember: (code: string, ledgerId: string) =>
    ask(client.PUT('/admin/v1/strings/{code}/members', { params: { path: { code } }, body: { ledger_id: ledgerId } })),
  takeMember: (code: string, ledgerId: string) =>
    ask(
      client.DELETE('/admin/v1/strings/{code}/members', {
        params: { path: { code }, query: { ledger_id: ledgerId } },
      }),
    ),

  rates: (query: Slice) => ask(client.GET('/admin/v1/rates', { params: { query } })),
  setRate: (body: AdminSchemas['NewRate']) => ask(client.PUT('/admin/v1/rates', { body })),

  log: (query: OfTenant & { readonly subject_id?: string }) => ask(client.GET('/admin/v1/log', { params: { query } })),
  acts: (query: OfTenant & { readonly actor: string; readonly since?: string }) =>
    ask(client.GET('/admin/v1/acts', { params: { query } })),
  system: () => ask(client.GET('/admin/v1/system')),

  scheduledVerification: () => ask(client.GET('/admin/v1/scheduled-verification')),
  verify: (body: AdminSchemas['NewVerification']) => ask(client.POST('/admin/v1/verifications', { body })),
  verification: (verificationId: string) =>
    ask(client.GET('/admin/v1/verifications/{verificationId}', { params: { path: { verificationId } } })),
};
