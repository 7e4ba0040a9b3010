/** Lost answers: the request reaches the service, and the console gets no answer. The console says so, and nothing is done twice. */
import type { Browser, Route } from 'playwright-core';
import { describeInBrowser, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { hold, openWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { readTransaction } from '../support/reversals';
import { openCustomer, openMembers, settledOf } from '../support/strings';

describeInBrowser('a lost answer', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const open = (path: string) => page.goto(`/console/l/${books.ledger.id}/${path}`);
  /** Executes the next writes to this path, and loses their answers; dry runs are answered. Returns the keys of the writes. */
  const loseAnswers = async (path: RegExp, count = 1): Promise<readonly string[]> => {
    const keys: string[] = [];
    const isSought = (url: URL): boolean => path.test(url.pathname) && !url.searchParams.has('dry_run');
    const lose = async (route: Route): Promise<void> => {
      const request = route.request();
      if (request.method() !== 'POST' || keys.length >= count) return route.fallback();
      keys.push((request.postDataJSON() as { readonly idempotency_key?: string }).idempotency_key ?? '');
      const answer = await route.fetch();
      expect(answer.status()).toBeLessThan(300);
      await route.abort();
    };
    await page.route(isSought, lose);
    return keys;
  };
  /** The number of transactions with exactly this description. */
  const countOf = async (description: string): Promise<number> => {
    const listed = (await books.api.get('/transactions?limit=100')).body.data as readonly { description: string }[];
    return listed.filter((one) => one.description === description).length;
  };

  beforeAll(async () => {
    ledger = await startLedger();
    books = await openWallet(ledger, '500.00');
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl, { expects: /ERR_FAILED|40[49]|422/ });
    ({ page } = visitor);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'bookkeeper', books.ledger.tenantId));
  });
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'wait' });
    expect(visitor.complaints).toEqual([]);
  });
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  const fillSettlement = async (amount: string): Promise<void> => {
    await page.getByRole('button', { name: 'Settle', exact: true }).click();
    await page.getByLabel('A part of it').check();
    await page.getByLabel(/^Amount/).fill(amount);
    await page.getByLabel('This is the final settlement').uncheck();
    await page.getByLabel('Type settle to confirm').fill('settle');
  };

  test('to a settlement is in doubt, and pressing again settles once', async () => {
    const { id } = await hold(books, '30.00', { description: 'Hotel' });
    await open(`transactions/${id}`);
    const keys = await loseAnswers(/settle$/);
    await fillSettlement('10.00');
    await page.getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('This may have happened all the same').waitFor();
    await page.getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('Settled: 10.00').waitFor();
    expect(keys).toHaveLength(1);
    expect(await readTransaction(books, id)).toMatchObject({ hold: { remaining_amount: '20.00' } });
  });

  test('to a settlement shows its effect after Cancel, and opening the window again repeats the same request', async () => {
    const { id } = await hold(books, '40.00', { description: 'Airline' });
    await open(`transactions/${id}`);
    await loseAnswers(/settle$/);
    await fillSettlement('10.00');
    await page.getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('This may have happened all the same').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    // The page has read the transaction again.
    await page.getByLabel('Parts of the hold').getByText('30.00').waitFor();
    await page.getByRole('button', { name: 'Settle', exact: true }).click();
    await page.getByText('Your last try has no answer').waitFor();
    await page.getByText('This request was already sent').waitFor();
    expect(await page.getByLabel(/^Amount/).inputValue()).toBe('10.00');
    // Other values are not sent before the page was reloaded.
    await page.getByLabel(/^Amount/).fill('11.00');
    await page.getByText('Reload the page and look whether it did').waitFor();
    await page.getByLabel('Type settle to confirm').fill('settle');
    expect(await page.getByRole('button', { name: 'Settle it' }).isDisabled()).toBe(true);
    expect(await page.getByText('Nothing has been saved yet').count()).toBe(0);
    await page.getByLabel(/^Amount/).fill('10.00');
    await page.getByText('This request was already sent').waitFor();
    await page.getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('Settled: 10.00').waitFor();
    expect(await readTransaction(books, id)).toMatchObject({ hold: { remaining_amount: '30.00' } });
  });

  test('to a note does not attach it twice', async () => {
    const { id } = await hold(books, '1.00', { description: 'Noted' });
    await open(`transactions/${id}`);
    await loseAnswers(/notes$/);
    await page.getByRole('button', { name: 'Attach a note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('Signed');
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await dialog.getByText('This may have happened all the same').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Attach a note' }).click();
    await dialog.getByText('Your last try has no answer').waitFor();
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await books.api.get(`/transactions/${id}/notes`)).body.data).toHaveLength(1);
  });

  const fillTransaction = async (description: string): Promise<void> => {
    await open('transactions/new');
    await page.getByLabel('Description', { exact: true }).fill(description);
    for (const [line, account, column] of [
      [1, 'CASH', 'Debit'],
      [2, 'WALLET', 'Credit'],
    ] as const) {
      await page.getByLabel(`Account of line ${line}`).fill(account);
      await page.getByLabel(`${column} of line ${line}`).fill('5.00');
    }
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Nothing has been saved yet').waitFor();
  };

  test('to a new transaction is looked up, and the page says that it was posted', async () => {
    await fillTransaction('Lost and found');
    await loseAnswers(/transactions$/);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('got no answer, but it was posted').waitFor();
    expect(await page.getByText('Nothing has been saved yet').count()).toBe(0);
    // The form still has the posted transaction, and does not post it again.
    expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    await page.getByLabel('Description', { exact: true }).fill('The next one');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Nothing has been saved yet').waitFor();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The next one' }).waitFor();
    expect([await countOf('Lost and found'), await countOf('The next one')]).toEqual([1, 1]);
  });

  test('to a new transaction stays in doubt while the service is away, and is looked up by the next preview', async () => {
    await fillTransaction('Lost for a while');
    await loseAnswers(/transactions$/);
    const away = (route: Route): Promise<void> => route.abort();
    await page.route(/dry_run=true/, away);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('may have been posted all the same').waitFor();
    expect(await page.getByText('Nothing has been saved yet').count()).toBe(0);
    await page.unroute(/dry_run=true/, away);
    await page.getByLabel('Description', { exact: true }).fill('Corrected');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('link', { name: 'Lost for a while' }).waitFor();
    await page.getByText('Nothing has been saved yet').waitFor();
    expect([await countOf('Lost for a while'), await countOf('Corrected')]).toEqual([1, 0]);
  });

  test('to a new transaction that never reached the service has the page say so, and it is posted once', async () => {
    await fillTransaction('Never arrived');
    await page.route(/transactions$/, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('has not been posted so far').first().waitFor();
    await page.getByLabel('Description', { exact: true }).fill('Arrived');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Arrived' }).waitFor();
    expect([await countOf('Never arrived'), await countOf('Arrived')]).toEqual([0, 1]);
  });

  test.each([
    ['Convert', /convert$/, 'EUR'],
    ['Transfer', /transfer$/, 'USD'],
  ] as const)('to %s moves the amount once, also after the tab was left', async (verb, path, currency) => {
    const code = verb.toUpperCase();
    const { tenantId } = books.ledger;
    const members = await openMembers(ledger, [code], [{ tenantId, currency: 'USD' }, { currency }]);
    for (const member of members) await openCustomer(member, 'ALICE');
    const [source] = members;
    await page.goto(`/console/l/${source.ledger.id}/strings/${code}?tab=${verb.toLowerCase()}`);
    await page.getByLabel('Account', { exact: true }).fill('ALICE');
    await page.getByLabel(/^Amount/).fill('10.00');
    if (verb === 'Convert') await page.getByLabel(/^Becomes/).fill('9.00');
    await page.getByLabel('Reference').fill('FX-1');
    const keys = await loseAnswers(path);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: `${verb} it` }).click();
    await dialog.getByText('This may have happened all the same').waitFor();
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('tab', { name: verb }).click();
    await page.getByText('Your last try has no answer').waitFor();
    // Other values are not previewed: the first ones may be posted.
    await page.getByLabel('Reference').fill('FX-2');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Reload the page and look whether it did').waitFor();
    await page.getByLabel('Reference').fill('FX-1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('This was already posted').waitFor();
    await dialog.getByRole('button', { name: `${verb} it` }).click();
    await page.getByText('Posted, in both ledgers.').waitFor();
    expect(keys).toHaveLength(1);
    expect(await settledOf(source, 'ALICE')).toBe('-10.00');
    // The next movement has another key.
    await page.getByLabel('Account', { exact: true }).fill('ALICE');
    await page.getByLabel(/^Amount/).fill('1.00');
    if (verb === 'Convert') await page.getByLabel(/^Becomes/).fill('0.90');
    await page.getByLabel('Reference').fill('FX-3');
    await page.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: `${verb} it` }).click();
    await page.getByText('Posted, in both ledgers.').waitFor();
    expect(await settledOf(source, 'ALICE')).toBe('-11.00');
  });

  test('to a new account leads to the account that the first try created', async () => {
    await open('accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill('PETTY');
    await dialog.getByLabel('Name').fill('Petty cash');
    await loseAnswers(/accounts$/);
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('This may have happened all the same').waitFor();
    await dialog.getByRole('link', { name: 'PETTY' }).waitFor();
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('ACCOUNT_CODE_EXISTS').waitFor();
    await dialog.getByRole('link', { name: 'PETTY' }).click();
    await page.getByRole('heading', { level: 1, name: 'Petty cash' }).waitFor();
  });
});
