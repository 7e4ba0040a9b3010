/** Tests the rows of long reports, and the changes of their totals. */
import { changesOf } from '../src/web/parts/changes';
import { branchesOf, foldedAt, foldedToFit, readFolded, reportKey } from '../src/web/parts/folding';

const row = (account_id: string | null, depth: number, is_subtotal = false, balance = '1.00') => ({
  ...{ account_id, depth, is_subtotal, is_folded: false, balance },
});

/** Cash with two banks, of which one has two accounts; a customer at the top; and a row without an account. */
const rows = [
  row('CASH', 0),
  row('BANK-1', 1),
  row('BANK-2', 1),
  row('GIRO', 2),
  row('SAVINGS', 2),
  row('BANK-2', 1, true, '3.00'),
  row('CASH', 0, true, '5.00'),
  row('CUSTOMER', 0),
  row(null, 0),
];
const named = (shown: readonly (typeof rows)[number][]) =>
  shown.map(({ account_id: id, is_subtotal: isSum, balance }) => `${id}${isSum ? ' total' : ''} ${balance}`);

describe('the rows of a report', () => {
  test.each<[number, readonly string[]]>([
    [1, ['CASH 5.00', 'CUSTOMER 1.00', 'null 1.00']],
    [2, ['CASH 1.00', 'BANK-1 1.00', 'BANK-2 3.00', 'CASH total 5.00', 'CUSTOMER 1.00', 'null 1.00']],
  ])('are folded to %d levels: an account on the last level contains those below it', (levels, shown) => {
    expect(named(foldedAt(rows, levels))).toEqual(shown);
  });

  test('are marked as folded if they contain the accounts below them', () => {
    const folded = foldedAt(rows, 2).filter(({ is_folded: isFolded }) => isFolded);
    expect(named(folded)).toEqual(['BANK-2 3.00']);
  });

  test('that the page does not show are not counted', () => {
    const own = (shown: readonly (typeof rows)[number][]) => shown.filter(({ is_subtotal: isSum }) => !isSum).length;
    expect(foldedToFit(rows, own, 7).levels).toBeUndefined();
    expect(foldedToFit(rows, undefined, 7).levels).toBe(2);
  });

  test('are all shown if they have no more levels than requested', () => {
    expect(foldedAt(rows, 3)).toEqual(rows);
  });

  test.each([
    [9, undefined, 9],
    [8, 2, 6],
    [6, 2, 6],
    [5, 1, 3],
    [2, 1, 3],
  ])('are folded to the deepest level at which %d rows fit, or to the first: %s', (most, levels, count) => {
    const folded = foldedToFit(rows, undefined, most);
    expect([folded.levels, folded.rows.length]).toEqual([levels, count]);
  });

  test('are not folded if the chart has no levels', () => {
    const flat = Array.from({ length: 300 }, (_, index) => row(`C-${index}`, 0));
    expect(foldedToFit(flat)).toEqual({ rows: flat, levels: undefined });
  });
});

test('the sum of a branch is shown if one of its accounts is, although the balances cancel each other out', () => {
  const account = (code: string, depth: number, balance: string, is_subtotal = false) => ({
    ...{ code, depth, balance, is_subtotal },
  });
  const cancelled = [
    account('FEES', 0, '5.00'),
    account('REFUNDS', 1, '-5.00'),
    account('FEES', 0, '0.00', true),
    account('IDLE', 0, '0.00'),
    account('NEVER', 1, '0.00'),
    account('IDLE', 0, '0.00', true),
  ];
  expect([...branchesOf(cancelled, ({ balance }) => balance !== '0.00')]).toEqual(['FEES']);
});

describe('a report with too many accounts for one answer', () => {
  const refused = (code: string) => ({
    ok: false as const,
    problem: { status: 422, code, message: 'No.', errors: {} },
  });
  const asking = async (mayFold: boolean, code: string): Promise<readonly unknown[]> => {
    const depths: unknown[] = [];
    await readFolded({}, mayFold, async ({ depth }) => {
      depths.push(depth);
      return depth === 1 ? { ok: true, data: 1, pagination: undefined, meta: undefined } : refused(code);
    });
    return depths;
  };

  test('has another key if the person asks for all levels', () => {
    expect(reportKey('balance sheet', {}, true)).not.toBe(reportKey('balance sheet', {}, false));
  });

  test('is read again with its first level', async () => {
    expect(await asking(true, 'REPORT_TOO_LARGE')).toEqual([undefined, 1]);
  });

  test.each([
    ['the address names the levels, or all of them', false, 'REPORT_TOO_LARGE'],
    ['it is refused for another reason', true, 'SEQUENCE_NOT_REACHED'],
  ])('is not read again if %s', async (_, mayFold, code) => {
    expect(await asking(mayFold, code)).toHaveLength(1);
  });
});

test('the changes of a total are computed as the API does, between periods and against comparisons', () => {
  const labels = ['2026-01', '2026-02', '2026-03', 'prior_period', 'prior_year'];
  expect(changesOf('150.00', ['-80.00', '30.00', '0.00', '0.00', '120.00'], labels)).toEqual([
    { balance: '-80.00', change: null, change_percent: null },
    { balance: '30.00', change: '110.00', change_percent: '137.50' },
    { balance: '0.00', change: '-30.00', change_percent: '-100.00' },
    { balance: '0.00', change: '150.00', change_percent: null },
    { balance: '120.00', change: '30.00', change_percent: '25.00' },
  ]);
  expect(changesOf('2', ['3'], ['prior_year'])).toEqual([{ balance: '3', change: '-1', change_percent: '-33.33' }]);
});
