/**
 * Large books do not make anybody wait: a chart of 10,000 accounts, a list of a million transactions and an account of a million
 * entries answer a click within a fifth of a second. `make test-browser BOOKS=full` fills that many; without it, 20,000.
 */
import type { Browser, Page } from 'playwright-core';
import { withStage } from '../../src/bench/stage';
import { seedLedger } from '../../src/bench/postgres/seeded-ledger';
import { describeInBrowser, openBrowser, visit } from '../support/browser';
import { enter, invite } from '../support/console-people';

const isFull = process.env['LEDGER_TEST_BROWSER'] === 'full';
const transactions = isFull ? 1_000_000 : 20_000;
const maxMs = 200;
const turns = 12;

/** Until a row stands in the table that did not stand there before. */
const msOf = async (page: Page, act: () => Promise<void>): Promise<number> => {
  const first = (): Promise<string> => page.locator('tbody tr, [role=row]').first().innerText();
  const before = await first();
  const startedAt = performance.now();
  await act();
  while ((await first()) === before) if (performance.now() - startedAt > 10_000) throw new Error('no other rows came');
  return performance.now() - startedAt;
};

const middleOf = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? NaN;

describeInBrowser('large books', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test(
    `of ${transactions} transactions are turned over without waiting`,
    () =>
      withStage(1_500, async ({ installation, tenantId, service, owner }) => {
        const ledger = await seedLedger(installation, tenantId, {
          ...{ ledger: 'LARGE', transactions, entriesOfAccount: transactions, seed: 5, activeAccounts: 9_999 },
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
          'the entries of an account': `accounts/${ledger.accountIds[1]}/entries`,
        })) {
          requests();
          await page.goto(`/console/l/LARGE/${path}`);
          await page.locator('tbody tr').nth(20).waitFor();
          const times: number[] = [];
          for (let turn = 0; turn < turns; turn++)
            times.push(await msOf(page, () => page.getByRole('button', { name: 'Further' }).click()));
          measured[name] = times;
        }
        await page.goto('/console/l/LARGE/accounts');
        await page.getByText('10,000 accounts').waitFor();
        expect(requests().length).toBeLessThanOrEqual(60);
        process.stdout.write(
          `${transactions} transactions: ${Object.entries(measured)
            .map(
              ([name, times]) => `${name} ${middleOf(times).toFixed(0)} ms (at most ${Math.max(...times).toFixed(0)})`,
            )
            .join(', ')}\n`,
        );
        for (const times of Object.values(measured)) expect(middleOf(times)).toBeLessThan(maxMs);
        expect(complaints).toEqual([]);
        await leave();
      }),
    1_500_000,
  );
});
