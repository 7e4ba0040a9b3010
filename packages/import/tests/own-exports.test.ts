/** Tests damaged exports of this ledger. Content that no export would write is rejected, even if it is valid in other files. */
import { rowsIn, told, type ReadFormat } from '../../../tests/support/reading';

const head = '; M "Main" in USD, at sequence 7 of its log, hash 01ab';
const end = '; end of the journal: 1 transactions\n';
const id = '01a209b9-abd6-7639-814b-a59100baa2fa';

/** Returns the codes of rejected transactions, or the transaction if it was read. */
const read = (format: ReadFormat, lines: readonly string[]): readonly string[] =>
  told(rowsIn(format, `${head}\n${lines.join('\n')}\n\n${end}`)).map((row) => row.replace(/^rejected 2 /, ''));

const hledger = (...tags: readonly string[]): readonly string[] => [
  '2026-01-05 ! Tea',
  ...tags,
  '    a  1.00 USD',
  '    b  -1.00 USD',
];
const beancount = (...tags: readonly string[]): readonly string[] => [
  ...['2026-01-05 ! "Tea"', ...tags],
  ...['  Assets:A  1.00 USD', '  Assets:B  -1.00 USD'],
];

describe('the export of a hold in hledger', () => {
  const isRead = ['2026-01-05 Tea [a 1.00, b -1.00]'];
  test('is read if it is intact', () => {
    expect(read('hledger', hledger(`    ; id: ${id}`, '    ; layer: pending', '    ; region: x'))).toEqual(isRead);
  });

  test.each([
    ['its layer, which the mark repeats', '    ; region: x', 'LAYER_DIFFERS'],
    ['the colon of a tag', '    ; layer; pending', 'NOT_UNDERSTOOD'],
    ['the name of a tag', '    ; laye"r: pending', 'TAG_UNKNOWN'],
    ['its id', '    ; id: 01a209b9', 'ID_INVALID'],
    ['the id that it refers to', '    ; releases: 01a209b9"', 'ID_INVALID'],
    ['the id of its correlation', `    ; correlation_source: ${id}`, 'CORRELATION_INCOMPLETE'],
    [
      'the type of its correlation',
      `    ; correlation_id: x\n    ; correlation_source: ${id}`,
      'CORRELATION_INCOMPLETE',
    ],
    [
      'the source of its correlation',
      '    ; correlation_id: x\n    ; correlation_type: child',
      'CORRELATION_INCOMPLETE',
    ],
    ['its text, which the first line repeats', '    ; layer: pending\n    ; text: Tee', 'TEXT_DIFFERS'],
    ['the place of a tag', '        ; layer: pending', 'NOT_UNDERSTOOD'],
    ['an encoded character', '    ; reference: %1', 'NOT_UNDERSTOOD'],
    ['a character that would not be encoded', '    ; reference: %21', 'NOT_UNDERSTOOD'],
    ['the letters of an encoded character', '    ; reference: a%2cb', 'NOT_UNDERSTOOD'],
    ['a name that is encoded', '    ; %72eference: 7', 'TAG_UNKNOWN'],
    ['a character that would be encoded', '    ; reference: x\u0001', 'NOT_UNDERSTOOD'],
    ['white space that would be encoded', '    ; reference: x ', 'NOT_UNDERSTOOD'],
    ['an attribute that would be name_', '    ; name: x', 'TAG_UNKNOWN'],
    ['an attribute that would not end with _', '    ; t_xt_: x', 'TAG_UNKNOWN'],
    ['the order of its lines', '    ; region: x\n    ; region: x', 'TAG_TWICE'],
  ])('is rejected if damaged in %s', (_, line, code) => {
    expect(read('hledger', hledger(line))).toEqual([code]);
  });

  test('is read with attributes that have reserved names', () => {
    const lines = ['    ; layer: pending', '    ; name_: x', '    ; parent: x', '    ; text_: x'];
    expect(read('hledger', hledger(...lines))).toEqual(isRead);
  });

  test.each([
    ['2026-01-05 ! T;a', 'NOT_UNDERSTOOD'],
    ['2026-01-05\t! Tea', 'NOT_UNDERSTOOD'],
    ['2026-01-05! Tea', 'NOT_UNDERSTOOD'],
    ['2026-01-05 !\u00a0Tea', 'NOT_UNDERSTOOD'],
    ['2026-01-05 ! (T) a', 'NOT_UNDERSTOOD'],
    ['2026-01-05 ! T\u007fa', 'TEXT_DIFFERS'],
    ['2026-01-05 x Tea', 'LAYER_DIFFERS'],
    ['2026-01-05 * Tea', 'LAYER_DIFFERS'],
  ])('is rejected with the first line %j', (line, code) => {
    expect(read('hledger', [line, ...hledger('    ; layer: pending').slice(1)])).toEqual([code]);
  });

  test('is rejected if a tag of an entry is damaged', () => {
    const lines = [...hledger('    ; layer: pending'), '        ; texd: x'];
    expect(read('hledger', lines)).toEqual(['TAG_UNKNOWN']);
  });

  test('is rejected if a tag of an account is damaged', () => {
    expect(read('hledger', ['account a', '    ; type: A', '    ; norm_balance: credit'])).toEqual(['TAG_UNKNOWN']);
  });

  test.each(['account a  ; x: y', 'account a b', 'account a ', 'account a;b'])(
    'is rejected if %j opens an account',
    (line) => {
      expect(read('hledger', [line, '    ; type: A', '    ; code: a', '    ; name: a'])).toEqual(['NOT_UNDERSTOOD']);
    },
  );

  test.each([
    ['code and name', '    ; type: A', 'ACCOUNT_INCOMPLETE'],
    ['type', '    ; code: a\n    ; name: a', 'ACCOUNT_TYPE_UNKNOWN'],
  ])('is rejected if an account has lost its %s', (_, line, code) => {
    expect(read('hledger', ['account a', line])).toEqual([code]);
  });

  test.each(['! ', '* ', '!'])('is rejected if an entry has the mark %j', (mark) => {
    const lines = hledger('    ; layer: pending').map((line) => line.replace('a  1.00', `${mark}a  1.00`));
    expect(read('hledger', lines)).toEqual(['LAYER_DIFFERS']);
  });

  test.each([
    '1.00 USD = 5.00 USD',
    '01.00 USD',
    '1.00USD',
    '+1.00 USD',
    '(1.00 USD)',
    '\f1.00 USD',
    '\u00a01.00 USD',
    '',
  ])('is rejected with the amount %j', (amount) => {
    const lines = hledger('    ; layer: pending').map((line) => line.replace('a  1.00 USD', `a  ${amount}`));
    expect(read('hledger', lines)).toEqual(['AMOUNT_INVALID']);
  });

  test.each(['\t', '     ', '   \u00a0'])('is rejected if an entry is indented with %j', (indent) => {
    const lines = hledger('    ; layer: pending').map((line) => line.replace('    a', `${indent}a`));
    expect(read('hledger', lines)).toEqual(['AMOUNT_INVALID']);
  });
});

