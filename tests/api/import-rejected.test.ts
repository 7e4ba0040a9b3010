/** Rejected rows are reported with their line and the reason, the others are posted, and corrected rows are posted once. */
import { importAll, importText } from '../support/importing';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, openAccount, openBooks } from '../support/requests';
import { settledOf } from '../support/strings';
import { headOf } from '../support/feed';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openBooks(ledger);
});

const tea = (day: string, amount: string, account = 'SALES'): string =>
  `2026-01-${day} Tea\n    CASH  ${amount}\n    ${account}\n`;
const teas = (...each: readonly string[]): string => `D 1,000.00 USD\n\n${each.join('\n')}`;

describe('three bad rows of different kinds among good ones', () => {
  const csvHeader = 'transaction_id,date,account_code,debit,credit,currency';
  const sale = (id: string, date: string, amount: string, account = 'SALES'): string =>
    `${id},${date},CASH,${amount},,USD\r\n${id},${date},${account},,${amount},USD\r\n`;
  const beanHead = '2026-01-01 open Assets:CASH\n2026-01-01 open Income:SALES\n';
  const bean = (date: string, amount: string, account = 'Income:SALES'): string =>
    `${date} * "Tea"\n  Assets:CASH  ${amount} USD\n  ${account}\n`;

  test.each([
    {
      format: 'hledger' as const,
      text: teas(
        tea('05', '1.00'),
        tea('32', '2.00'),
        tea('06', '4.001'),
        tea('07', '8.00', 'nowhere'),
        tea('08', '16.00'),
      ),
      told: [
        [7, 'DATE_INVALID'],
        [11, 'AMOUNT_PRECISION_EXCEEDED'],
        [15, 'ACCOUNT_TYPE_UNKNOWN'],
      ],
      mend: (text: string) =>
        text.replaceAll('01-32', '01-31').replaceAll('4.001', '4.00').replaceAll('nowhere', 'SALES'),
    },
    {
      format: 'beancount' as const,
      text: `${beanHead}\n${[
        bean('2026-01-05', '1.00'),
        bean('2026-02-30', '2.00'),
        bean('2026-01-06', '4.001'),
        bean('2026-01-07', '8.00', 'Nowhere:Else'),
        bean('2026-01-08', '16.00'),
      ].join('\n')}`,
      told: [
        [8, 'DATE_INVALID'],
        [12, 'AMOUNT_PRECISION_EXCEEDED'],
        [16, 'ACCOUNT_TYPE_UNKNOWN'],
      ],
      mend: (text: string) =>
        text.replaceAll('02-30', '02-20').replaceAll('4.001', '4.00').replaceAll('Nowhere:Else', 'Income:SALES'),
    },
    {
      format: 'csv' as const,
      text: `${csvHeader}\r\n${sale('a', '2026-01-05', '1.00')}${sale('b', '2026-02-30', '2.00')}${sale('c', '2026-01-06', '4.001')}${sale('d', '2026-01-07', '8.00', 'NOWHERE')}${sale('e', '2026-01-08', '16.00')}`,
      told: [
        [4, 'DATE_INVALID'],
        [6, 'AMOUNT_PRECISION_EXCEEDED'],
        [8, 'ACCOUNT_TYPE_UNKNOWN'],
      ],
      mend: (text: string) =>
        text
          .replaceAll(/02-30,(?=CASH|SALES)/g, '02-20,')
          .replaceAll(/4\.001(?=,)/g, '4.00')
          .replace(/,NOWHERE,/, ',SALES,'),
    },
  ])('are rejected with line and reason, and posted once corrected: $format', async ({ format, text, told, mend }) => {
    const { summary, rejected = '' } = await importText(ledger, books, format, text);
    expect(summary).toMatchObject({ posted: 2, rejected: 3 });
    const rejections = summary?.rejections ?? [];
    expect(rejections.map(({ line, code }) => [line, code]).toSorted()).toEqual(told.toSorted());
    for (const { line, code, message } of rejections) {
      const reason =
        format === 'csv'
          ? `,${line},${code},"${message.replaceAll('"', '""')}"`
          : `; line ${line}: ${code}: ${message}\n`;
      expect(rejected).toContain(reason);
    }
    expect(await settledOf(books, 'CASH')).toBe('17.00');

    const mended = await importAll(ledger, books, format, mend(rejected));
    expect(mended).toMatchObject({ read: 3, posted: 3, replayed: 0 });
    expect(await settledOf(books, 'CASH')).toBe('31.00');
    const head = await headOf(books.api);
    expect(await importAll(ledger, books, format, mend(rejected))).toMatchObject({ posted: 0, replayed: 3 });
    expect(await headOf(books.api)).toBe(head);
  });
});

