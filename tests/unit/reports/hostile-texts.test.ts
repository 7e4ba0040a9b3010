/**
 * Clients' texts may look like anything with a meaning in hledger, beancount or a spreadsheet: the programs accept the export, and the
 * import reads back exactly the same texts. LEDGER_TEST_SEED repeats a run.
 */
import type { Minor } from '../../../src/kernel/money';
import type { Day } from '../../../src/kernel/time';
import { journalFormats, type JournalFormatName } from '../../../src/modules/reports/domain/journal/formats';
import type { DescribedAccount, ToldTransaction } from '../../../src/modules/reports/domain/journal/told';
import { describeWithBeancount, describeWithHledger, inFiles, printedBy } from '../../support/exporting';
import { randomFrom, seedOf } from '../../support/random';
import { rowsIn } from '../../support/reading';

const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);
beforeAll(() => process.stderr.write(`the seed of hostile texts: LEDGER_TEST_SEED=${seed}\n`));

const pieces = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\v',
    '\f',
    ' ',
    '  ',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u200b',
    '\u2028',
    '\u2029',
  ],
  ...[
    ';',
    '"',
    '\\',
    '\\n',
    "'",
    '=',
    '+',
    '-',
    '@',
    '@@',
    '{1 USD}',
    '|',
    '*',
    '!',
    '(',
    ')',
    '[',
    ']',
    '%',
    '%41',
    ',',
    ':',
  ],
  ...[
    '[2026-02-30]',
    'date:2026-13-01',
    'date2:x',
    'type:A',
    'include x',
    'end comment',
    '~ monthly',
    'P',
    '<',
    '/*',
    '-- ',
  ],
  ...['option "title" "x"', '2026-01-01', '=cmd|', '#tag', '^link', '\ufeff', '\u001b[31m', '😀', 'é', 'a', '1'],
];
/** This name is in the first line, by which the import recognises our own files. */
const ledgerName = 'Of "two\n\u2028lines\u2029" \u0085; in USD';
const most = 8;
const text = (): string =>
  `x${Array.from({ length: Math.floor(random.next() * most) }, () => random.pick(pieces)).join('')}`.slice(
    random.next() < 0.5 ? 1 : 0,
  ) || 'x';

/** Account codes that are keywords of the formats, or that become equal when they are converted into beancount names. */
const codes = [
  ...[
    'account',
    'comment',
    'end',
    'include',
    'P',
    'open',
    'TRUE',
    'NULL',
    '2026',
    '2026-01-01',
    '1',
    '-1',
    '_',
    '-',
    '--',
  ],
  ...['.', '..', ':', '::', 'A:B', 'A-B', 'A.B', 'A_B', 'a-b', 'A-B-2', 'A:B-2'],
];
const types = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
const accounts = codes.map((code, place): DescribedAccount => ({
  ...{ id: String(place), code, name: text(), type: random.pick(types), category: 'system', normalBalance: 'debit' },
  parentId: place > 0 && random.next() < 0.4 ? String(Math.floor(random.next() * place)) : null,
  ...{ description: text(), isActive: true, metadata: { [text()]: text() }, cashFlow: null, isGroup: false },
}));

/** Keys, some of which have a meaning in other programs. */
const keys = [
  'a',
  'date',
  'date2',
  'filename',
  'lineno',
  'tags',
  'links',
  'payee',
  'type',
  'assertion',
  'true',
  'null',
  'x1',
];
const transactions = Array.from({ length: 250 }, (_, place): ToldTransaction => {
  const amount = BigInt('123456789012345678901234567890'.slice(0, 1 + (place % 30))) as Minor;
  const entry = { layer: 'settled', amount } as const;
  const other = { ...entry, layer: random.pick(['settled', 'settled', 'pending'] as const) };
  return {
    ...{
      id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
      sequence: BigInt(place + 1),
      effectiveDate: '2026-01-05' as Day,
      postedAt: new Date(0),
    },
    ...{ journalCode: 'DEFAULT', layer: 'settled', description: text(), reference: text(), correlationId: text() },
    ...{
      correlationType: text(),
      correlationSourceId: '00000000-0000-7000-8000-000000000000',
      expiresAt: null,
      undoes: null,
      settlesTransactionId: null,
    },
    attributes: { [random.pick(keys)]: text(), [random.pick(keys)]: text() },
    metadata: { [text()]: text() },
    entries: [
      {
        ...entry,
        accountId: String(place % codes.length),
        type: 'debit',
        description: text(),
        metadata: { [text()]: text() },
      },
      { ...other, accountId: String((place + 7) % codes.length), type: 'credit', description: null, metadata: null },
    ],
  };
});

