/**
 * All commands of the program, by what holds their writes when others write meanwhile. Those of this list only read, or write only through
 * the API of a service.
 */
export const reading: readonly string[] = [
  ...['roles', 'backup', 'doctor', 'tenants list', 'ledgers list', 'keys list', 'admin-keys list', 'operators list'],
  ...['signing-key list', 'strings list', 'rates list', 'events tail', 'webhooks listen', 'import explain', 'export'],
  ...['verify', 'mcp', 'bench'],
];

/** Commands that do the work of operations: they call the same use cases. */
export const asOperations: Readonly<Record<string, readonly string[]>> = {
  'tenants create': ['createTenant'],
  'tenants quota': ['setTenantQuota'],
  'ledgers create': ['createLedger'],
  'ledgers set-time-zone': ['changeLedger'],
  'ledgers set-fiscal-year': ['changeLedger'],
  'keys create': ['createKey'],
  'keys change': ['changeKey'],
  'keys rotate': ['rotateKey'],
  'keys revoke': ['revokeKey'],
  'operators invite': ['createOperator', 'inviteOperator'],
  'operators change': ['changeOperator'],
  'operators deactivate': ['changeOperator'],
  'operators activate': ['changeOperator'],
  'operators delete': ['deleteOperator'],
  'strings members add': ['addStringMember'],
  'strings members remove': ['removeStringMember'],
  'rates set': ['setRate'],
  'transactions post-again': ['createTransaction'],
};

/** Commands whose writes no operation does, each with the test that interleaves it, or interrupts it if it must work alone. */
export const inTests: Readonly<Record<string, string>> = {
  serve: 'faults/workers-begin',
  migrate: 'contract/migrate',
  distribute: 'cluster/parts',
  move: 'cluster/move',
  restore: 'operating/restore-interrupted',
  demo: 'api/demo-interrupted',
  'ledgers correct-currency': 'api/currency-judged',
  'admin-keys create': 'contract/admin-keys-judged',
  'admin-keys revoke': 'contract/admin-keys-judged',
  'signing-key rotate': 'contract/checkpoints',
  'events new-epoch': 'contract/log-epoch',
  'webhooks reseal': 'contract/reseal-judged',
  import: 'api/import-at-once',
};