describe('the export of a hold in beancount', () => {
  test.each(['1.00USD', '01.00 USD', ' 1.00 USD', '1,000.00 USD', '+1.00 USD'])(
    'is rejected with the amount %j',
    (amount) => {
      const lines = beancount('  layer: "pending"').map((line) => line.replace('A  1.00 USD', `A  ${amount}`));
      expect(read('beancount', lines)).toEqual(['AMOUNT_INVALID']);
    },
  );

  test.each(['Assets:A:;-2 USD', 'Assets:A', 'Assets:A USD EUR', 'Assets:A USD ; x'])(
    'is rejected with the directive open %s',
    (opened) => {
      const lines = [`0001-01-01 open ${opened}`, '  code: "a"', '  name: "a"'];
      expect(read('beancount', lines)).toEqual(['NOT_UNDERSTOOD']);
    },
  );

  test.each([
    ['{"fileName":"x"}', 'ATTRIBUTES_INVALID'],
    ['{"filename":5}', 'ATTRIBUTES_INVALID'],
    [`{"filename":"${'x'.repeat(129)}"}`, 'ATTRIBUTES_INVALID'],
    ['{"region":"x"}', 'ATTRIBUTES_INVALID'],
    ['{"lineno":"y"}', 'TAG_TWICE'],
    ['["filename"]', 'JSON_INVALID'],
  ])('is rejected with the attributes %s', (json, code) => {
    const lines = beancount('  layer: "pending"', '  lineno: "x"', `  attributes: ${JSON.stringify(json)}`);
    expect(read('beancount', lines)).toEqual([code]);
  });

  test.each([
    ['!', 'LAYER_DIFFERS'],
    ['P', 'AMOUNT_INVALID'],
  ])('is rejected if an entry has the flag %s', (flag, code) => {
    const lines = beancount('  layer: "pending"').map((line) => line.replace('  Assets:A', `  ${flag} Assets:A`));
    expect(read('beancount', lines)).toEqual([code]);
  });

  test('is read if it is intact', () => {
    expect(read('beancount', beancount(`  id: "${id}"`, '  layer: "pending"'))).toEqual([
      '2026-01-05 Tea [Assets:A 1.00, Assets:B -1.00]',
    ]);
  });

  test.each([
    ['its layer, which the flag repeats', '  region: "x"', 'LAYER_DIFFERS'],
    ['the quote of a value', '  layer: #pending', 'NOT_UNDERSTOOD'],
    ['a value, which became a comment', '  layer: ;pending', 'NOT_UNDERSTOOD'],
    ['the name of a value', '  laye-r: "pending"', 'TAG_UNKNOWN'],
    ['its id', '  id: "01a209b9"', 'ID_INVALID'],
    ['the place of a value', '    layer: "pending"', 'NOT_UNDERSTOOD'],
    ['the id of a correlation', '  layer: "pending"\n  correlation_type: "child"', 'CORRELATION_INCOMPLETE'],
    ['the indentation of an entry', '  layer: "pending"\n eAssets:C  0.00 USD', 'NOT_UNDERSTOOD'],
    ['the character after a backslash', '  reference: "\\&"', 'NOT_UNDERSTOOD'],
    ['a character that would be written \\r', '  reference: "a\rb"', 'CARRIAGE_RETURN'],
    ['an entry, which lost its amount', '  layer: "pending"\n  Assets:C', 'AMOUNT_INVALID'],
  ])('is rejected if damaged in %s', (_, line, code) => {
    expect(read('beancount', beancount(line))).toEqual([code]);
  });

  test('is rejected if its description became two', () => {
    expect(read('beancount', ['2026-01-05 ! "T" "a"', ...beancount('  layer: "pending"').slice(1)])).toEqual([
      'NOT_UNDERSTOOD',
    ]);
  });
});

