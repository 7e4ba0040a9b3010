/**
 * The pictures of the README and of docs/use/console.md: `make pictures` takes them from sample books. Other runs only check that they exist.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeProfile } from '../../packages/demo-books/src';
import type { Day } from '../../src/kernel/time';
import { describeInBrowser, openBrowser, visit, type Theme } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { expected, startLedger } from '../support/ledger';

const folder = resolve(__dirname, '../../docs/pictures');
const until = '2026-02-20' as Day;
const isTaken = process.env['LEDGER_TAKE_PICTURES'] === 'yes';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly heading: string | RegExp;
  readonly theme?: Theme;
  /** If true, the picture shows the page that the link in the table's first row opens. */
  readonly isOpened?: true;
}

const pictures: readonly Picture[] = [
  { name: 'overview', path: '', heading: 'Wallet in US dollars' },
  { name: 'chart-of-accounts', path: 'accounts', heading: 'Chart of accounts' },
  { name: 'balance-sheet', path: 'reports/balance-sheet', heading: 'Balance sheet', theme: 'dark' },
  { name: 'transactions', path: 'transactions', heading: 'Transactions' },
  { name: 'transaction', path: 'transactions?hold=settled', heading: /./, isOpened: true },
  { name: 'new-transaction', path: 'transactions/new', heading: 'New transaction', theme: 'dark' },
];

const fileOf = (name: string): string => resolve(folder, `${name}.png`);

test('each picture exists', () => {
  expect(pictures.filter(({ name }) => !existsSync(fileOf(name)))).toEqual([]);
});

(isTaken ? describeInBrowser : describe.skip)('the pictures of the console', () => {
  test('are taken', async () => {
    const ledger = await startLedger();
    const browser = await openBrowser();
    expected(await makeProfile(ledger.app, { profile: 'wallet', seed: 1, months: 2, until }, until));
    const visitor = await visit(browser, ledger.baseUrl, { height: 800 });
    const { page, complaints, settled, leave } = visitor;
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
    mkdirSync(folder, { recursive: true });
    for (const { name, path, heading, theme = 'light', isOpened } of pictures) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`/console/l/USD-WALLET/${path}`);
      if (isOpened) {
        await page.locator('tbody tr a').first().click();
        await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
      }
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await settled();
      await page.screenshot({ path: fileOf(name) });
    }
    expect(complaints).toEqual([]);
    await leave();
    await browser.close();
    await ledger.close();
  });
});
