/**
 * The books of the demo: the records that the examples of the OpenAPI document name, so that each example can be tried unchanged. The
 * records are created through the routes, as a client would create them. An example that can be run only once, such as a settlement, has a
 * record of its own. The membership of an account set is created last, so books that have it are complete.
 */
import type { KnownIds } from '../kernel/http/examples';
import type { Principal } from '../kernel/principal';
import { ok, refused } from '../kernel/refusal';
import type { App } from './compose';
import { answerOf, ensure } from './in-process';

/** Returns whether the books in the caller's ledger are complete. If they are not, a run was interrupted, or none has begun. */
export const hasDemoBooks = async (app: App, caller: Principal): Promise<boolean> => {
  const id = await idOf(app, caller, currentAssets);
  if (id === undefined) return false;
  const members = await answerOf(app, caller, 'listAccountSetMembers', { params: { id } });
  return (members as readonly unknown[]).length > 0;
};

/**
 * Creates the books in the caller's ledger, which must be a member of the string, and returns the ids. Records that an interrupted run
 * created are kept.
 */
export const openDemoBooks = async (app: App, caller: Principal, stringCode: string): Promise<KnownIds> => {
  const known: Record<string, string> = {
    'tenant demo': caller.tenantId,
    'ledger USD-MAIN': caller.ledgerId,
    'ledger USD-BRANCH': await openBranch(app, caller, stringCode),
  };
  const isContinued = (await idOf(app, caller, bank)) !== undefined;
  for (const thing of things) {
    const found = isContinued ? await idOf(app, caller, thing) : undefined;
    known[thing.name] = found ?? (await call(app, caller, thing.operationId, thing.body));
  }
  const membership = { member_type: 'account', member_id: known[bank.name] };
  const params = { id: known[currentAssets.name] };
  await ensure(app, caller, 'addAccountSetMember', { params, body: membership });
  return known;
};

/** Opens a second ledger in dollars, because a transfer needs two ledgers in one currency. */
const openBranch = async (
  { ledgering, strings }: App,
  { tenantId }: Principal,
  stringCode: string,
): Promise<string> => {
  const branch = { tenantId, code: 'USD-BRANCH', name: 'Books of the branch in US dollars', currency: 'USD' };
  const found = await ledgering.ledgerOfTenant(tenantId, branch.code);
  const opened = found ? ok(found) : await ledgering.openLedger(branch);
  if (refused(opened)) throw failedToMake(branch.code, opened.left);
  const added = await strings.administration.addMember(tenantId, stringCode, opened.right.id);
  if (refused(added)) throw failedToMake(stringCode, added.left);
  return opened.right.id;
};

/** Returns the id of the record, if it exists. A transaction is not searched for, because its idempotency key finds it again. */
const idOf = async (app: App, caller: Principal, { body, found }: Thing): Promise<string | undefined> => {
  if (found === undefined) return undefined;
  const listed = await answerOf(app, caller, found.operationId, found.query && { query: found.query });
  return (listed as readonly Listed[]).find((record) => record[found.by] === (body as Listed)[found.by])?.id;
};

/** Runs the operation and returns the id of the record that it creates. */
const call = async (app: App, caller: Principal, operationId: string, body: object): Promise<string> => {
  const made = await answerOf(app, caller, operationId, { body });
  return (made as { readonly id: string }).id;
};

const failedToMake = (what: string, why: object): Error =>
  new Error(`the books of the demo could not be created: ${what}: ${JSON.stringify(why)}`);

/** A record to create, with the name by which the document's examples refer to it. */
interface Thing {
  readonly operationId: string;
  readonly name: string;
  readonly body: object;
  /** The list in which an existing record is found, and the member that it and the body have in common. */
  readonly found?: { readonly operationId: string; readonly by: string; readonly query?: object };
}

type Listed = Readonly<Record<string, string>>;

const account = (code: string, name: string, type: string, category = 'system'): Thing => ({
  operationId: 'createAccount',
  name: `account ${code}`,
  body: { code, name, type, category },
  found: { operationId: 'listAccounts', by: 'code', query: { search: code } },
});

