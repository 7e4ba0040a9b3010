/**
 * The books of the demo: the records that the examples of the OpenAPI document name, so that each example can be tried unchanged. The
 * records are created through the routes, as a client would create them. An example that can be run only once, such as a settlement, has a
 * record of its own.
 */
import type { KnownIds } from '../kernel/http/examples';
import type { Principal } from '../kernel/principal';
import { refused } from '../kernel/refusal';
import type { App } from './compose';
import { answerOf } from './in-process';

/** Creates the books in the ledger of this key, which must be empty and a member of the string; returns the ids. */
export const openDemoBooks = async (app: App, key: string, stringCode: string): Promise<KnownIds> => {
  const caller = await callerOf(app, key);
  const known: Record<string, string> = {
    'tenant demo': caller.tenantId,
    'ledger USD-MAIN': caller.ledgerId,
    'ledger USD-BRANCH': await openBranch(app, caller, stringCode),
  };
  for (const { operationId, body, name } of things) known[name] = await call(app, caller, operationId, body);
  const membership = { member_type: 'account', member_id: known['account BANK'] };
  await call(app, caller, 'addAccountSetMember', membership, { id: known['account set CURRENT-ASSETS'] });
  return known;
};

const callerOf = async ({ access }: App, key: string): Promise<Principal> => {
  const authentication = await access.authenticate(`Bearer ${key}`, 'demo');
  if (authentication.kind !== 'known') throw new Error(`the key of the demo is ${authentication.kind}`);
  return authentication.principal;
};

/** Opens a second ledger in dollars, because a transfer needs two ledgers in one currency. */
const openBranch = async (
  { ledgering, strings }: App,
  { tenantId }: Principal,
  stringCode: string,
): Promise<string> => {
  const branch = { tenantId, code: 'USD-BRANCH', name: 'Books of the branch in US dollars', currency: 'USD' };
  const opened = await ledgering.openLedger(branch);
  if (refused(opened)) throw failedToMake(branch.code, opened.left);
  const added = await strings.administration.addMember(tenantId, stringCode, opened.right.id);
  if (refused(added)) throw failedToMake(stringCode, added.left);
  return opened.right.id;
};

/** Runs the operation and returns the id of the record that it creates. */
const call = async (
  app: App,
  caller: Principal,
  operationId: string,
  body: object,
  params?: object,
): Promise<string> => {
  const made = await answerOf(app, caller, operationId, { body, ...(params && { params }) });
  return (made as { readonly id: string }).id;
};

const failedToMake = (what: string, why: object): Error =>
  new Error(`the books of the demo could not be made: ${what}: ${JSON.stringify(why)}`);

/** A record to create, with the name by which the document's examples refer to it. */
interface Thing {
  readonly operationId: string;
  readonly name: string;
  readonly body: object;
}

const account = (code: string, name: string, type: string, category = 'system'): Thing => ({
  operationId: 'createAccount',
  name: `account ${code}`,
  body: { code, name, type, category },
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
});

const accountSet = (code: string, name: string): Thing => ({
  operationId: 'createAccountSet',
  name: `account set ${code}`,
  body: { code, name },
});

/** Uses an address below a domain that nobody can register, so that nothing is ever delivered. */
const webhookEndpoint = (name: string, path: string): Thing => ({
  operationId: 'createWebhookEndpoint',
  name,
  body: { url: `https://webhooks.example/${path}` },
});

const things: readonly Thing[] = [
  account('BANK', 'Bank account', 'asset'),
  account('TILL', 'Till', 'asset'),
  account('REVENUE', 'Revenue', 'revenue'),
  account('CARD-FEES', 'Card fees', 'expense'),
  account('WALLET-ANNA', "Anna's wallet", 'liability', 'customer'),
  account('SUSPENSE', 'Suspense', 'asset'),
  accountSet('CURRENT-ASSETS', 'Current assets'),
  accountSet('DRAFT', 'A draft'),
  { operationId: 'createJournal', name: 'journal CARD-SALES', body: { code: 'CARD-SALES', name: 'Card sales' } },
  transactionCode('CARD_SALE', 'Card sale', 'BANK', 'REVENUE'),
  transactionCode('CASH_REFUND', 'Refund in cash', 'REVENUE', 'TILL'),
  { operationId: 'createAttributeDefinition', name: 'attribute channel', body: { key: 'channel', label: 'Channel' } },
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
  },
  webhookEndpoint('webhook endpoint', 'orders'),
  webhookEndpoint('webhook endpoint to delete', 'forgotten'),
];
