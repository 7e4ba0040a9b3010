/**
 * Webhooks at the console: creating an endpoint by form, seeing its deliveries and their answers, and showing any answer of a receiver as
 * plain text.
 */
import type { ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { describeInBrowser, faultsOf, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { hostile, isHacked } from '../support/console-world';
import { openAccount } from '../support/requests';
import { isSignedBy, startDelivering, type Delivering, type Hook } from '../support/webhooks';

const megabyte = 1_048_576;

/** Answers 500 with hostile texts in the headers, the status text and a body of more than a megabyte. */
const answerHostile = (response: ServerResponse): void => {
  const inHeader = hostile.replaceAll(/[^\x20-\x7e]/g, '');
  response.writeHead(500, inHeader, {
    'Content-Type': 'text/html',
    'X-Answer': inHeader,
    Refresh: '0;url=javascript:1',
  });
  response.end(hostile + '<svg onload=window.hacked=1>'.repeat(megabyte / 28));
};

describeInBrowser('webhooks at the console', () => {
  let world: Delivering;
  let hook: Hook;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  beforeAll(async () => {
    world = await startDelivering();
    hook = await world.openHook();
    browser = await openBrowser();
    visitor = await visit(browser, world.ledger.baseUrl);
    ({ page } = visitor);
    const { tenantId } = hook.books.ledger;
    await enter(visitor, world.ledger.baseUrl, await invite(world.ledger.app.access, 'admin', tenantId));
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await world.close();
  });

  const open = async (path = ''): Promise<void> => {
    await page.goto(`/console/l/${hook.books.ledger.id}/webhook-endpoints${path}`);
    await visitor.settled();
  };
  const press = (name: string): Promise<void> => page.getByRole('button', { name }).click();
  /** Opens the newest delivery in this state. Refreshes until it is there, because the page does not update by itself. */
  const openDelivery = async (state: string): Promise<void> => {
    const row = page.locator('tbody tr', { hasText: state }).first();
    while (!(await row.isVisible())) {
      await press('Refresh');
      await visitor.settled();
    }
    await row.getByRole('button').click();
    await page.getByRole('dialog').getByText('webhook-id').waitFor();
  };
  const faultsInBothLights = async (): Promise<readonly string[]> => {
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await faultsOf(page)));
    }
    return faults;
  };

  test('a form creates an endpoint, and its secret is shown once', async () => {
    await open();
    await press('New webhook');
    await page.getByLabel('URL').fill(world.receiver.url(hook.path));
    await page.getByLabel('Purpose').fill('The shop');
    await press('Create webhook');
    const secret = await page.getByLabel('Secret', { exact: true }).innerText();
    // The secret is shown only once, so closing the dialog too early asks for confirmation.
    await page.keyboard.press('Escape');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Secret', { exact: true }).innerText()).toBe(secret);
    await page.getByLabel('I have kept it').check();
    await press('Done');
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    expect(await page.content()).not.toContain(secret);

    await openAccount(hook.api, { code: 'SHOP' });
    await hook.come(1);
    expect(hook.received().map((delivered) => isSignedBy(delivered, secret))).toEqual([true]);
  });

  test('a delivery shows its request and its answer, and is sent again with the same id', async () => {
    await open();
    await page.getByRole('link', { name: world.receiver.url(hook.path) }).click();
    await openDelivery('delivered');
    const [first] = hook.received();
    const id = first?.headers['webhook-id'];
    const shown = await page.getByRole('dialog').innerText();
    for (const text of [`POST ${hook.path}`, `webhook-id: ${id}`, '"account.created"', 'SHOP', 'Status 204'])
      expect(shown).toContain(text);
    await press('Send again');
    await hook.come(2);
    expect(hook.received().map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  });

  test('a test message is sent at once, and its answer is shown', async () => {
    hook.answer(() => [202, 'Thank you']);
    await press('Send test message');
    await page.getByText('It was accepted: 202').waitFor();
    expect(await page.getByLabel('Response of the receiver').innerText()).toBe('Thank you');
    await page.keyboard.press('Escape');
  });

  test('a hostile answer is shown as plain text', async () => {
    hook.answer(() => answerHostile);
    await openAccount(hook.api, { code: 'EVIL', name: hostile });
    await openDelivery('failing');
    const answer = page.getByLabel('Response of the receiver');
    const text = await answer.innerText();
    for (const part of ['<script>', '<img src=x', '<svg onload', '⟨U+202E⟩javascript:']) expect(text).toContain(part);
    expect(text.length).toBeLessThan(20_000);
    expect(await answer.evaluate((element) => element.childElementCount)).toBe(0);
    expect(await page.evaluate<boolean>(isHacked)).toBe(false);
    expect(await faultsInBothLights()).toEqual([]);
    await page.keyboard.press('Escape');
    await press('Send test message');
    await page.getByText('It was not accepted: 500').waitFor();
    expect(await answer.innerText()).toContain('<script>');
    expect(await page.evaluate<boolean>(isHacked)).toBe(false);
  });

  test('the pages of webhooks are accessible', async () => {
    for (const path of ['', `/${(await hook.api.get('/webhook-endpoints')).body.data[0].id}`]) {
      await open(path);
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
      expect(await faultsInBothLights()).toEqual([]);
    }
  });
});