test.each(['hledger', 'beancount'] as const)('an export of %s without its first line stops the import', (format) => {
  const lines = format === 'hledger' ? hledger('    ; layer: pending') : beancount('  layer: "pending"');
  expect(told(rowsIn(format, `${lines.join('\n')}\n\n${end}`))).toContain(`stop ${lines.length + 2} FILE_CUT_OFF`);
});

test('a beancount entry with a letter as its flag is rejected', () => {
  const text = '2026-01-05 * "Tea"\n e Assets:A  1.00 USD\n  Assets:B\n';
  expect(told(rowsIn('beancount', text))).toEqual(['rejected 1 NOT_UNDERSTOOD']);
});

describe('a CSV export', () => {
  const header =
    'transaction_id,date,description,layer,account_code,account_name,account_type,debit,credit,currency\r\n';
  const own = (one: string, other: string): readonly string[] =>
    told(rowsIn('csv', `${header}1,${one},1.00,,USD\r\n1,${other},,1.00,USD\r\n`));
  test('with an unknown column stops the import', () => {
    const text = `${header.replace('layer', 'lager')}1,2026-01-05,Tea,pending,cash,Cash,asset,1.00,,USD\r\n`;
    expect(told(rowsIn('csv', text))[0]).toBe('stop 1 COLUMNS_UNKNOWN');
  });

  const cash = '2026-01-05,Tea,settled,cash,Cash,asset';

  test.each([
    ['a day', '2026-01-06,Tea,settled,food,Food,expense', ['rejected 2 RECORDS_DIFFER']],
    ['a description', '2026-01-05,Tee,settled,food,Food,expense', ['rejected 2 RECORDS_DIFFER']],
    ['a layer', '2026-01-05,Tea,setled,food,Food,expense', ['rejected 2 LAYER_UNKNOWN']],
    [
      'the type of an account',
      '2026-01-05,Tea,settled,food,Food,expnse',
      ['rejected 2 ENTRY_NOT_UNDERSTOOD', 'rejected 3 ACCOUNT_TYPE_UNKNOWN'],
    ],
    [
      'the name of an account, which another record has too',
      '2026-01-05,Tea,settled,cash,Casx,asset',
      ['remark 3 ACCOUNT_TOLD_TWICE', '2026-01-05 Tea [cash 1.00, cash -1.00]'],
    ],
  ])('shows damage in one record: %s', (_, other, rows) => {
    expect(own(cash, other)).toEqual(rows);
  });
});

