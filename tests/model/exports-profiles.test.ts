/** The books of each demo profile, told to hledger: every account, the balance sheet and the income statement are those of the reports. */
import { makeProfile, profileNames } from '../../src/app/demo-profiles';
import type { Day } from '../../src/kernel/time';
import { client, type Client } from '../support/client';
import { describeWithHledger, exported, inFiles, printedBy, rowsOf } from '../support/exporting';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf } from '../support/requests';

jest.setTimeout(240_000);

const until = '2026-02-20' as Day;
const [dayBehind, yearBegins] = ['2026-02-21', '2026-01-01'];

const cents = (amount: string): bigint => BigInt(amount.replaceAll(/[.,]/g, ''));
const amountIn = (cell = ''): bigint => cents(/-?[\d.,]+/.exec(cell)?.[0] ?? '0.00');

describeWithHledger('hledger', () => {
  describe.each(profileNames)('of the books of a %s', (profile) => {
    let ledger: TestLedger;
    const all: TestBooks[] = [];

    beforeAll(async () => {
      ledger = await startLedger();
      const made = expected(await makeProfile(ledger.app, { profile, seed: 1, months: 2, until }, until));
      for (const { id } of made.ledgers.values()) {
        const found = await ledger.app.ledgering.ledger(id);
        if (!found) throw new Error(`there is no ledger ${id}`);
        const key = await ledger.newKey(found);
        all.push({ ledger: found, key, api: client(ledger.baseUrl, key) });
      }
    });
    afterAll(() => ledger.close());

    /** What a command prints of one ledger's books, as rows. */
    const asked = async (books: TestBooks, ...command: readonly string[]): Promise<readonly (readonly string[])[]> => {
      const text = await exported(ledger, books, 'hledger');
      return inFiles({ 'books.hledger': text }, (pathOf) =>
        rowsOf(printedBy('hledger', '-f', pathOf('books.hledger'), ...command, '-e', dayBehind, '-O', 'csv')),
      );
    };
    const net = async (books: TestBooks, ...command: readonly string[]): Promise<bigint> =>
      amountIn((await asked(books, ...command)).find(([first]) => first === 'Net:')?.[1]);
    const report = async (api: Client, path: string) => dataOf(await api.get(`/reports/${path}`), 200);

    test('every account has the balance of the trial balance', async () => {
      for (const books of all) {
        const { rows } = await report(books.api, `trial-balance?as_of_date=${until}`);
        const reported = rows
          .filter(({ is_subtotal }: { is_subtotal: boolean }) => !is_subtotal)
          .map(({ code, debits, credits }: Record<string, string>) => [
            code,
            cents(debits ?? '') - cents(credits ?? ''),
          ])
          .filter(([, amount]: [string, bigint]) => amount !== 0n);
        const told = await asked(books, 'balance', '--cleared', '--flat', '-N');
        const balances = told.slice(1).map(([account = '', amount]) => [account.split(':').at(-1), amountIn(amount)]);
        expect(balances.toSorted()).toEqual(reported.toSorted());
        expect(reported.length).toBeGreaterThan(1);
      }
    });

    test('the balance sheet and the income statement come to what the reports come to', async () => {
      for (const books of all) {
        const { totals } = await report(books.api, `balance-sheet?as_of_date=${until}`);
        expect(await net(books, 'balancesheet', '--cleared')).toBe(cents(totals.assets) - cents(totals.liabilities));
        const earned = await report(books.api, `income-statement?from=${yearBegins}&to=${until}`);
        const told = await net(books, 'incomestatement', '--cleared', '-b', yearBegins);
        expect(told).toBe(cents(earned.totals.net_income));
      }
    });
  });
});