test('corrected rows use the accounts that the file declared, even below those rows', async () => {
  const text = `account Food  ; type: X, code: 6000\n\n2026-01-32 Tea\n    Food  1.00 USD\n    Till\n\naccount Till  ; type: C, code: 1000\n`;
  const { summary, rejected = '' } = await importText(ledger, books, 'hledger', text);
  expect(summary).toMatchObject({ accountsOpened: 2, posted: 0, rejected: 1 });
  const mended = await importAll(ledger, books, 'hledger', rejected.replaceAll('01-32', '01-31'));
  expect(mended).toMatchObject({ accountsOpened: 0, posted: 1 });
  expect([await settledOf(books, '6000'), await settledOf(books, '1000')]).toEqual(['1.00', '-1.00']);
});

test('an account that cannot be opened is reported below the first line, which stays that of an export', async () => {
  const head = '; M "Main" in USD, at sequence 7 of its log, hash 01ab';
  const account = (name: string, code: string): string =>
    `account ${name}\n    ; type: A\n    ; code: ${code}\n    ; name: x\n\n`;
  const text = `${head}\n\n${account('%41', 'a b')}${account('%42', 'B')}2026-01-05 * Tea\n    %42  1.00 USD\n    SALES  -1.00 USD\n\n; end of the journal: 1 transactions\n`;
  const { summary, rejected = '' } = await importText(ledger, books, 'hledger', text);
  expect(summary).toMatchObject({ accountsOpened: 1, posted: 1, rejected: 1 });
  expect(rejected).toMatch(/^; M "Main" .*, rejected rows\n; line 3: ACCOUNT_CODE_INVALID: /);
  const mended = await importAll(ledger, books, 'hledger', rejected.replaceAll('a b', 'A'));
  expect(mended).toMatchObject({ accountsOpened: 1, posted: 0 });
});

