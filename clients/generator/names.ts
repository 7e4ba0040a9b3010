/**
 * The name of each API operation in the clients: a resource and a verb, the same in every language. The table is keyed by method and path,
 * which do not change. The generator fails for an operation that has no name here, so that the clients never lack a new endpoint.
 */
export interface Naming {
  /** The resource to which the method belongs; empty for a method of the client itself. */
  readonly resource: string;
  readonly method: string;
  /** Query parameters that the method always sends. The method has no parameters for them. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Query parameters that the method leaves out. */
  readonly without?: readonly string[];
  /** The schema that this method returns, if the operation may return one of several. */
  readonly answers?: string;
  /** Maps each query parameter that is a list to the field whose type its items have, such as `LedgerEvent.type`. */
  readonly lists?: Readonly<Record<string, string>>;
}

const named = (name: string, more: Omit<Naming, 'resource' | 'method'> = {}): Naming => {
  const dot = name.indexOf('.');
  return { resource: name.slice(0, Math.max(dot, 0)), method: name.slice(dot + 1), ...more };
};

/** The clients leave out the routes of browser sessions: people use them, while programs use a key. */
export const isLeftOut = (path: string): boolean => path.startsWith('/console/');

/** The operations below /admin/v1. */
export const adminNaming: Readonly<Record<string, readonly Naming[]>> = {
  'get /tenants': [named('tenants.list')],
  'post /tenants': [named('tenants.create')],
  'get /tenants/{tenantId}': [named('tenants.read')],
  'get /tenants/{tenantId}/quota': [named('tenants.readQuota')],
  'put /tenants/{tenantId}/quota': [named('tenants.setQuota')],
  'get /ledgers': [named('ledgers.list')],
  'post /ledgers': [named('ledgers.create')],
  'get /ledgers/{ledgerId}': [named('ledgers.read')],
  'patch /ledgers/{ledgerId}': [named('ledgers.change')],
  'post /ledgers/{ledgerId}/clock': [named('ledgers.advanceClock')],
  'get /keys': [named('keys.list')],
  'post /keys': [named('keys.create')],
  'get /keys/{keyId}': [named('keys.read')],
  'patch /keys/{keyId}': [named('keys.change')],
  'post /keys/{keyId}/rotate': [named('keys.rotate')],
  'post /keys/{keyId}/revoke': [named('keys.revoke')],
  'get /operators': [named('operators.list')],
  'post /operators': [named('operators.create')],
  'get /operators/{operatorId}': [named('operators.read')],
  'patch /operators/{operatorId}': [named('operators.change')],
  'delete /operators/{operatorId}': [named('operators.delete')],
  'post /operators/{operatorId}/invite': [named('operators.invite')],
  'get /operators/{operatorId}/sessions': [named('operators.sessions')],
  'delete /operators/{operatorId}/sessions': [named('operators.endSessions')],
  'delete /operators/{operatorId}/sessions/{sessionId}': [named('operators.endSession')],
  'get /strings/{code}/members': [named('strings.members')],
  'put /strings/{code}/members': [named('strings.addMember')],
  'delete /strings/{code}/members': [named('strings.removeMember')],
  'get /rates': [named('rates.list')],
  'put /rates': [named('rates.set')],
  'get /log': [named('log.list')],
  'get /log/checkpoint': [named('log.checkpoint')],
  'get /acts': [named('acts.list')],
  'get /system': [named('system.read')],
  'post /verifications': [named('verifications.create')],
  'get /verifications/{verificationId}': [named('verifications.read')],
  'get /scheduled-verification': [named('verifications.scheduled')],
};

