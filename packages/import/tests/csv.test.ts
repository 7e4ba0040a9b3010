/** Tests CSV: exports of this ledger, and tables of other programs that a map describes. */
import { readMap } from '../src';
import { refused } from '../../../src/kernel/refusal';
import { mapOf, rowsIn, told } from '../../../tests/support/reading';

const header = 'transaction_id,date,description,account_code,account_type,debit,credit,currency\r\n';
const own = (...lines: readonly string[]): readonly string[] => told(rowsIn('csv', header + lines.join('\r\n')));

describe('the ledger’s own CSV', () => {
  test('has one record for each entry', () => {
    expect(own('1,2026-01-05,"Tea, ""green""",food,expense,5.00,,USD', '1,2026-01-05,,cash,asset,,5.00,USD')).toEqual([
      '2026-01-05 Tea, "green" [food 5.00, cash -5.00]',
    ]);
  });

  test('rejects an entry that has a column of accounts', () => {
    const wide = header.replace('currency', 'currency,account_is_group');
    const rows = ['1,2026-01-05,Tea,food,expense,5.00,,USD,m', '1,2026-01-05,,cash,asset,,5.00,USD,'];
    const [first = '', ...rest] = told(rowsIn('csv', wide + rows.join('\r\n')));
    expect(first).toMatch(/^rejected 2 NOT_UNDERSTOOD/);
    expect(rest.filter((row) => !row.startsWith('rejected'))).toEqual([]);
  });

  test('keeps line breaks and unescapes text that looks like a formula', () => {
    expect(own(`1,2026-01-05,"'=1\r\n+2",food,,5.00,,USD`, `1,2026-01-05,,cash,,,5.00,USD`)).toEqual([
      '2026-01-05 =1\r\n+2 [food 5.00, cash -5.00]',
    ]);
  });

  test.each([
    ['1,2026-02-30,x,food,,5.00,,USD', 'DATE_INVALID'],
    ['1,2026-01-05,x,food,,5.00,5.00,USD', 'AMOUNT_INVALID'],
    ['1,2026-01-05,x,food,,=5,,USD', 'AMOUNT_INVALID'],
    ['1,2026-01-05,x,food,,-5.00,,USD', 'AMOUNT_INVALID'],
    ['1,2026-01-05,x,food,,5.001,,USD', 'AMOUNT_PRECISION_EXCEEDED'],
    ['1,2026-01-05,x,food,,5.00,,EUR', 'OTHER_CURRENCY'],
    ['1,2026-01-05,x,food,,5.00,,USD', 'ENTRIES_NOT_BALANCED'],
    ['1,2026-01-05,x,food,,5.00,USD', 'NOT_UNDERSTOOD'],
    ['1,2026-01-05,"x"y,food,,5.00,,USD', 'NOT_UNDERSTOOD'],
    ['1,2026-01-05,"x,food,,5.00,,USD', 'QUOTE_NOT_CLOSED'],
  ])('rejects the record %s and reads the other transaction', (line, code) => {
    expect(own('2,2026-01-05,a,food,,5.00,,USD', '2,2026-01-05,,cash,,,5.00,USD', line)).toEqual([
      '2026-01-05 a [food 5.00, cash -5.00]',
      `rejected 4 ${code}`,
    ]);
  });

  test.each([
    ['{"b":"x"}', '2026-01-05 Tea [food 5.00, cash -5.00]'],
    ['{"B":"x"}', 'rejected 2 ATTRIBUTES_INVALID'],
    ['{"b":1}', 'rejected 2 ATTRIBUTES_INVALID'],
    [
      JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, 'x']))),
      'rejected 2 ATTRIBUTES_INVALID',
    ],
  ])('with the attributes %s is read as: %s', (json, row) => {
    const attributes = `"${json.replaceAll('"', '""')}"`;
    const lines = [`1,2026-01-05,Tea,food,,5.00,,USD,${attributes}`, `1,2026-01-05,,cash,,,5.00,USD,${attributes}`];
    expect(told(rowsIn('csv', [header.replace('\r', ',attributes\r').trimEnd(), ...lines].join('\r\n')))).toEqual([
      row,
    ]);
  });

  test('without the required columns stops the import', () => {
    expect(told(rowsIn('csv', 'date,amount\n1,2\n'))[0]).toBe('stop 1 COLUMNS_MISSING');
  });

  test.each([
    ['2,2026-01-05,a,food,,1.00,', 2, 'NOT_UNDERSTOOD'],
    ['2', 2, 'NOT_UNDERSTOOD'],
    ['2,2026-01-05,"a"b,food,,1.00,,USD', 2, 'NOT_UNDERSTOOD'],
    // An unreadable record may belong to the transaction before it or to the one after it, so both are rejected.
    ['"2"x,2026-01-05,a,food,,1.00,,USD', 3, 'NOT_UNDERSTOOD'],
    ['\0', 3, 'NUL_CHARACTER'],
  ])('rejects every transaction to which the unreadable record %j may belong', (line, id, code) => {
    const pair = (of: number): readonly string[] => [
      `${of},2026-01-05,a,food,,5.00,,USD`,
      `${of},2026-01-05,,cash,,,5.00,USD`,
    ];
    expect(own(...pair(2), line, ...pair(id), ...pair(4))).toEqual([
      'rejected 2 ENTRY_NOT_UNDERSTOOD',
      `rejected 4 ${code}`,
      'rejected 5 ENTRY_NOT_UNDERSTOOD',
      '2026-01-05 a [food 5.00, cash -5.00]',
    ]);
  });
});