describe('a release', () => {
  const hold =
    '2026-01-05 ! Held\n    ; id: 01a209b9-abd6-7639-814b-a59100baa2fa\n    ; layer: pending\n    CASH  1.00 USD\n    SALES  -1.00 USD\n';
  const release =
    '2026-01-06 ! Release: x\n    ; layer: pending\n    ; releases: 01a209b9-abd6-7639-814b-a59100baa2fa\n    CASH  -1.00 USD\n    SALES  1.00 USD\n';
  const head = (more: string): string => `; M "Main" in USD, at sequence 7 of its log, hash 01ab${more}\n\n`;
  const end = '\n; end of the journal: 2 transactions\n';

  test.each([
    [
      'was rejected',
      `${hold.replace('    SALES', '    NOWHERE')}\n${release}`,
      ['ACCOUNT_NOT_DECLARED', 'ORIGINAL_REJECTED'],
    ],
    ['cannot be read', `${hold.replace('01-05', '01-32')}\n${release}`, ['DATE_INVALID', 'ORIGINAL_NOT_READ']],
    ['is missing from the file', release, ['ORIGINAL_NOT_READ']],
  ])('is rejected if its hold %s, until the hold is corrected', async (_, text, codes) => {
    const { summary, rejected = '' } = await importText(ledger, books, 'hledger', `${head('')}${text}${end}`);
    expect(summary).toMatchObject({ posted: 0, rejected: codes.length });
    expect(summary?.rejections.map(({ code }) => code).toSorted()).toEqual(codes);
    if (codes.length === 1) return;
    const mended = rejected.replaceAll('NOWHERE', 'SALES').replaceAll('01-32', '01-05');
    expect(await importAll(ledger, books, 'hledger', mended)).toMatchObject({ posted: 2, remarks: [] });
  });

  test.each([
    ['release', '2026-01-06 !', '2026-01-32 !'],
    ['settlement', '2026-01-06 *', '2026-01-32 *'],
    ['settlement', '2026-01-06 *', '2026-01-06 * Settlement\n2026-01-32 *'],
  ])('and its settlement are posted only together: the %s is damaged', async (_, day, damaged) => {
    const released = release.replace('Release: x', 'Release: Held');
    const settled = `2026-01-06 * Settlement\n    ; settles: 01a209b9-abd6-7639-814b-a59100baa2fa\n    CASH  1.00 USD\n    SALES  -1.00 USD\n`;
    const text = `${head('')}${hold}\n${released}\n${settled}${end}`;
    const { summary, rejected = '' } = await importText(ledger, books, 'hledger', text.replace(day, damaged));
    expect(summary).toMatchObject({ posted: 1 });
    const codes = new Set(summary?.rejections.map(({ code }) => code));
    codes.delete('ENTRIES_MISSING');
    expect([...codes].toSorted()).toEqual(['DATE_INVALID', 'ORIGINAL_NOT_READ']);
    expect(rejected).toContain(damaged.split('\n').at(-1));
    expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 2, replayed: 1, remarks: [] });
  });

  test.each([
    ['is damaged', '; settles:', '; sottles:'],
    ['names another hold', /settles: 01a209b9/, 'settles: 01a209b8'],
    ['is missing', /    ; settles: .*\n/, ''],
  ])('and its settlement are rejected if the reference to the hold %s', async (_, line, damaged) => {
    const reference = '\n    ; reference: Order 7\n    ; ';
    const released = release.replace('Release: x\n    ; ', `Release: Held${reference}`);
    const settled = `2026-01-06 * Settlement${reference}settles: 01a209b9-abd6-7639-814b-a59100baa2fa\n    CASH  1.00 USD\n    SALES  -1.00 USD\n`;
    const text = `${head('')}${hold}\n${released}\n${settled}${end}`;
    const { summary } = await importText(ledger, books, 'hledger', text.replace(line, damaged));
    expect(summary?.rejections).toMatchObject([
      { line: 9, code: 'ORIGINAL_NOT_READ' },
      { line: 16, code: 'ORIGINAL_NOT_READ' },
    ]);
    expect(summary).toMatchObject({ posted: 1, remarks: [] });
    expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 2, replayed: 1, remarks: [] });
  });

  test('in an export of some days is posted plainly, with a remark', async () => {
    const text = `${head(', from 2026-01-06')}${release}${end}`;
    expect((await importAll(ledger, books, 'hledger', text)).remarks).toMatchObject([{ code: 'ORIGINAL_NOT_IN_FILE' }]);
  });

  test.each([
    ['the metadata of an entry', '; metadata: {"k":1}'],
    ['the text of an entry', '; text: x'],
  ])('that differs from its hold in %s is rejected', async (_, tag) => {
    const text = `${head('')}${hold}\n${release}        ${tag}\n${end}`;
    const { summary } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 1, rejections: [{ line: 9, code: 'ORIGINAL_DIFFERS' }] });
  });

  test.each([
    ['correlation_id: order 7', 'ORIGINAL_DIFFERS'],
    ['expires_at: 2099-01-01T00:00:00.000Z', 'ORIGINAL_DIFFERS'],
    ['metadata: {"a":1}', 'NOT_SUPPORTED'],
    // Someone copies a line such as `reverses:` from another transaction into this release. The release then differs from its original, and
    // is rejected, whether the id in the line exists or not.
    ...['reverses', 'settles', 'extends'].flatMap((tag) =>
      ['01a209b9-abd6-7639-814b-a59100baa2fa', '01a209b9-abd6-7639-814b-a59100baa200'].map((id): [string, string] => [
        `${tag}: ${id}`,
        'ORIGINAL_DIFFERS',
      ]),
    ),
  ])('with the line %s is rejected', async (tag, code) => {
    const text = `${head('')}${hold}\n${release.replace('    ; releases', `    ; ${tag}\n    ; releases`)}${end}`;
    const { summary } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 1, rejections: [{ line: 9, code }] });
  });

  test('with attributes that its settlement does not have is rejected', async () => {
    const released = release.replace('Release: x\n', 'Release: Held\n    ; region: x\n').replace('01-06', '01-07');
    const settled = `2026-01-07 * Settlement\n    ; settles: 01a209b9-abd6-7639-814b-a59100baa2fa\n    CASH  1.00 USD\n    SALES  -1.00 USD\n`;
    const text = `${head('')}${hold}\n${released}\n${settled}${end}`;
    const { summary } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 1 });
    expect(summary?.rejections.map(({ code }) => code)).toContain('ORIGINAL_DIFFERS');
  });

  test('that differs from its hold in its layer is rejected', async () => {
    const text = `${head('')}${hold}\n${release.replace('layer: pending', 'layer: encumbrance')}${end}`;
    expect(text).toContain('encumbrance');
    const { summary } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 1, rejections: [{ line: 9, code: 'ORIGINAL_DIFFERS' }] });
  });

  test('that differs from its hold in its journal is rejected', async () => {
    const text = `${head('')}${hold}\n${release.replace('    ; layer', '    ; journal: J\n    ; layer')}${end}`;
    const { summary } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 1, rejections: [{ line: 9, code: 'ORIGINAL_DIFFERS' }] });
  });
});

