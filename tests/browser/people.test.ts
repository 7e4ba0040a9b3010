/** Signing in to the console, losing a session, and the acts of a person who may only read. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, enterByLink, goodPassword, invite, signIn, type Person } from '../support/console-people';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { openBooks } from '../support/requests';

describeInBrowser('people at the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;

  const arrive = async (expects?: RegExp): Promise<Visitor['page']> => {
    visitor = await visit(browser, ledger.baseUrl, expects ? { expects } : {});
    return visitor.page;
  };
  const person = (role: 'viewer' | 'bookkeeper' | 'admin'): Promise<Person> =>
    invite(ledger.app.access, role, books.ledger.tenantId);
  const place = (path: string): string => `/console/l/${books.ledger.id}/${path}`;

  beforeAll(async () => {
    ledger = await startLedger();
    books = await openBooks(ledger);
    browser = await openBrowser();
  });
  afterEach(async () => {
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
  afterAll(async () => {
    await browser.close();
    await ledger.close();
  });

  test('an invitation link works once, and the password works afterwards', async () => {
    const page = await arrive(/401|410/);
    const admin = await person('admin');
    await enterByLink(page, admin);
    await page.getByRole('heading', { level: 1, name: books.ledger.name }).waitFor();
    // The browser keeps the invitation nowhere: not in the address, the storage or a readable cookie.
    expect(page.url()).not.toContain('invite_');
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('invite_');
    expect(await page.evaluate('document.cookie')).toBe('');

    await visitor.context.clearCookies();
    await page.goto(admin.invitation);
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByLabel('Repeat the password').fill(goodPassword);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('INVITATION_EXPIRED').waitFor();

    await page.goto('/console');
    await signIn(page, admin);
    await page.getByRole('heading', { level: 1, name: books.ledger.name }).waitFor();
  });

  test('a wrong password and an unknown e-mail address get the same refusal', async () => {
    const page = await arrive(/401/);
    const known = await person('viewer');
    await enterByLink(page, known);
    await visitor.context.clearCookies();
    const said: string[] = [];
    for (const email of [known.email, 'nobody@example.com']) {
      await page.goto('/console');
      await signIn(page, { ...known, email }, 'not my password');
      said.push(await page.getByRole('alert').innerText());
    }
    expect(said[0]).toContain('SIGN_IN_FAILED');
    expect(said[1]?.replace(/Request \S+/, '')).toBe(said[0]?.replace(/Request \S+/, ''));
  });

  test('an ended session asks for the password, and then opens the requested page', async () => {
    const page = await arrive(/401/);
    const one = await person('bookkeeper');
    await enterByLink(page, one);
    await page.goto(place('accounts?search=CASH'));
    await page.getByRole('heading', { level: 1, name: 'Chart of accounts' }).waitFor();
    // Waits for the requests of the page, so that the next request after the session has ended is the one that the click sends.
    await visitor.settled();
    await ledger.app.access.operators.change(one.id as never, { role: 'viewer' }, { actor: 'test' });
    await page.waitForTimeout(1_100);
    await page.getByRole('link', { name: 'Trial balance' }).click();
    await page.getByText('Your session has ended').waitFor();
    await signIn(page, one);
    await page.getByRole('heading', { level: 1, name: 'Trial balance' }).waitFor();
  });

  test('a new transaction is kept during a new sign-in and while another way is open, but not for another page', async () => {
    const page = await arrive(/401/);
    const one = await person('bookkeeper');
    await enterByLink(page, one);
    await page.goto(place('transactions/new'));
    const description = page.getByLabel('Description', { exact: true });
    await description.fill('Half a rent');
    for (const [line, column] of [
      [1, 'Debit'],
      [2, 'Credit'],
    ] as const) {
      await page.getByLabel(`Account of line ${line}`).fill(line === 1 ? 'CASH' : 'SALES');
      await page.getByLabel(`${column} of line ${line}`).fill('5.00');
    }
    await page.getByRole('tab', { name: 'By transaction code' }).click();
    await description.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Entries' }).click();
    expect(await page.getByLabel('Account of line 2').inputValue()).toBe('SALES');
    await visitor.context.clearCookies();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Your session has ended').waitFor();
    await signIn(page, one);
    await page.getByText('Balanced').waitFor();
    expect(await description.inputValue()).toBe('Half a rent');
    await page.getByRole('link', { name: 'Chart of accounts' }).click();
    await page.goBack();
    expect(await description.inputValue()).toBe('');
  });

  test('a form with typed values asks before Escape closes it', async () => {
    const page = await arrive();
    await enterByLink(page, await person('bookkeeper'));
    await page.goto(place('accounts'));
    const open = page.getByRole('button', { name: 'New account' });
    const dialog = page.getByRole('dialog', { name: 'New account' });
    await open.click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open.click();
    await dialog.getByLabel('Code').fill('PETTY');
    await page.keyboard.press('Escape');
    await dialog.getByText('lose what you have typed').waitFor();
    // The focus is on the button that loses nothing.
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('Code').inputValue()).toBe('PETTY');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Close the form' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('a page whose person signs in again in another tab continues, and says so if it is another person', async () => {
    const page = await arrive(/403/);
    const one = await person('bookkeeper');
    await enterByLink(page, one);
    await page.goto(place('accounts'));
    await page.getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog', { name: 'New account' });
    const fill = async (code: string): Promise<void> => {
      await dialog.getByLabel('Code').fill(code);
      await dialog.getByLabel('Name').fill('Petty cash');
      await dialog.getByRole('button', { name: 'Create account' }).click();
    };
    const data = { email: one.email, password: goodPassword };
    const headers = { Origin: ledger.baseUrl };
    expect((await visitor.context.request.post('/console/session', { data, headers })).status()).toBe(200);
    await fill('PETTY-1');
    await page.getByRole('heading', { level: 1, name: 'Petty cash' }).waitFor();
    await page.goto(place('accounts'));
    await page.getByRole('button', { name: 'New account' }).click();
    const other = await person('bookkeeper');
    await enter(visitor, ledger.baseUrl, other);
    await fill('PETTY-2');
    await page.getByText(`${other.email}) has signed in in another tab`).waitFor();
    expect((await books.api.get('/accounts?search=PETTY-2')).body.data).toEqual([]);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New account' }).click();
    await fill('PETTY-3');
    await page.getByRole('heading', { level: 1, name: 'Petty cash' }).waitFor();
  });

  test('a viewer sees nothing to write with, and a forged write is refused', async () => {
    const page = await arrive(/403/);
    await enterByLink(page, await person('viewer'));
    const bookkeeper = await openVisitor('bookkeeper');
    for (const [path, write] of [
      ['accounts', 'New account'],
      ['transactions', 'New transaction'],
    ] as const) {
      await bookkeeper.page.goto(place(path));
      await bookkeeper.page.getByText(write).waitFor();
      await page.goto(place(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await visitor.settled();
      expect(await page.getByText(write).count()).toBe(0);
    }
    await bookkeeper.leave();
    // The forged request has everything that a request of the page has: the cookie, the CSRF token, and the page's origin.
    const forged = await page.evaluate(async (ledgerId) => {
      const session = (await (await fetch('/console/session')).json()) as { data: { csrf_token: string } };
      const answer = await fetch('/api/v1/accounts', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Ledger': ledgerId, 'X-CSRF-Token': session.data.csrf_token },
        body: JSON.stringify({ code: 'FORGED', name: 'Forged', type: 'asset' }),
      });
      return [answer.status, await answer.json()];
    }, books.ledger.id);
    expect(forged).toMatchObject([403, { code: 'FORBIDDEN', message: expect.stringContaining('chart') }]);
    expect((await books.api.get('/accounts?search=FORGED')).body.data).toEqual([]);
  });

  test('an administrator of one tenant sees no page of the installation, and every page works', async () => {
    const page = await arrive();
    await enterByLink(page, await person('admin'));
    const links = page.locator('nav[aria-label="Pages"] a');
    await links.first().waitFor();
    const shown = await links.allInnerTexts();
    expect(shown).toEqual(expect.arrayContaining(['Keys', 'People', 'Ledgers', 'Verification', 'Audit log']));
    expect(shown).not.toEqual(expect.arrayContaining(['Rates']));
    expect(shown).not.toEqual(expect.arrayContaining(['System']));
    // The visitor records each refused request as a fault. So opening these pages shows that the service refuses none of their requests.
    for (const path of ['keys', 'operators', 'ledgers', 'verifications', 'log', 'webhook-endpoints']) {
      await page.goto(place(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.goto(place('operators'));
    await page.getByRole('button', { name: 'Invite' }).click();
    expect(await page.getByLabel('Tenant', { exact: true }).locator('option').allInnerTexts()).toEqual([
      expect.any(String),
    ]);
    for (const path of ['rates', 'system']) {
      await page.goto(place(path));
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    }
    const everybody = await visit(browser, ledger.baseUrl);
    await enterByLink(everybody.page, await invite(ledger.app.access, 'admin'));
    // Waits for the page that loads after the sign-in: if it were still loading, it would replace the page that is opened next.
    await everybody.settled();
    await everybody.page.goto(place('rates'));
    await everybody.page.getByRole('heading', { level: 1, name: 'Rates' }).waitFor();
    await everybody.leave();
  });

  /** Opens the console as a person other than the visitor that the tests share. */
  const openVisitor = async (role: 'bookkeeper'): Promise<Visitor> => {
    const other = await visit(browser, ledger.baseUrl);
    await enterByLink(other.page, await person(role));
    return other;
  };
});