/** The number of digits with which beancount calculates. Larger amounts would not balance there. */
const digitsOfBeancount = 28;

const written = (format: JournalFormatName, currency = 'USD', list = transactions): string => {
  const denomination = { currency, storageDecimals: 2, displayDecimals: 2 };
  const place = { sequence: 1n, hash: '01', knownAt: null };
  const chart = new Map(accounts.map((account) => [account.id, account]));
  const told = journalFormats[format].write({ code: 'L', name: ledgerName, denomination, place }, chart);
  const opened = accounts.map((account) => told.account?.(account) ?? '');
  return [told.beginning, ...opened, ...list.flatMap((one) => [...told.transaction(one)]), told.end(list.length)].join(
    '',
  );
};

describeWithHledger('hledger', () => {
  test.each(['USD', 'NULL', 'T', '1X', 'P'])('accepts any text, in %s', (currency) => {
    inFiles({ 'book.hledger': written('hledger', currency) }, (pathOf) => {
      const of = (...asked: readonly string[]) => printedBy('hledger', '-f', pathOf('book.hledger'), ...asked);
      expect(of('check', '--strict')).toBe('');
      const dates = of('register', '--date2', '-O', 'csv').match(/"2026-01-05"/g);
      expect(dates?.length).toBeGreaterThanOrEqual(transactions.length);
      expect(of('tags', '--values', '^id$').split('\n')).toHaveLength(transactions.length + 1);
    });
  });
});

describeWithBeancount('beancount', () => {
  test.each(['USD', 'NULL', 'TRUE', 'FALSE', 'T', '1X', 'OPEN', 'ABCDEFGHIJKL'])(
    'accepts any text, in %s',
    (currency) => {
      const countable = transactions.filter(
        ({ entries: [entry] }) => String(entry?.amount).length <= digitsOfBeancount,
      );
      inFiles({ 'book.beancount': written('beancount', currency, countable) }, (pathOf) => {
        expect(printedBy('bean-check', pathOf('book.beancount'))).toBe('');
      });
    },
  );

  test('has a separate account for each of the codes that it cannot distinguish', () => {
    const names = [...written('beancount').matchAll(/^0001-01-01 open (\S+) USD$/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(codes.length);
  });
});

describe.each(['hledger', 'beancount', 'csv'] as const)('an export as %s', (format) => {
  test('is read back exactly', () => {
    const rows = rowsIn(format, written(format), undefined, 4_001);
    const read = rows.flatMap((row) => (row.kind === 'transaction' ? [row] : []));
    expect(
      read.map(
        ({ description, reference, correlationId, correlationType, attributes, metadata, entries: [entry] }) => ({
          ...{ description, reference, correlationId, correlationType, attributes, metadata },
          entry: [entry?.amount, entry?.description, entry?.metadata],
        }),
      ),
    ).toEqual(
      transactions.map(
        ({ description, reference, correlationId, correlationType, attributes, metadata, entries: [entry] }) => ({
          ...{ description, reference, correlationId, correlationType, attributes, metadata },
          entry: [entry?.amount, entry?.description, entry?.metadata],
        }),
      ),
    );
    const opened = new Map(rows.flatMap((row) => (row.kind === 'account' ? [[row.code, row] as const] : [])));
    for (const { code, name } of accounts) expect(opened.get(code)?.name).toBe(name);
  });
});

test('the names of a chart whose codes beancount cannot distinguish are found by few lookups', () => {
  const many = 20_000;
  const code = (place: number): string =>
    place
      .toString(3)
      .padStart(12, '0')
      .replace(/[012]/g, (digit) => '._:'[Number(digit)] as string);
  const [model] = accounts as [DescribedAccount];
  const all = Array.from({ length: many }, (_, place) => ({
    ...model,
    id: String(place),
    code: code(place),
    parentId: null,
  }));
  const denomination = { currency: 'USD', storageDecimals: 2, displayDecimals: 2 };
  const place = { sequence: 1n, hash: '01', knownAt: null };
  const looks = jest.spyOn(Set.prototype, 'has');
  const told = journalFormats.beancount.write(
    { code: 'L', name: 'L', denomination, place },
    new Map(all.map((account) => [account.id, account])),
  );
  const names = all.map((account) => /open (\S+)/.exec(told.account?.(account) ?? '')?.[1]);
  const lookedUp = looks.mock.calls.length;
  looks.mockRestore();
  expect(new Set(names).size).toBe(many);
  expect(lookedUp).toBeLessThanOrEqual(3 * many);
});
