/** Reports of more accounts than one report may read: each cure that the refusal proposes works, and nothing else is promised. */
import { replace } from '../../src/kernel/token';
import { READS } from '../../src/modules/ledgering/postgres/fresh-reads';
import { TOTALS_READER } from '../../src/modules/ledgering/application/totals-reader';
import { totalsAnswers } from '../../src/modules/ledgering/http/answers';
import { PostgresTotalsReader } from '../../src/modules/ledgering/postgres/sums/totals-reader';
import type { TestBooks, TestLedger } from '../support/ledger';
import { startLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, openBooks, type Fields } from '../support/requests';

/** The number of accounts that a report of this service may read: fewer if it has more than five ranges of days. */
const mostAccounts = (ranges: number): number => Math.min(6, Math.floor(30 / ranges));

let ledger: TestLedger;
let books: TestBooks;
let earlier: number;

const days = 'from=2026-01-01&to=2026-12-31';
const reports = {
  trialBalance: '/reports/trial-balance?as_of_date=2026-12-31',
  balanceSheet: '/reports/balance-sheet?as_of_date=2026-12-31',
  incomeStatement: `/reports/income-statement?${days}`,
  cashFlow: `/reports/cash-flow?${days}`,
  aging: '/reports/aging?layer=pending&as_of_date=2026-12-31',
  generalLedger: `/reports/general-ledger?format=csv&${days}`,
};
const messageOf = async (path: string): Promise<string> => {
  const answer = await books.api.get(path);
  expectRefusal(answer, 422, 'REPORT_TOO_LARGE');
  return answer.body.message;
};
const statusOf = async (path: string): Promise<number> => (await books.api.get(path)).status;

const openSet = async (code: string, members: readonly Fields[]): Promise<void> => {
  const { id } = dataOf(await books.api.post('/account-sets', { code, name: code }), 201);
  for (const member of members)
    await books.api.post(`/account-sets/${id}/members`, { member_type: 'account', member_id: member['id'] });
};

beforeAll(async () => {
  ledger = await startLedger([
    replace(TOTALS_READER, [READS], (reads) => new PostgresTotalsReader(reads, mostAccounts)),
  ]);
  books = await openBooks(ledger);
  const accounts: Fields[] = [];
  for (const type of ['asset', 'revenue']) {
    const parent_code = `ALL-${type}`;
    await openAccount(books.api, { code: parent_code, type });
    for (let number = 0; number < 7; number++)
      accounts.push(await openAccount(books.api, { code: `${type}-${number}`, type, parent_code }));
  }
  await openSet('LARGE', accounts);
  await openSet('SMALL', accounts.slice(0, 3));
  await decide(books.api, { entries: [debit('asset-0', '5.00'), credit('revenue-6', '5.00')] });
  earlier = dataOf(await books.api.get(reports.trialBalance + '&depth=1'), 200).head.sequence;
  await decide(books.api, {});
});
afterAll(() => ledger.close());

test.each(Object.entries(reports))('%s of too many accounts is refused', async (_, path) => {
  expect(await messageOf(path)).toContain('more than 6 accounts');
});

test.each(['trialBalance', 'balanceSheet', 'incomeStatement'] as const)(
  '%s sums deeper accounts only under the conditions in the message',
  async (name) => {
    const path = reports[name];
    expect(await messageOf(path)).toContain('depth=1');
    expect(await statusOf(`${path}&depth=1`)).toBe(200);
    expect(await statusOf(`${path}&depth=1&compare=prior_period,prior_year`)).toBe(200);
    for (const also of [`known_at_sequence=${earlier}`, 'columns=month&columns_from=2026-08-01'])
      await messageOf(`${path}&depth=1&${name === 'incomeStatement' ? also.replace(/&columns_from=.*/, '') : also}`);
  },
);

test.each(['trialBalance', 'aging', 'generalLedger'] as const)('%s accepts a smaller account set', async (name) => {
  const path = reports[name];
  expect(await messageOf(`${path}&account_set_code=LARGE`)).toContain('account_set_code');
  for (const also of ['', `&known_at_sequence=${earlier}`])
    expect(await statusOf(`${path}&account_set_code=SMALL${also}`)).toBe(200);
});

test('a report that is refused for its many columns is accepted without them', async () => {
  const path = `${reports.trialBalance}&account_set_code=SMALL`;
  expect(await messageOf(`${path}&columns=month&columns_from=2026-01-01`)).toMatch(
    /fewer columns .* columns and compare/,
  );
  expect(await statusOf(path)).toBe(200);
  expect(totalsAnswers.TooManyAccounts.message({ kind: 'TooManyAccounts', max: 100_000 })).not.toContain(
    'fewer columns',
  );
});

test('the income statement is refused rather than computed from some accounts, also as of a sequence', async () => {
  for (const also of ['', `&known_at_sequence=${earlier}`]) await messageOf(`${reports.incomeStatement}${also}`);
});
