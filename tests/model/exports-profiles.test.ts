/**
 * The books of demo profiles, exported to hledger: every account, the balance sheet and the income statement must equal those of the
 * reports. `make test` exports one profile, chosen by LEDGER_TEST_SEED; `make imports` exports all.
 */
import { makeProfile, profileNames } from '../../packages/demo-books/src';
import type { Day } from '../../src/kernel/time';
import {
  balancesByHledger,
  balancesReported,
  dayAfter,
  sectionsOfBalanceSheet,
  sectionsOfIncomeStatement,
  totalsByHledger,
  totalsReported,
} from '../support/added-up';
import { client } from '../support/client';
import { describeWithHledger, exported } from '../support/exporting';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { seedOf } from '../support/random';

const seed = seedOf('LEDGER_TEST_SEED', 1_000);
process.stderr.write(`the profile that is told: LEDGER_TEST_SEED=${seed}\n`);
const isFull = process.env['LEDGER_TEST_IMPORTS'] === 'full';
const told = profileNames.filter((_, place) => isFull || place === seed % profileNames.length);
const until = '2026-02-20' as Day;
const [yearBegins, cleared] = ['2026-01-01', ['--cleared', '-e', dayAfter(until)]] as const;

describeWithHledger('hledger', () => {
  describe.each(told)('on the books of a %s', (profile) => {
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

    test('every account has the balance of the trial balance', async () => {
      for (const books of all) {
        const reported = await balancesReported([books], until);
        expect(balancesByHledger(await exported(ledger, books, 'hledger'), ...cleared)).toEqual(reported);
        expect(Object.keys(reported).length).toBeGreaterThan(1);
      }
    });

    test('the balance sheet and the income statement have the totals of the reports', async () => {
      const [owned, earned] = [sectionsOfBalanceSheet, sectionsOfIncomeStatement];
      for (const books of all) {
        const text = await exported(ledger, books, 'hledger');
        expect(totalsByHledger(text, 'balancesheetequity', owned, ...cleared)).toEqual(
          await totalsReported([books], `balance-sheet?as_of_date=${until}`, Object.values(owned)),
        );
        expect(totalsByHledger(text, 'incomestatement', earned, ...cleared, '-b', yearBegins)).toEqual(
          await totalsReported([books], `income-statement?from=${yearBegins}&to=${until}`, Object.values(earned)),
        );
      }
    });
  });
});