const bank = {
  csv: {
    ...{ delimiter: ';', encoding: 'windows-1252', skip_lines: 2, decimal: ',' },
    date: { column: 'Tag', format: 'DD.MM.YY' },
    description: ['Empfänger', 'Zweck'],
    amount: 'Betrag',
    reference: 'Nr',
    account: 'BANK',
    contra_account: { column: 'Konto', otherwise: 'OPEN' },
  },
};

describe('the CSV of a bank', () => {
  const text = (...lines: readonly string[]): Buffer =>
    Buffer.from(['Auszug', '', 'Tag;Empfänger;Zweck;Betrag;Nr;Konto', ...lines].join('\r\n'), 'latin1');

  test('is read by its map', () => {
    const file = text('05.01.26;Müller;Miete;-1.250,00;R 7;RENT', '06.01.26;"A;B";;5,5;;', '07.01.26;C;;5,00-;;');
    expect(told(rowsIn('csv', file, mapOf(bank)))).toEqual([
      '2026-01-05 Müller Miete [BANK -1250.00, RENT 1250.00]',
      '2026-01-06 A;B [BANK 5.50, OPEN -5.50]',
      '2026-01-07 C [BANK -5.00, OPEN 5.00]',
    ]);
  });

  test.each([
    ['5.1.26;a;b;1,00;;', 'DATE_INVALID'],
    ['05.01.26;a;b;1,001;;', 'AMOUNT_PRECISION_EXCEEDED'],
    ['05.01.26;a;b;;;', 'AMOUNT_INVALID'],
    ['05.01.26;a;b;5 EUR;;', 'OTHER_CURRENCY'],
    ['05.01.26;a;b', 'NOT_UNDERSTOOD'],
  ])('rejects the record %s', (line, code) => {
    expect(told(rowsIn('csv', text(line), mapOf(bank)))).toEqual([`rejected 4 ${code}`]);
  });

  test('may have a column for each side, and no header', () => {
    const map = {
      csv: {
        ...{ header: false, date: { column: '1', format: 'M/D/YYYY' }, description: '2', debit: '3', credit: '4' },
        ...{ account: 'BANK', contra_account: 'OPEN' },
      },
    };
    expect(told(rowsIn('csv', '1/5/2026,a,5.00,\n12/31/2026,b,,"1,000.00"\n1/5/2026,c,,\n', mapOf(map)))).toEqual([
      '2026-01-05 a [BANK 5.00, OPEN -5.00]',
      '2026-12-31 b [BANK -1000.00, OPEN 1000.00]',
      'rejected 3 AMOUNT_INVALID',
    ]);
  });

  test('without the columns that its map names stops the import', () => {
    expect(told(rowsIn('csv', 'a;b\n', mapOf({ csv: { ...bank.csv, skip_lines: 0 } })))[0]).toBe(
      'stop 1 COLUMNS_MISSING',
    );
  });
});

test.each([
  ['[', 'It is not JSON'],
  ['[]', 'It must be an object.'],
  ['{"cvs": {}}', 'cvs is not known here; the nearest is csv.'],
  ['{"csv": {}}', 'csv.date is required.'],
  [
    JSON.stringify({ csv: { ...bank.csv, amount: undefined } }),
    'csv must have either amount, or one or both of debit and credit',
  ],
  [
    JSON.stringify({ csv: { ...bank.csv, debit: 'x' } }),
    'csv must have either amount, or one or both of debit and credit',
  ],
  [
    JSON.stringify({ csv: { ...bank.csv, date: { column: 'a', format: 'DD.MM' } } }),
    'csv.date.format must have a year',
  ],
  [JSON.stringify({ csv: { ...bank.csv, encoding: 'utf-7' } }), 'csv.encoding must be'],
  ['{"accounts": {"a": {"type": "money"}}}', 'accounts.a.type must be'],
  ['{"accounts": {"a": {"code": "has space"}}}', 'accounts.a.code must be'],
])('the map %s is refused', (text, complaint) => {
  const read = readMap(text);
  expect(refused(read) ? read.left.join('\n') : '').toContain(complaint);
});
