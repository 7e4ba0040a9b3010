/**
 * Large books do not make anybody wait: a chart of 10,000 accounts, a list of a million transactions and an account of a million
 * entries answer a click, or a turn of the wheel, within a fifth of a second. `make test-browser BOOKS=full` fills that many,
 * `make test-browser` 20,000, and `make test` has no time for any.
 */
import type { Browser, Page } from 'playwright-core';
import { thisProcess } from '../../src/app/this-process';
import { withStage } from '../../src/bench/stage';
import { seedLedger } from '../../src/bench/postgres/seeded-ledger';
import { describeInBrowser, isQuestion, isWholeBrowserRun, openBrowser, visit } from '../support/browser';
import { enter, invite } from '../support/console-people';

const isFull = process.env['LEDGER_TEST_BROWSER'] === 'full';
const describeLarge = isWholeBrowserRun ? describeInBrowser : describe.skip;
if (!isWholeBrowserRun) process.stdout.write('large books in the browser: skipped, `make test-browser` has them\n');
const transactions = isFull ? 1_000_000 : 20_000;
const accounts = 10_000;
/** Where the books are small, the machine may be busy. */
const maxMs = isFull ? 200 : 1_000;
const turns = 12;

/** From a click until another row stands first in the list that has pages. */
const msToTurn = async (page: Page): Promise<number> => {
  const first = (): Promise<string> => page.locator('div:has(> nav.pager) > .table-frame tbody tr').first().innerText();
  await page.getByRole('button', { name: 'Further' }).waitFor();
  const before = await first();
  const startedAt = performance.now();
  await page.getByRole('button', { name: 'Further' }).click();
  while ((await first()) === before) if (performance.now() - startedAt > 10_000) throw new Error('no other rows came');
  return performance.now() - startedAt;
};

/** From a jump in the chart until a row stands in the middle of the window, in the browser's own time. */
const msToScroll = (page: Page, share: number): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const startedAt = performance.now();
    const isRow = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('tr:not(.space)') !== null;
    scrollTo({ top: ${share} * (document.documentElement.scrollHeight - innerHeight) });
    do await new Promise(requestAnimationFrame);
    while (!isRow() && performance.now() - startedAt < 10_000);
    return performance.now() - startedAt;
  })()`);

const middleOf = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? NaN;

const times = async (measure: (turn: number) => Promise<number>): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let turn = 0; turn < turns; turn++) all.push(await measure(turn));
  return all;
};

describeLarge('large books', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test(
    `of ${transactions} transactions are turned over without waiting`,
    () =>
      withStage(
        1_500,
        async ({ installation, tenantId, service, owner }) => {
          const ledger = await seedLedger(installation, tenantId, {
            ...{ ledger: 'LARGE', transactions, entriesOfAccount: transactions, seed: 5, activeAccounts: accounts - 1 },
            rememberedTransactions: new Set(),
            rememberedEntries: new Set(),
          });
          await owner.vacuum();
          const baseUrl = `http://${service.host}:${service.port}`;
          const visitor = await visit(browser, baseUrl);
          const { page, complaints, requests, leave } = visitor;
          await enter(visitor, baseUrl, await invite(installation.access, 'viewer'));
          const measured: Record<string, readonly number[]> = {};
          for (const [name, path] of Object.entries({
            'the list of transactions': 'transactions',
            'the entries of an account': `accounts/${ledger.accountIds[0]}?from=2000-01-01`,
          })) {
            requests();
            await page.goto(`/console/l/LARGE/${path}`);
            await page.getByRole('navigation', { name: 'Pages of this list' }).waitFor();
            expect(requests().filter(isQuestion).length).toBeLessThanOrEqual(12);
            measured[name] = await times(() => msToTurn(page));
          }
          await page.goto('/console/l/LARGE/accounts');
          await page.getByText(`${accounts.toLocaleString('en')} accounts`).waitFor();
          await page.locator('tbody tr').nth(20).waitFor();
          measured['the chart of accounts'] = await times((turn) => msToScroll(page, ((turn * 7) % turns) / turns));
          process.stdout.write(
            `${transactions} transactions: ${Object.entries(measured)
              .map(([name, all]) => `${name} ${middleOf(all).toFixed(0)} ms (at most ${Math.max(...all).toFixed(0)})`)
              .join(', ')}\n`,
          );
          for (const all of Object.values(measured)) expect(middleOf(all)).toBeLessThan(maxMs);
          expect(complaints).toEqual([]);
          await leave();
        },
        thisProcess,
      ),
    1_500_000,
  );
});