const payment = (key: string, description: string, amount: string, credited: string, more: object = {}): Thing => ({
  operationId: 'createTransaction',
  name: `transaction ${key}`,
  body: {
    effective_date: '2026-01-10',
    description,
    idempotency_key: key,
    entries: [
      { account_code: 'BANK', type: 'debit', amount },
      { account_code: credited, type: 'credit', amount },
    ],
    ...more,
  },
});

const hold = (key: string, description: string, amount: string): Thing =>
  payment(key, description, amount, 'BANK', {
    layer: 'pending',
    entries: [
      { account_code: 'WALLET-ANNA', type: 'debit', amount },
      { account_code: 'BANK', type: 'credit', amount },
    ],
  });

const transactionCode = (code: string, name: string, debited: string, credited: string): Thing => ({
  operationId: 'createTransactionCode',
  name: `transaction code ${code}`,
  body: {
    code,
    name,
    params_schema: { amount: { type: 'decimal', min: '0.01' }, order: { type: 'string', max_length: 40 } },
    entries_template: {
      entries: [
        { account: debited, type: 'debit', amount: '{params.amount}' },
        { account: credited, type: 'credit', amount: '{params.amount}', description: 'Order {params.order}' },
      ],
    },
  },
  found: { operationId: 'listTransactionCodes', by: 'code' },
});

const accountSet = (code: string, name: string): Thing => ({
  operationId: 'createAccountSet',
  name: `account set ${code}`,
  body: { code, name },
  found: { operationId: 'listAccountSets', by: 'code' },
});

/** Uses an address below a domain that nobody can register, so that nothing is ever delivered. */
const webhookEndpoint = (name: string, path: string): Thing => ({
  operationId: 'createWebhookEndpoint',
  name,
  body: { url: `https://webhooks.example/${path}` },
  found: { operationId: 'listWebhookEndpoints', by: 'url' },
});

const bank = account('BANK', 'Bank account', 'asset');
const currentAssets = accountSet('CURRENT-ASSETS', 'Current assets');

const things: readonly Thing[] = [
  bank,
  account('TILL', 'Till', 'asset'),
  account('REVENUE', 'Revenue', 'revenue'),
  account('CARD-FEES', 'Card fees', 'expense'),
  account('WALLET-ANNA', "Anna's wallet", 'liability', 'customer'),
  account('SUSPENSE', 'Suspense', 'asset'),
  currentAssets,
  accountSet('DRAFT', 'A draft'),
  {
    operationId: 'createJournal',
    name: 'journal CARD-SALES',
    body: { code: 'CARD-SALES', name: 'Card sales' },
    found: { operationId: 'listJournals', by: 'code' },
  },
  transactionCode('CARD_SALE', 'Card sale', 'BANK', 'REVENUE'),
  transactionCode('CASH_REFUND', 'Refund in cash', 'REVENUE', 'TILL'),
  {
    operationId: 'createAttributeDefinition',
    name: 'attribute channel',
    body: { key: 'channel', label: 'Channel' },
    found: { operationId: 'listAttributeDefinitions', by: 'key' },
  },
  payment('top-up-2026-001', "Top-up of Anna's wallet", '100.00', 'WALLET-ANNA', {
    reference: 'TOP-UP-1',
    correlation_id: 'order-7',
    attributes: { channel: 'web' },
  }),
  hold('hold-2026-001', 'Authorised for the hotel', '60.00'),
  hold('hold-2026-002', 'Authorised for a meal', '20.00'),
  payment('sale-2026-008', 'Sale that never happened', '25.00', 'REVENUE'),
  payment('sale-2026-009', 'Sale that was booked twice', '40.00', 'REVENUE'),
  {
    operationId: 'lockPeriod',
    name: 'period lock 2024-12-31',
    body: { locked_until: '2024-12-31', reason: 'Year closed' },
    found: { operationId: 'listPeriodLocks', by: 'locked_until' },
  },
  webhookEndpoint('webhook endpoint', 'orders'),
  webhookEndpoint('webhook endpoint to delete', 'forgotten'),
];