describe('an export of entries in different layers', () => {
  const settled = '    * b  -1.00 USD';
  const pending = ['    ! a  1.00 USD', '        ; layer: pending'];
  test('is read if each entry has its own mark and the transaction has none', () => {
    expect(read('hledger', ['2026-01-05 Tea', ...pending, settled])).toEqual(['2026-01-05 Tea [a 1.00, b -1.00]']);
    const lines = ['2026-01-05 txn "Tea"', '  ! Assets:A  1.00 USD', '    layer: "pending"', '  * Assets:B  -1.00 USD'];
    expect(read('beancount', lines)).toEqual(['2026-01-05 Tea [Assets:A 1.00, Assets:B -1.00]']);
  });

  test.each([
    ['the transaction has a mark', ['2026-01-05 * Tea', ...pending, settled]],
    ['an entry has no mark', ['2026-01-05 Tea', ...pending, settled.replace('* ', '')]],
    ['an entry has the mark of another layer', ['2026-01-05 Tea', ...pending, settled.replace('*', '!')]],
    ['an entry has lost its layer', ['2026-01-05 Tea', '    ! a  1.00 USD', settled]],
  ])('is rejected if %s', (_, lines) => {
    expect(read('hledger', lines)).toEqual(['LAYER_DIFFERS']);
    const inBeancount = lines.map((line) =>
      line
        .replace('-05 Tea', '-05 txn "Tea"')
        .replace('* Tea', '* "Tea"')
        .replace(/^ {4}([*!] )?a/, '  $1Assets:A')
        .replace(/^ {4}([*!] )?b/, '  $1Assets:B')
        .replace('        ; layer: pending', '    layer: "pending"'),
    );
    expect(read('beancount', inBeancount)).toEqual(['LAYER_DIFFERS']);
  });
});

describe.each(['hledger', 'beancount'] as const)('the import of a file in %s', (format) => {
  test.each([1, 2])('stops at the unreadable line %d, because the file may be an export', (line) => {
    const lines = ['; x', '; y', '', '2026-01-05 * "Tea"', ''].map((text, at) =>
      at + 1 === line ? `${text}\0` : text,
    );
    expect(told(rowsIn(format, lines.join('\n')))[0]).toBe(`stop ${line} NUL_CHARACTER`);
  });

  test('rejects only an unreadable third line', () => {
    expect(told(rowsIn(format, '; x\n; y\n\0\n'))).toEqual(['rejected 3 NUL_CHARACTER']);
  });

  test('rejects only an unreadable second line if the file is an export', () => {
    expect(told(rowsIn(format, `${head}\n\0\n\n${end}`))).toEqual(['rejected 2 NUL_CHARACTER']);
  });
});
