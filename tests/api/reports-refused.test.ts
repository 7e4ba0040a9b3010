/** Refusals of reports: a sequence that the log has not reached, a chart that is too large, and books that do not balance. */
import { replace } from '../../src/kernel/token';
import { ok, refuse } from '../../src/kernel/refusal';
import { TOTALS_READER, type TotalsReader } from '../../src/modules/ledgering/application/totals-reader';
import type { AccountId } from '../../src/modules/ledgering/domain/account';
import { client } from '../support/client';
import { startLedger, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, openBooks } from '../support/requests';

const day = '2026-01-31';
const reports = [
  ['the trial balance', `/reports/trial-balance?as_of_date=${day}`],
  ['the balance sheet', `/reports/balance-sheet?as_of_date=${day}`],
  ['the income statement', `/reports/income-statement?from=2026-01-01&to=${day}`],
  ['the cash flow statement', `/reports/cash-flow?from=2026-01-01&to=${day}`],
] as const;
const generalLedger = ['the general ledger', `/reports/general-ledger?format=csv&from=2026-01-01&to=${day}`] as const;

const unasked = (): never => {
  throw new Error('a report asks for no balance of one account');
};

const withReader = async (
  totals: TotalsReader['totals'],
  work: (ledger: TestLedger) => Promise<void>,
  counterTotals: TotalsReader['counterTotals'] = unasked,
): Promise<void> => {
  const reader = { totals, counterTotals, accountBalance: unasked, accountSetBalance: unasked };
  const ledger = await startLedger([replace(TOTALS_READER, [], () => reader)]);
  try {
    await work(ledger);
  } finally {
    await ledger.close();
  }
};

describe('a sequence of the log', () => {
  let ledger: TestLedger;

  beforeAll(async () => {
    ledger = await startLedger();
  });

  afterAll(() => ledger.close());

  test.each(reports)('that is not reached yet is refused by %s, with and without a day', async (_, path) => {
    const { api } = await openBooks(ledger);
    const reached = dataOf(await api.get(`${path}&known_at_sequence=2`), 200);
    expect(reached).toMatchObject({ head: { sequence: 2 }, known_at_sequence: 2 });
    const withoutDay = path.replace(/(as_of_date|&to)=[-\d]+/, '');
    for (const asked of [path, withoutDay]) {
      const answer = await api.get(`${asked}&known_at_sequence=3`);
      expectRefusal(answer, 422, 'SEQUENCE_NOT_REACHED');
      expect(answer.body.message).toContain('sequence 2');
    }
  });

  test.each(reports)('must be a whole number from 1 on for %s', async (_, path) => {
    const { api } = await ledger.newLedger();
    for (const sequence of ['0', '-1', '1.5', 'x', '', '01', '9007199254740992'])
      expectRefusal(await api.get(`${path}&known_at_sequence=${sequence}`), 422, 'VALIDATION_ERROR', [
        'known_at_sequence',
      ]);
  });
});

const aging = ['ageing', `/reports/aging?layer=pending&as_of_date=${day}`] as const;

test.each([...reports, generalLedger, aging])(
  'a chart that is too large for one report is refused by %s',
  async (_, path) => {
    const tooMany = refuse({ kind: 'TooManyAccounts', max: 100_000 } as const);
    await withReader(
      async () => tooMany,
      async (ledger) => {
        const { api } = await ledger.newLedger();
        const answer = await api.get(path);
        expectRefusal(answer, 422, 'REPORT_TOO_LARGE');
        expect(answer.body.message).toContain('100000 accounts');
        expect(ledger.complaints).toEqual([]);
      },
    );
  },
);

describe('books that do not balance', () => {
  const account = {
    ...{ id: '0193d5a8-0000-7000-8000-000000000001' as AccountId, code: 'BANK', name: 'Bank' },
    ...({ type: 'asset', category: 'system', normalBalance: 'debit', parentId: null } as const),
    ...{ description: null, isActive: true, isSystem: false, metadata: null, cashFlow: null, isGroup: false },
  };
  const place = { sequence: 17n, hash: 'ab'.repeat(32), knownAt: new Date('2026-01-31T12:00:00.000Z') };
  /** Totals that cannot occur: the only account has a debit of 13 cents without a credit. */
  const unbalanced: TotalsReader['totals'] = async () =>
    ok({ place, accounts: [{ account, within: { debits: 13n, credits: 0n }, beside: [] }] });
  const counted = async (ledger: TestLedger): Promise<readonly string[]> => {
    const { body } = await client(ledger.baseUrl).get('//metrics');
    return [...String(body).matchAll(/^ledger_reports_unbalanced_total\{report="(.*)"\} (\d+)$/gm)].map(
      ([, report, count]) => `${report} ${count}`,
    );
  };

  test('give no trial balance, balance sheet or cash flow statement, and raise an alarm', async () => {
    await withReader(unbalanced, async (ledger) => {
      const { api, ledger: own } = await ledger.newLedger();
      for (const [, path] of reports.slice(0, 2)) expectRefusal(await api.get(path), 500, 'INTERNAL_ERROR');
      expectRefusal(await api.get(`${reports[0][1]}&layer=pending`), 500, 'INTERNAL_ERROR');
      expectRefusal(await api.get(reports[3][1]), 500, 'INTERNAL_ERROR');
      expect(await counted(ledger)).toEqual(['trial balance 2', 'balance sheet 1', 'cash flow statement 1']);
      const alarms = ledger.complaints.filter(({ message }) => message.startsWith('a report does not balance'));
      const about = { ledgerId: own.id, to: day, sequence: '17', offByMinorUnits: '13' };
      expect(alarms.map(({ fields }) => fields)).toEqual([
        { ...about, report: 'trial balance', layer: 'settled' },
        { ...about, report: 'balance sheet', layer: 'settled' },
        { ...about, report: 'trial balance', layer: 'pending' },
        { ...about, report: 'cash flow statement', layer: 'settled', offByMinorUnits: '-13' },
      ]);
    });
  });

  test('give no direct cash flow statement if the counter-entries of cash differ from the change in cash', async () => {
    const within = { debits: 13n, credits: 0n };
    const earned = { debits: 0n, credits: 13n };
    const sales = { ...account, id: '0193d5a8-0000-7000-8000-000000000002' as AccountId, type: 'revenue' } as const;
    const accounts = [
      { account: { ...account, cashFlow: 'cash' } as const, within, beside: [within] },
      { account: sales, within: earned, beside: [earned] },
    ];
    await withReader(
      async () => ok({ place, accounts }),
      async (ledger) => {
        const { api } = await ledger.newLedger();
        dataOf(await api.get(reports[3][1]), 200);
        expectRefusal(await api.get(`${reports[3][1]}&method=direct`), 500, 'INTERNAL_ERROR');
        expect(await counted(ledger)).toContain('cash flow statement 1');
      },
      async () => new Map(),
    );
  });

  test('raise no alarm in the trial balance of an account set, which need not balance', async () => {
    await withReader(unbalanced, async (ledger) => {
      const { api } = await ledger.newLedger();
      const { totals } = dataOf(await api.get(`${reports[0][1]}&account_set_code=SOME`), 200);
      expect(totals).toMatchObject({ debit_balances: '0.13', credit_balances: '0.00' });
      expect(await counted(ledger)).toEqual(['trial balance 0', 'balance sheet 0', 'cash flow statement 0']);
      expect(ledger.complaints).toEqual([]);
    });
  });
});
