/**
 * The console reads large books in small pieces. Each click or scroll in a chart of 10,000 accounts, in a list of a million transactions
 * and in an account with a million entries needs few requests and few rows. `make test-browser BOOKS=full` posts a million transactions,
 * `make test-browser` 20,000; `make test` skips these tests.
 */
import type { Browser, Page } from 'playwright-core';
import { thisProcess } from '../../src/app/this-process';
import { withStage } from '../../packages/bench/src/stage';
import { seedLedger } from '../../packages/bench/src/postgres/seeded-ledger';
import { describeInBrowser, isQuestion, isWholeBrowserRun, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';

const isFull = process.env['LEDGER_TEST_BROWSER'] === 'full';
const describeLarge = isWholeBrowserRun ? describeInBrowser : describe.skip;
if (!isWholeBrowserRun) process.stdout.write('large books in the browser: skipped, `make test-browser` has them\n');
const transactions = isFull ? 1_000_000 : 20_000;
const accounts = 10_000;
const turns = 12;
/** The maximum number of requests for one more page of a list. */
const maxQuestions = 2;
/** The maximum number of rows in the page at a time, for any number of rows in the list. */
const maxRows = 500;

/** The number of requests from the click until the list shows a different first row. */
const questionsToTurn = async ({ page, requests, settled }: Visitor): Promise<number> => {
  const first = (): Promise<string> => page.locator('div:has(> nav.pager) > .table-frame tbody tr').first().innerText();
  await page.getByRole('button', { name: 'Next' }).waitFor();
  const before = await first();
  requests();
  await page.getByRole('button', { name: 'Next' }).click();
  await settled();
  expect(await first()).not.toBe(before);
  return requests().filter(isQuestion).length;
};

/** The number of rows in the page after a jump in the chart, counted when a row is in the middle of the window. */
const rowsAfterJump = (page: Page, share: number): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const isRow = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('tr:not(.space)') !== null;
    scrollTo({ top: ${share} * (document.documentElement.scrollHeight - innerHeight) });
    do await new Promise(requestAnimationFrame);
    while (!isRow());
    return document.querySelectorAll('tbody tr').length;
  })()`);

const inEachTurn = async (measure: (turn: number) => Promise<number>): Promise<readonly number[]> => {
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
    `with ${transactions} transactions need few requests and few rows per page`,
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
          const questions: number[] = [];
          for (const path of ['transactions', `accounts/${ledger.accountIds[0]}?from=2000-01-01`]) {
            requests();
            await page.goto(`/console/l/LARGE/${path}`);
            await page.getByRole('navigation', { name: 'Pages of this list' }).waitFor();
            expect(requests().filter(isQuestion).length).toBeLessThanOrEqual(12);
            questions.push(...(await inEachTurn(() => questionsToTurn(visitor))));
          }
          await page.goto('/console/l/LARGE/accounts');
          await page.getByText(`${accounts.toLocaleString('en')} accounts`).waitFor();
          await page.locator('tbody tr').nth(20).waitFor();
          const rows = await inEachTurn((turn) => rowsAfterJump(page, ((turn * 7) % turns) / turns));
          process.stdout.write(
            `${transactions} transactions: ${Math.max(...questions)} questions a turn at most, ${Math.max(...rows)} rows of the chart\n`,
          );
          expect(Math.max(...questions)).toBeLessThanOrEqual(maxQuestions);
          expect(Math.max(...rows)).toBeLessThanOrEqual(maxRows);
          expect(complaints).toEqual([]);
          await leave();
        },
        thisProcess,
      ),
    1_500_000,
  );
});
