/** Tests beancount files as people write them: accepted transactions, rejected transactions, and faults that stop the import. */
import { rowsIn, told } from '../../../tests/support/reading';

const read = (text: string): readonly string[] => told(rowsIn('beancount', text));
const legs = '  Expenses:Food  5.00 USD\n  Assets:Cash\n';
const entries = '[Expenses:Food 5.00, Assets:Cash -5.00]';

describe('a beancount transaction', () => {
  test.each([
    ['2026-01-05 * "Tea"', 'Tea'],
    ['2026-01-05 txn "Tea"', 'Tea'],
    ['2026/1/5 * "Shop" "Tea"', 'Shop | Tea'],
    ['2026-01-05 * "Shop" ""', 'Shop'],
    ['2026-01-05 *', '(no description)'],
    ['2026-01-05 * "say \\"so\\"; \\\\ #x" ; comment', 'say "so"; \\ #x'],
    ['2026-01-05 * "two\nlines" #trip ^inv-7', 'two\nlines'],
  ])('may begin with %j', (head, description) => {
    expect(read(`${head}\n${legs}`)).toEqual([`2026-01-05 ${description} ${entries}`]);
  });

  test('keeps tags, links and metadata', () => {
    const text = `pushtag #year\n2026-01-05 * "Tea" #trip ^inv-7\n  who: "Ana"\n  shop-no: 5\n${legs}  note: "cup"\npoptag #year\n`;
    const row = rowsIn('beancount', text).find(({ kind }) => kind === 'transaction');
    expect(row).toMatchObject({
      ...{ line: 2, attributes: { who: 'Ana' } },
      metadata: { tags: ['trip', 'year'], links: ['inv-7'] },
      entries: [{ metadata: null }, { metadata: { note: 'cup' } }],
    });
  });

  test.each([
    ['2026-02-30 * "Tea"', legs, 'DATE_INVALID'],
    ['2026-01-05 * "a" "b" "c"', legs, 'NOT_UNDERSTOOD'],
    ['2026-01-05 whatever "Tea"', legs, 'NOT_UNDERSTOOD'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  5.00 EUR\n  Assets:Cash\n', 'OTHER_CURRENCY'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  5.001 USD\n  Assets:Cash\n', 'AMOUNT_PRECISION_EXCEEDED'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  5 USD @ 2 EUR\n  Assets:Cash\n', 'NOT_SUPPORTED'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  5 USD {2 EUR}\n  Assets:Cash\n', 'NOT_SUPPORTED'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  (5+1) USD\n  Assets:Cash\n', 'NOT_SUPPORTED'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  5.00 USD\n  Assets:Cash  -4.99 USD\n', 'ENTRIES_NOT_BALANCED'],
    ['2026-01-05 * "Tea"', '  food  5.00 USD\n  Assets:Cash\n', 'NOT_UNDERSTOOD'],
    ['2026-01-05 * "Tea"', '  Expenses:Food  5.00\n  Assets:Cash\n', 'AMOUNT_INVALID'],
  ])('%s with %j is rejected', (head, lines, code) => {
    expect(read(`\n${head}\n${lines}`)).toEqual([`rejected 2 ${code}`]);
  });

  test('with an unclosed string is rejected alone', () => {
    const open = '2026-01-05 * "Tea\n';
    const others = Array.from({ length: 70 }, () => `2026-01-05 * "Tea"\n${legs}\n`).join('');
    const all = read(`${open}${legs}\n${others}`);
    expect(all.filter((row) => row.startsWith('rejected'))).toHaveLength(1);
    expect(all.filter((row) => row.startsWith('2026'))).toHaveLength(70);
  });
});

describe('other beancount lines', () => {
  const tea = `2026-01-05 * "Tea"\n${legs}`;
  const teaRead = `2026-01-05 Tea ${entries}`;

  test('headings and comments are skipped, and directives that post nothing get a remark', () => {
    const text = `* Heading "\n; comment "\noption "title" "x"\n2026-01-01 commodity USD\n2026-01-01 note Assets:Cash "n"\n\n${tea}`;
    expect(read(text)).toEqual(['remark 4 DIRECTIVES_LEFT_OUT', 'remark 5 DIRECTIVES_LEFT_OUT', teaRead]);
  });

  test('a balance becomes an assertion, and a plugin gets a remark', () => {
    expect(read(`plugin "x"\n2026-01-01 balance Assets:Cash 5 USD\n\n${tea}`)).toEqual([
      'remark 1 PLUGINS_LEFT_OUT',
      'assertion 2 Assets:Cash 5.00',
      teaRead,
    ]);
  });

  test.each(['include "x"', 'option "name_assets" "Vermoegen"'])('%s stops the import', (line) => {
    expect(read(`${line}\n\n${tea}`)).toEqual(['stop 1 DIRECTIVE_NOT_SUPPORTED', teaRead]);
  });

  test.each(['2026-01-01 pad Assets:Cash Equity:Open', 'nonsense', '2026-01-01 open cash'])(
    '%s is rejected, and the next transaction is read',
    (line) => {
      expect(read(`${line}\n\n${tea}`)).toEqual([expect.stringMatching(/^rejected 1 [A-Z_]+$/), teaRead]);
    },
  );

  test('an open directive sets the code, name and state of an account', () => {
    const text = '2020-01-01 open Assets:Cash USD\n  code: "C.1"\n  name: "Till"\n  inactive: "true"\n';
    expect(rowsIn('beancount', text)).toMatchObject([
      { kind: 'account', line: 1, account: 'Assets:Cash', code: 'C.1', name: 'Till', isInactive: true },
    ]);
  });
});
