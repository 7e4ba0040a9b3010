/** The books in the console: following a number down to its entry, holding and settling money, and seeing the results. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, faultsOf, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { hold, openWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount } from '../support/requests';
import { readTransaction } from '../support/reversals';

describeInBrowser('the books at the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const open = (path: string) => page.goto(`/console/l/${books.ledger.id}/${path}`);

  beforeAll(async () => {
    ledger = await startLedger();
    books = await openWallet(ledger, '70.00');
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl);
    ({ page } = visitor);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'bookkeeper', books.ledger.tenantId));
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  test('a number in a report leads to its account, its entry and its transaction', async () => {
    await open('reports/trial-balance');
    await page.getByRole('link', { name: /WALLET/ }).click();
    await page
      .getByRole('region', { name: /Why|balance/i })
      .or(page.getByLabel('How the balance is calculated'))
      .first()
      .waitFor();
    await page.locator('tbody tr a').first().click();
    await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
    expect(await page.getByRole('region', { name: 'T-accounts' }).innerText()).toContain('70.00');
  });

  test('general ledger, cash flow and ageing equal the API, and keep filters in the address', async () => {
    const days = 'from=2020-01-01&to=2030-12-31';
    await open(`reports/general-ledger?${days}&code_prefix=WALLET`);
    await page.getByRole('cell', { name: '70.00' }).first().waitFor();
    expect(await page.locator('tbody').innerText()).toMatch(
      /Opening balance[^]*70\.00[^]*Closing balance[^]*All accounts/,
    );
    await page.getByText('From the books as they were').waitFor();

    const query = { from: '2020-01-01', to: '2030-12-31' };
    const path = `/reports/cash-flow?${new URLSearchParams(query).toString()}`;
    const { totals } = (await books.api.get(path)).body.data;
    await open(`reports/cash-flow?${days}`);
    for (const name of ['Operating activities', 'Investing activities', 'Financing activities', 'Net change in cash'])
      await page.getByRole('table', { name }).waitFor();
    expect(await page.locator('.bottom-line').innerText()).toContain(totals.closing_cash);
    await page.getByLabel('Method').selectOption('direct');
    await page.getByRole('columnheader', { name: 'Receipts' }).first().waitFor();
    expect(page.url()).toContain('method=direct');
    expect(await page.locator('.bottom-line').innerText()).toContain(totals.closing_cash);

    await open('reports/aging');
    await page.getByText('Which accounts?').waitFor();
    await page.getByLabel('Account codes beginning with').fill('WALLET');
    await page.getByRole('table', { name: 'Open amounts by age' }).waitFor();
    expect(await page.locator('tfoot').innerText()).toContain('70.00');
    expect(page.url()).toContain('code_prefix=WALLET');
  });

  test('the overview draws revenue and cash of each month, and has the figures as a table', async () => {
    const [cashAccount] = (await books.api.get('/accounts?search=CASH')).body.data;
    dataOf(await books.api.put(`/accounts/${cashAccount.id}`, { cash_flow: 'cash' }), 200);
    await open('?as_of=2026-03-31');
    const drawn = page.getByRole('img', { name: /^Revenue: .* in 2025-04, .* in 2026-03/ });
    await drawn.locator('canvas').waitFor();
    await page
      .getByRole('img', { name: /^Cash: / })
      .locator('canvas')
      .waitFor();
    await page.getByText('Figures of each month').press('Enter');
    const table = page.getByRole('table', { name: /^Revenue and cash by month/ });
    const days = 'from=2025-04-01&to=2026-03-31';
    const { columns } = (await books.api.get(`/reports/cash-flow?${days}&columns=month`)).body.data;
    const cash = columns.map(
      ({ totals }: { readonly totals: { readonly closing_cash: string } }) => totals.closing_cash,
    );
    expect(await table.locator('tbody td:last-child').allInnerTexts()).toEqual(cash);
  });

  test('a hold is settled in part, after a preview of the balances', async () => {
    const { id } = await hold(books, '30.00', { description: 'Hotel, two nights' });
    await open('transactions?hold=open');
    await page.getByRole('link', { name: /Hotel/ }).click();
    await page.getByRole('button', { name: 'Settle' }).press('Enter');
    // The first field has the focus, and not the button that closes the window.
    await page
      .getByRole('radio', { name: /^The whole/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.getByLabel('A part of it').check();
    await page.getByLabel(/^Amount/).fill('12.50');
    await page.getByRole('cell', { name: '57.50' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Settle it' }).isDisabled()).toBe(true);
    await page.getByLabel('Type settle to confirm').fill('settle');
    await page.getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('Settled: 12.50').waitFor();
    await page.getByText('settles this one').waitFor();
    // The page contains the hold twice, in its head and among the related transactions, and both show that it is settled.
    await page.locator('.badge', { hasText: 'hold settled' }).waitFor();
    await page.locator('.graph li[aria-current]', { hasText: 'open' }).waitFor({ state: 'detached' });
    // The button that had the focus is gone. The focus stays in the content.
    await page.locator('main:focus').waitFor();
    await page.getByLabel('Parts of the hold').getByText('17.50').waitFor();
    expect(await page.getByLabel('Parts of the hold').innerText()).toMatch(/30\.00[^]*12\.50[^]*17\.50[^]*0\.00/);
    expect((await readTransaction(books, id)).hold).toMatchObject({ state: 'settled', settled_amount: '12.50' });
    const [event] = (await books.api.get(`/activity?transaction_id=${id}&limit=1`)).body.data;
    expect(event.actor).toMatch(/^operator:/);
  });

  test('a hold that was settled for more than its amount shows the excess on its page and above the list', async () => {
    const { id } = await hold(books, '3.00', { description: 'Dinner with a tip' });
    dataOf(await books.api.post(`/transactions/${id}/settle`, { amount: '3.40', allow_excess: true }), 201);
    const parts = /Held\s+3\.00[^]*Settled\s+−\s+3\.00\s+and beyond the hold\s+0\.40\s+Released\s+−\s+0\.00\s+Left/;
    await open(`transactions/${id}`);
    expect(await page.getByLabel('Parts of the hold').innerText()).toMatch(parts);
    const plain = await hold(books, '2.00', { description: 'Dinner without a tip' });
    await open(`transactions/${plain.id}`);
    expect(await page.getByLabel('Parts of the hold').innerText()).not.toContain('beyond');
    await open('holds?state=settled');
    await page.getByRole('link', { name: 'Dinner with a tip' }).waitFor();
    expect(await page.getByLabel('Outcomes of the holds').innerText()).toMatch(/and beyond the hold\s+0\.40/);
  });

  test('a hold gets a larger amount and loses its expiry', async () => {
    const { id } = await hold(books, '10.00', { description: 'Boat', expires_at: '2031-02-01T12:00:00Z' });
    await open(`transactions/${id}`);
    await page.getByRole('button', { name: 'Extend' }).click();
    expect(await page.getByRole('button', { name: 'Extend it' }).isDisabled()).toBe(true);
    await page.getByLabel('New total').fill('14.00');
    await page.getByLabel('Held until').fill('');
    await page.getByLabel('Type extend to confirm').fill('extend');
    await page.getByRole('button', { name: 'Extend it' }).click();
    await page.getByText('Extended: 14.00').waitFor();
    expect((await readTransaction(books, id)).hold).toMatchObject({ amount: '14.00', expires_at: null });
  });

  test('a refusal shows the error code of the API', async () => {
    await hold(books, '20.00', { description: 'Car hire' });
    await open('transactions?hold=open');
    await page.getByRole('link', { name: /Car hire/ }).click();
    await page.getByRole('button', { name: 'Settle' }).click();
    await page.getByLabel('A part of it').check();
    await page.getByLabel(/^Amount/).fill('20.01');
    await page.getByText('HOLD_EXCEEDED').waitFor();
    expect(await page.getByRole('button', { name: 'Settle it' }).isDisabled()).toBe(true);
    visitor.complaints.splice(0, visitor.complaints.length, ...visitor.complaints.filter((text) => !/422/.test(text)));
    await page.keyboard.press('Escape');
  });

  test('a group account shows sub-accounts instead of entries and limits until it stops grouping', async () => {
    const group = await openAccount(books.api, { code: 'FUNDS', type: 'asset', is_group: true });
    await openAccount(books.api, { code: 'FUND-1', type: 'asset', parent_code: 'FUNDS' });
    await decide(books.api, { entries: [debit('FUND-1', '7.00'), credit('WALLET', '7.00')] });
    await open(`accounts/${group.id}`);
    await page.getByRole('row', { name: /^FUND-1 .* 7\.00$/ }).waitFor();
    await page.getByText('group', { exact: true }).waitFor();
    await page.getByText('This account only groups the accounts below it').waitFor();
    const tabs = page.getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(['Sub-accounts', 'Log']);
    expect(await page.getByRole('heading', { name: /Balance|Limits/ }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    expect(await page.getByRole('group', { name: 'Limits' }).count()).toBe(0);
    await page.getByLabel('This account only groups others').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
    expect(await tabs.allInnerTexts()).toEqual(['Entries', 'Holds', 'Sub-accounts', 'Log']);
    expect((await books.api.get(`/accounts/${group.id}`)).body.data.is_group).toBe(false);
    await page.getByRole('tab', { name: 'Sub-accounts' }).click();
    await page.getByRole('row', { name: /^FUND-1 .* 7\.00$/ }).waitFor();
  });

  test('the day in the header applies to every number that is not marked "as of now"', async () => {
    const branch = await openAccount(books.api, { code: 'BRANCH', type: 'asset' });
    await openAccount(books.api, { code: 'TILL', type: 'asset', parent_code: 'BRANCH' });
    const entries = [debit('TILL', '7.00'), credit('WALLET', '7.00')];
    await decide(books.api, { description: 'In March', effective_date: '2026-03-10', entries });
    for (const [asOf, balance] of [
      ['2026-03-09', '0.00'],
      ['2026-03-10', '7.00'],
    ] as const) {
      await open(`accounts/${branch.id}?tab=below&as_of=${asOf}`);
      await page.getByRole('row', { name: new RegExp(`^TILL .* ${balance}$`) }).waitFor();
    }
    for (const path of ['', 'holds']) {
      await open(`${path}?as_of=2026-03-10`);
      await page.getByText('as of now, not as of 10 Mar 2026').waitFor();
      // A person has a limited number of requests per second, and the overview sends a dozen.
      await visitor.settled();
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByText('as of now').count()).toBe(0);
    }
  });

  test('a page shows its requests as curl commands', async () => {
    await open('transactions?status=posted');
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'As code' }).click();
    const code = await page.locator('pre').first().innerText();
    expect(code).toContain('$LEDGER_KEY');
    expect(code).toMatch(/\/api\/v1\/transactions\?\S*status=posted/);
  });
});