test('only the one row of a hundred that breaks a limit is rejected, and is posted once there is room', async () => {
  await openAccount(books.api, { code: 'WALLET', type: 'asset', enforce_balance_limits: true, min_balance: '0' });
  const row = (index: number, amount: string): string => `2026-01-05 Row ${index}\n    WALLET  ${amount}\n    CASH\n`;
  // The wallet receives money in the rows before row 50, so the rows after it can spend money.
  const rows = Array.from({ length: 100 }, (_, index) =>
    row(index + 1, index === 49 ? '-1000.00' : index < 49 ? '2.00' : '-1.00'),
  );
  const { summary, rejected = '' } = await importText(ledger, books, 'hledger', teas(...rows));
  expect(summary).toMatchObject({ read: 100, posted: 99, rejected: 1 });
  expect(summary?.rejections).toEqual([
    { line: 3 + 49 * 4, code: 'BALANCE_LIMIT_EXCEEDED', message: expect.stringContaining('WALLET'), times: 1 },
  ]);
  expect(await settledOf(books, 'WALLET')).toBe('48.00');
  expect(dataOf(await books.api.get('/transactions?status=failed'), 200)).toEqual([]);

  await decide(books.api, {
    effective_date: '2026-01-05',
    entries: [debit('WALLET', '1000.00'), credit('CASH', '1000.00')],
  });
  expect(await importAll(ledger, books, 'hledger', rejected)).toMatchObject({ posted: 1 });
  expect(await settledOf(books, 'WALLET')).toBe('48.00');
});

test.each([
  ['hledger', teas(tea('05', '1.00'), '2026-01-06 Both\n    CASH  2.00  ; layer: pending\n    SALES\n'), 7],
  [
    'beancount',
    '2026-01-01 open Assets:CASH\n2026-01-01 open Income:SALES\n2026-01-05 * "Tea"\n  Assets:CASH  1.00 USD\n  Income:SALES\n2026-01-06 * "Both"\n  Assets:CASH  2.00 USD\n    layer: "pending"\n  Income:SALES\n',
    6,
  ],
  [
    'csv',
    'transaction_id,date,layer,account_code,debit,credit,currency\r\na,2026-01-05,settled,CASH,1.00,,USD\r\na,2026-01-05,settled,SALES,,1.00,USD\r\nb,2026-01-06,pending,CASH,2.00,,USD\r\nb,2026-01-06,settled,SALES,,2.00,USD\r\n',
    4,
  ],
] as const)('a transaction of %s on several layers is rejected', async (format, text, line) => {
  const { summary } = await importText(ledger, books, format, text);
  expect(summary).toMatchObject({ posted: 1, rejected: 1 });
  expect(summary?.rejections).toMatchObject([{ line, code: 'LAYERS_DIFFER' }]);
  expect(await settledOf(books, 'CASH')).toBe('1.00');
});

test.each(['hledger', 'beancount', 'csv'] as const)(
  'UTF-16 stops an import of %s, which writes nothing',
  async (format) => {
    const head = await headOf(books.api);
    const bytes = Buffer.from(`\uFEFF${teas(tea('05', '1.00'))}`, 'utf16le');
    for (const one of [bytes, Buffer.from(bytes).swap16()]) {
      const { stopped, rejected } = await importText(ledger, books, format, one);
      expect(stopped).toMatch(/^WRONG_ENCODING: The file is UTF-16\. .+ Nothing was imported\.$/);
      expect(rejected).toBeUndefined();
    }
    expect(await headOf(books.api)).toBe(head);
  },
);

test('a NUL character rejects only its transaction', async () => {
  const text = teas(tea('05', '1.00'), tea('06', '2.00').replace('SALES', 'SA\0LES'), tea('07', '4.00'));
  const { summary } = await importText(ledger, books, 'hledger', text);
  expect(summary).toMatchObject({ posted: 2, rejected: 1 });
  expect(summary?.rejections).toMatchObject([
    { line: 7, code: 'NUL_CHARACTER', message: expect.stringMatching(/^Line 9: /) },
  ]);
  expect(await settledOf(books, 'CASH')).toBe('5.00');
});
