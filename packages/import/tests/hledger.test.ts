/** Tests hledger journals as people write them: accepted transactions, rejected transactions, and faults that stop the import. */
import { rowsIn, told } from '../../../tests/support/reading';

const read = (text: string): readonly string[] => told(rowsIn('hledger', text));
/** Reads a transaction whose first posting is the given line. */
const posting = (line: string, before = ''): readonly string[] => read(`${before}2026-01-05 Tea\n  ${line}\n  cash\n`);

describe('an hledger transaction', () => {
  test.each([
    ['2026-01-05 Tea', '2026-01-05 Tea'],
    ['2026/1/5 Tea', '2026-01-05 Tea'],
    ['2026.01.05 Tea', '2026-01-05 Tea'],
    ['2026-01-05 * Tea', '2026-01-05 Tea'],
    ['2026-01-05 ! (42) Tea  ; layer: pending', '2026-01-05 Tea'],
    ['2026-01-05 (42) Tea shop | green', '2026-01-05 Tea shop | green'],
    ['2026-01-05 Tea ; bought, who: Ana', '2026-01-05 Tea'],
    ['2026-01-05', '2026-01-05 (no description)'],
    ['2026-01-05 *', '2026-01-05 (no description)'],
  ])('may begin with %s', (head, expected) => {
    expect(read(`${head}\n  food  5\n  cash\n`)).toEqual([`${expected} [food 5.00, cash -5.00]`]);
  });

  test.each([
    ['2026-13-05 Tea', 'DATE_INVALID'],
    ['2026-02-29 Tea', 'DATE_INVALID'],
    ['2026/01-05 Tea', 'DATE_INVALID'],
    ['01-05 Tea', 'DATE_INVALID'],
    ['20260105 Tea', 'DATE_INVALID'],
    ['2026-01-05Tea', 'DATE_INVALID'],
  ])('is rejected if it begins with %s', (head, code) => {
    expect(read(`\n${head}\n  food  5\n  cash\n`)).toEqual([`rejected 2 ${code}`]);
  });

  test('takes a missing year from the Y directive before it', () => {
    expect(read('Y2026\n1/5 Tea\n  food  5\n  cash\n')).toEqual(['2026-01-05 Tea [food 5.00, cash -5.00]']);
  });

  test('keeps its code as reference, its tags as attributes, and other tags as metadata', () => {
    const [row] = rowsIn('hledger', '2026-01-05 (R 7) Tea  ; who: Ana, Shop: 5\n  ; trip: \n  food  5\n  cash\n');
    expect(row).toMatchObject({
      ...{ kind: 'transaction', line: 1, reference: 'R 7', layer: 'settled' },
      ...{ attributes: { who: 'Ana', trip: '' }, metadata: { Shop: '5' } },
    });
  });

  test('ends at an empty line or the next unindented line, whatever the line endings', () => {
    const text = '\uFEFF; mine\r\n2026-01-05 A\r\n  food  5\r\n  cash\r\n2026-01-06 B\r\n\tfood\t6\r\n\tcash';
    expect(read(text)).toEqual(['2026-01-05 A [food 5.00, cash -5.00]', '2026-01-06 B [food 6.00, cash -6.00]']);
  });

  test('with a secondary date is read with a remark', () => {
    expect(read('2026-01-05=2026-01-09 Tea\n  food  5\n  cash\n')).toEqual([
      'remark 1 SECONDARY_DATES_LEFT_OUT',
      '2026-01-05 Tea [food 5.00, cash -5.00]',
    ]);
  });

  test('has the balances that its entries assert, with or without the accounts below', () => {
    const text = '2026-01-05 Tea\n  food  5 = 17.50\n  food  1 ==* $8\n  cash\n';
    const [row, ...more] = rowsIn('hledger', text);
    expect(more).toEqual([]);
    const asserted = { kind: 'assertion', account: 'food', date: '2026-01-05', isBeforeDay: false };
    expect(row).toMatchObject({
      kind: 'transaction',
      assertions: [
        { ...asserted, line: 2, amount: 1_750n, isWithin: false, behind: 100n },
        { ...asserted, line: 3, amount: 800n, isWithin: true, behind: 0n },
      ],
    });
  });

  test.each(['= 5 EUR', '= five', '='])('is read with a remark if it asserts %j', (asserted) => {
    const text = `2026-01-05 Tea\n  food  5 ${asserted}\n  cash\n`;
    expect(read(text)).toEqual(['remark 2 ASSERTIONS_NOT_CHECKED', '2026-01-05 Tea [food 5.00, cash -5.00]']);
    expect(rowsIn('hledger', text)[1]).not.toHaveProperty('assertions');
  });
});

