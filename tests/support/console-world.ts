/**
 * Books with one of everything that the console shows, with a hostile text in each place, and the addresses of all pages. If a page of the
 * console has no address here, the tests that use this file fail.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBooks, TestLedger } from './ledger';
import { credit, dataOf, debit, decide, lockPeriod, openAccount, openJournal } from './requests';
import { openCustomer, openString, transferring } from './strings';

/** A script that sets a flag on the page, which shows that it ran. */
const run = 'window.hacked=1';
/**
 * A text that would end a string, an attribute, a tag or a script and then run code, and that would reverse the direction of the following
 * text.
 */
export const hostile = `"'><img src=x onerror=${run}><script>${run}</script><svg onload=${run}>{{7*7}}\${${run}}\u202ejavascript:${run}`;

/** True if a script in a hostile text ran, or the browser created an element from it. */
export const isHacked = `'hacked' in window || document.querySelector('img[src="x"], svg[onload], script:not([src])') !== null`;

/** Elements in which a hostile text reverses the direction of our own text after it, because the two are not isolated from each other. */
export const turnedAround = `[...new Set([...document.querySelectorAll('body *')].flatMap((element) =>
  [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.includes('\u202e')).flatMap((node) => {
    let apart = node.parentElement;
    const isApart = () => getComputedStyle(apart).unicodeBidi !== 'normal' || getComputedStyle(apart).display !== 'inline';
    while (!isApart()) apart = apart.parentElement;
    const behind = apart.textContent.slice(apart.textContent.indexOf('\u202e')).replace(/^\u202ejavascript:${run}/, '');
    return /[^\s”]/.test(behind) ? [apart.outerHTML.slice(0, 300)] : [];
  })))]`;

export interface ConsoleWorld {
  readonly books: TestBooks;
  /** Paths below the origin: every page of the console's table, the contents of its tabs, and the pages outside of a ledger. */
  readonly addresses: readonly string[];
}

const stringCode = 'TREASURY';
const quietStringCode = 'QUIET';
const codeTemplate = {
  ...{ code: 'CARD', name: hostile, description: hostile },
  params_schema: { amount: { type: 'decimal' }, order: { type: 'string', max_length: 40, required: false } },
  entries_template: {
    entries: [
      // Braces are removed, because the template would read them as a placeholder.
      { account: 'CASH', type: 'debit', amount: '{params.amount}', description: hostile.replaceAll(/[{}]/g, '') },
      { account: 'SALES', type: 'credit', amount: '{params.amount}' },
    ],
  },
};

/** Nothing is sent to this URL: by default, a service that a test starts delivers no webhooks. */
const receiverUrl = `https://webhooks.example/good?from=${encodeURIComponent(hostile)}`;

export const fillConsole = async (ledger: TestLedger): Promise<ConsoleWorld> => {
  const rights = ['attributes:admin', 'periods:admin', 'events:admin', `strings:participate:${stringCode}`];
  const books = await ledger.newLedger({ capabilities: rights });
  const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId, capabilities: rights });
  const { api } = books;
  const named = { name: hostile, description: hostile };
  const make = async (path: string, fields: object): Promise<string> => dataOf(await api.post(path, fields), 201).id;
  const { id: accountId } = await openAccount(api, { code: 'CASH', type: 'asset', ...named });
  await openAccount(api, { code: 'TILL', type: 'asset', parent_code: 'CASH', ...named });
  await openAccount(api, { code: 'SALES', type: 'revenue', ...named });
  await openJournal(api, { code: 'SIDE', name: hostile });
  const accountSetId = await make('/account-sets', { code: 'SET', ...named });
  await make(`/account-sets/${accountSetId}/members`, { member_type: 'account', member_id: accountId });
  const transactionCodeId = await make('/trancodes', codeTemplate);
  const endpointId = await make('/webhook-endpoints', { url: receiverUrl, description: hostile });
  dataOf(await api.post('/attribute-definitions', { key: 'merchant', label: hostile }), 201);
  await openString(ledger, [books, sister], { code: stringCode, ...named });
  for (const member of [books, sister]) await openCustomer(member, 'ALICE', named);
  const moved = transferring([books, sister], { description: hostile });
  dataOf(await api.post(`/strings/${stringCode}/transfer`, moved), 201);
  // This string carries no transfer: none of its ledgers has a clearing account for it.
  await openString(ledger, [books, sister], { code: quietStringCode, ...named });
  await lockPeriod(api, '2019-12-31');
  const { id: transactionId } = await decide(api, {
    ...{ description: hostile, reference: hostile, metadata: { note: hostile }, correlation_id: '<b>"order"</b>' },
    ...{ attributes: { merchant: hostile.slice(0, 128) }, entries: [debit('CASH', '12.50'), credit('SALES', '12.50')] },
  });
  const note = { text: hostile, url: receiverUrl };
  dataOf(await api.post(`/transactions/${transactionId}/notes`, note), 201);
  const amendment = { reference: `Amended ${hostile}`, reason: hostile };
  dataOf(await api.patch(`/transactions/${transactionId}`, amendment), 200);
  const { id: heldId } = await decide(api, {
    ...{ description: hostile, layer: 'pending', expires_at: '2036-01-31T12:00:00Z' },
    entries: [debit('TILL', '3.00'), credit('SALES', '3.00')],
  });
  const ids = { accountId, transactionId, transactionCodeId, accountSetId, endpointId, stringCode };
  const paths = [
    ...pathsOf(ids),
    ...[
      `transactions/${heldId}`,
      `transactions/${heldId}/receipt`,
      ...[`transactions/${transactionId}?tab=notes`, `transactions/new?copy=${transactionId}`],
      ...['transactions?totals=true&sort=effective_date', 'transactions/new?by=code&code=CARD'],
      `transaction-codes/new?from=${transactionCodeId}`,
    ],
    ...['reports/statement?account=CASH', `accounts/${accountId}?tab=holds`, `accounts/${accountId}?tab=below`],
    ...['positions', 'convert', 'transfer'].map((tab) => `strings/${stringCode}?tab=${tab}`),
    `strings/${quietStringCode}?tab=positions`,
    'holds?expires=30d',
    `ledgers?tenant=${books.ledger.tenantId}`,
  ];
  const root = `/console/l/${books.ledger.id}`;
  return { books, addresses: [...paths.map((path) => `${root}/${path}`), '/console/ledgers', '/console/password'] };
};

/** The table is read as text, because the page modules load only in a browser. */
const table = readFileSync(join(__dirname, '../../packages/console/src/web/pages.ts'), 'utf8');

const pathsOf = (ids: Readonly<Record<string, string>>): readonly string[] =>
  [...table.matchAll(/^ {4}path: '(.*)',$/gm)].map(([, path = '']) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`say in console-world.ts what :${name} of the page ${path} is`);
      return id;
    }),
  );