/** The operations below /api/v1. An operation that does several things has a method for each of them. */
export const naming: Readonly<Record<string, readonly Naming[]>> = {
  'get /ledger': [named('read')],
  'get /ledger/checkpoint': [named('proof.checkpoint')],

  'get /accounts': [
    named('accounts.list', { without: ['tree'], answers: 'Account' }),
    named('accounts.tree', { fixed: { tree: 'true' }, without: ['tree', 'limit', 'cursor'], answers: 'AccountNode' }),
  ],
  'post /accounts': [named('accounts.create')],
  'get /accounts/{accountId}': [named('accounts.read')],
  'put /accounts/{accountId}': [named('accounts.change')],
  'delete /accounts/{accountId}': [named('accounts.delete')],
  'post /accounts/{accountId}/close': [named('accounts.close')],
  'get /accounts/{accountId}/entries': [named('accounts.entries')],
  'get /accounts/{accountId}/statement': [named('accounts.statement')],
  'get /accounts/code/{code}/balance': [named('accounts.balance')],

  'get /account-sets': [named('accountSets.list')],
  'post /account-sets': [named('accountSets.create')],
  'get /account-sets/{id}': [named('accountSets.read')],
  'put /account-sets/{id}': [named('accountSets.change')],
  'delete /account-sets/{id}': [named('accountSets.delete')],
  'get /account-sets/{id}/members': [named('accountSets.members')],
  'post /account-sets/{id}/members': [named('accountSets.addMember')],
  'delete /account-sets/{id}/members/{memberId}': [named('accountSets.removeMember')],
  'get /account-sets/{id}/balance': [named('accountSets.balance')],

  'get /journals': [named('journals.list')],
  'post /journals': [named('journals.create')],
  'get /journals/{journalId}': [named('journals.read')],
  'put /journals/{journalId}': [named('journals.change')],

  'post /transactions': [named('transactions.post')],
  'get /transactions': [named('transactions.list')],
  'get /transactions/correlation': [named('transactions.correlated')],
  'get /transactions/{transactionId}': [named('transactions.read')],
  'patch /transactions/{transactionId}': [named('transactions.amend')],
  'get /transactions/{transactionId}/amendments': [named('transactions.amendments')],
  'post /transactions/{transactionId}/notes': [named('transactions.addNote')],
  'get /transactions/{transactionId}/notes': [named('transactions.notes')],
  'get /transactions/{transactionId}/receipt': [named('proof.receipt')],
  'post /transactions/batch': [named('transactions.batch')],
  'post /transactions/{transactionId}/settle': [named('transactions.settle')],
  'post /transactions/{transactionId}/extend': [named('transactions.extend')],
  'post /transactions/{transactionId}/release': [named('transactions.release')],
  'post /transactions/{transactionId}/reverse': [named('transactions.reverse')],
  'post /transactions/{transactionId}/void': [named('transactions.void')],

  'get /trancodes': [named('transactionCodes.list')],
  'post /trancodes': [named('transactionCodes.create')],
  'get /trancodes/{id}': [named('transactionCodes.read')],
  'post /trancodes/{id}/validate-params': [named('transactionCodes.validateParams')],
  'post /trancodes/{id}/deprecate': [named('transactionCodes.deprecate')],

  'get /period-locks': [named('periodLocks.list')],
  'post /period-locks': [named('periodLocks.create')],
  'post /period-locks/{id}/release': [named('periodLocks.release')],
  'get /activity': [named('activity.list')],

  'get /events': [named('events.list', { lists: { types: 'LedgerEvent.type' } })],
  'get /webhook-endpoints': [named('webhookEndpoints.list')],
  'post /webhook-endpoints': [named('webhookEndpoints.create')],
  'get /webhook-endpoints/{endpointId}': [named('webhookEndpoints.read')],
  'patch /webhook-endpoints/{endpointId}': [named('webhookEndpoints.change')],
  'delete /webhook-endpoints/{endpointId}': [named('webhookEndpoints.delete')],
  'post /webhook-endpoints/{endpointId}/rotate-secret': [named('webhookEndpoints.rotateSecret')],
  'post /webhook-endpoints/{endpointId}/test': [named('webhookEndpoints.test')],
  'get /webhook-endpoints/{endpointId}/deliveries': [named('webhookEndpoints.deliveries')],
  'post /webhook-endpoints/{endpointId}/redeliver': [named('webhookEndpoints.redeliver')],

  'get /reports/trial-balance': [named('reports.trialBalance')],
  'get /reports/balance-sheet': [named('reports.balanceSheet')],
  'get /reports/income-statement': [named('reports.incomeStatement')],
  'get /reports/cash-flow': [named('reports.cashFlow')],
  'get /reports/aging': [named('reports.aging')],
  'get /reports/general-ledger': [named('reports.generalLedger')],
  'get /exports/journal': [named('exports.journal')],

  'get /strings': [named('strings.list')],
  'post /strings': [named('strings.create')],
  'get /strings/{code}': [named('strings.read')],
  'get /strings/{code}/accounts': [named('strings.accounts')],
  'post /strings/{code}/convert': [named('strings.convert')],
  'post /strings/{code}/transfer': [named('strings.transfer')],

  'get /attribute-definitions': [named('attributes.list')],
  'post /attribute-definitions': [named('attributes.define')],
  'patch /attribute-definitions/{key}': [named('attributes.change')],
  'get /attribute-settings': [named('attributes.settings')],
  'put /attribute-settings': [named('attributes.changeSettings')],
};