describe('an hledger amount', () => {
  test.each([
    ['food  5', '5.00'],
    ['food  $5', '5.00'],
    ['food  $-5.10', '-5.10'],
    ['food  -$5.1', '-5.10'],
    ['food  5 USD', '5.00'],
    ['food  USD 5', '5.00'],
    ['food  "USD" 5', '5.00'],
    ['food  1,000.00 USD', '1000.00'],
    ['food  1.000,00 USD', '1000.00'],
    ['food  1,000,000 USD', '1000000.00'],
    ['food  12,34,567.89 USD', '1234567.89'],
    ["food  1'000.5 USD", '1000.50'],
    ['food  1 000,5 USD', '1000.50'],
    ['food  5,5 USD', '5.50'],
    ['food  .5 USD', '0.50'],
    ['food  5.000 USD', '5.00'],
    ['food\t5 USD ; note', '5.00'],
    ['* food  5 USD', '5.00'],
  ])('may be written as %j', (line, amount) => {
    expect(posting(line)).toEqual([`2026-01-05 Tea [food ${amount}, cash ${(-Number(amount)).toFixed(2)}]`]);
  });

  test.each([
    ['commodity 1.000,00 USD\n', '1.000 USD', '1000.00'],
    ['commodity $1,000.00\n', '$1,000', '1000.00'],
    ['commodity USD\n  format 1.000,00 USD\n', '1,5 USD', '1.50'],
    ['decimal-mark ,\n', '1.000 USD', '1000.00'],
    ['decimal-mark .\n', '1,000 USD', '1000.00'],
    ['D 1.000,00 USD\n', '1.000', '1000.00'],
  ])('follows the directive before it: %j %s', (before, written, amount) => {
    expect(posting(`food  ${written}`, before)).toEqual([`2026-01-05 Tea [food ${amount}, cash -${amount}]`]);
  });

  test.each([
    ['food  1,000 USD', 'AMOUNT_AMBIGUOUS'],
    ['food  5.001 USD', 'AMOUNT_PRECISION_EXCEEDED'],
    ['food  5 EUR', 'OTHER_CURRENCY'],
    ['food  €5', 'OTHER_CURRENCY'],
    ['food  5 USD @ 2 EUR', 'NOT_SUPPORTED'],
    ['food  5 USD {2 EUR}', 'NOT_SUPPORTED'],
    ['food  = 5 USD', 'NOT_SUPPORTED'],
    ['food  (5 * 2) USD', 'NOT_SUPPORTED'],
    ['(food)  5', 'NOT_SUPPORTED'],
    ['[food]  5', 'NOT_SUPPORTED'],
    ['food  5 ; date: 2026-01-07', 'NOT_SUPPORTED'],
    ['food  5 ; [1/7]', 'NOT_SUPPORTED'],
    ['food  5 USD 6', 'AMOUNT_INVALID'],
    ['food  USD 5 USD', 'AMOUNT_INVALID'],
    ['food  1.2.3,4 USD', 'AMOUNT_INVALID'],
    ['food  1E3', 'AMOUNT_INVALID'],
    ['food  five', 'AMOUNT_INVALID'],
    ['food  1,00.00,0', 'AMOUNT_INVALID'],
    [`food  ${'9'.repeat(40)}`, 'AMOUNT_INVALID'],
    ['food  5\n  drink', 'ENTRIES_NOT_BALANCED'],
    ['food  5\n  drink  1 USD\n  till  -5.99', 'ENTRIES_NOT_BALANCED'],
  ])('is rejected instead of misread: %j', (line, code) => {
    const text = `2026-01-05 Tea\n  ${line}\n  cash${code === 'ENTRIES_NOT_BALANCED' && line.includes('till') ? '  0' : ''}\n`;
    expect(read(text)).toEqual([`rejected 1 ${code}`]);
  });

  test('that is zero posts no entry, even in another currency', () => {
    expect(posting('till  0 EUR\n  food  5')).toEqual(['2026-01-05 Tea [food 5.00, cash -5.00]']);
  });
});

describe('other hledger lines', () => {
  const tea = '2026-01-05 Tea\n  food  5\n  cash\n';
  const teaRead = '2026-01-05 Tea [food 5.00, cash -5.00]';

  test('comments, payees, tags and similar lines are skipped', () => {
    const text = `# a\n* b\n; c\ncomment\n2026-01-01 no\n  x  1\nend comment\npayee Shop\ntag trip\nN $\n\n${tea}`;
    expect(read(text)).toEqual([teaRead]);
  });

  test.each(['include other.journal', '!include x', 'alias a = b', 'apply tag x', 'bucket cash', 'fixed EUR 2', 'Y26'])(
    '%s stops the import',
    (line) => {
      expect(read(`${line}\n\n${tea}`)).toEqual(['stop 1 DIRECTIVE_NOT_SUPPORTED', teaRead]);
    },
  );

  test.each(['~ monthly\n  rent  5\n  cash', '= food\n  (x)  1', 'nonsense', '  indented', 'account a  ; type: Q'])(
    '%j is rejected, and the next transaction is read',
    (block) => {
      expect(read(`${block}\n\n${tea}`)).toEqual([expect.stringMatching(/^rejected 1 [A-Z_]+$/), teaRead]);
    },
  );

  test('apply account prefixes the account names until it ends', () => {
    expect(read(`apply account home\n${tea}end apply account\n${tea}`)).toEqual([
      '2026-01-05 Tea [home:food 5.00, home:cash -5.00]',
      teaRead,
    ]);
  });

  test('an account directive sets the type, code, name and normal balance', () => {
    const text = 'account a:b  ; type: Cash, name: "x"\n  ; code: B\n  ; normal_balance: credit\n\naccount c\n';
    expect(rowsIn('hledger', text)).toMatchObject([
      { kind: 'account', line: 1, account: 'a:b', type: 'asset', code: 'B', name: '"x"', normalBalance: 'credit' },
      { kind: 'account', line: 5, account: 'c', type: undefined },
    ]);
  });

  test('an export of this ledger that was cut off is recognised', () => {
    const head = `; M "Main" in USD, at sequence 7 of its log, hash 01ab`;
    const ours = '2026-01-05 * Tea\n    food  5.00 USD\n    cash  -5.00 USD\n';
    expect(read(`${head}\n${ours}\n${ours}`)).toEqual([
      teaRead,
      ...['rejected 6 FILE_CUT_OFF', 'rejected 8 FILE_CUT_OFF'],
    ]);
    expect(read(`${head}\n${ours}; end of the journal: 1 transactions\n`)).toEqual([teaRead]);
    expect(read(`${head}, rejected rows\n${ours}`)).toEqual([teaRead]);
    expect(read(`${ours}\n; end of the journal: 1 transactions\n`)).toEqual([teaRead, 'stop 5 FILE_CUT_OFF']);
  });
});
