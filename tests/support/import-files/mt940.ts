/** Statements in MT940. */
import { lines, type FileCase } from './case';
import { iban, of, rentPaid, statementMap, stopped } from './statement';

const swift = (...rows: readonly string[]): string =>
  lines(
    ':20:STARTUMS',
    `:25:${iban}`,
    ':28C:1/1',
    ':60F:C260101EUR100,',
    ...rows,
    ':62F:C260131EUR1350,',
    '-',
  ).replaceAll('\n', '\r\n');
const swiftRows = [
  ':61:2601050105D1250,00NTRFNONREF//B1',
  ':86:166?00FOLGELASTSCHRIFT?20EREF+1?21SVWZ+Re?22nt?32LAND?33LORD',
  ':61:260106C2500,NTRFNONREF',
  ':86:Salary',
];

export const mt940: readonly FileCase[] = of('mt940', [
  {
    name: 'rows of both sides',
    files: [{ text: swift(...swiftRows), map: statementMap() }],
    ...rentPaid,
    described: ['Salary', 'LANDLORD Rent'],
  },
  {
    name: 'the same rows in an envelope, with LF',
    files: [
      { text: swift(...swiftRows), map: statementMap() },
      {
        text: `{1:F01BANKDEFFAXXX}{2:I940}{4:\n${swift(...swiftRows)
          .replaceAll('\r', '')
          .replace(/-\n$/, '-}\n')}`,
        map: statementMap(),
      },
    ],
    ...{ ...rentPaid, posted: 0, before: 2 },
  },
  {
    name: 'two statements, the first with an interim balance',
    files: [
      {
        text: `${swift(...swiftRows).replace(':62F:', ':62M:')}${lines(':20:2', `:25:${iban}`, ':60M:C260131EUR1350,00', ':61:2602010201RD5,00NCHG', ':62F:C260228EUR1355,')}`,
        map: statementMap(),
      },
    ],
    ...{ posted: 3, books: { BANK: '1255.00', OPEN: '-1255.00' } },
  },
  {
    name: 'the currency after the IBAN',
    files: [{ text: swift(...swiftRows).replace(iban, `${iban}EUR`), map: statementMap() }],
    ...rentPaid,
  },
  {
    name: 'named parts',
    files: [
      {
        text: swift(
          swiftRows[0] as string,
          ':86:/TRTP/SEPA/IBAN/NL91ABNA0417164300/NAME/LANDLORD/REMI/R',
          'ent/EREF/1',
          swiftRows[2] as string,
          ':86:/CNTP/NL1/INGBNL2A/Employer///REMI/USTD//Salary/',
        ),
        map: statementMap(),
      },
    ],
    ...{ ...rentPaid, described: ['Employer Salary', 'LANDLORD Rent'] },
  },
  stopped('STATEMENT_TWICE', 'with the same rows and balances', 'one statement twice', swift(...swiftRows).repeat(2)),
  {
    name: 'lines without end',
    files: [
      {
        text: swift(
          ...swiftRows.slice(0, 1),
          `:86:/REMI/Rent${'/'.repeat(900_000)}x`,
          swiftRows[2] as string,
          `:86:Salary${' '.repeat(900_000)}x`,
        ),
        map: statementMap(),
      },
    ],
    ...{ ...rentPaid, described: ['Salary', 'Rent'] },
  },
  {
    name: 'the day of booking of another year',
    files: [
      {
        text: swift(':61:2512311230D1250,NTRFX', ':61:2512300102C2500,NTRFX').replace('C260101', 'C251231'),
        map: statementMap(),
      },
    ],
    ...{ ...rentPaid, dated: ['2025-12-30', '2026-01-02'] },
  },
  {
    name: 'rows that are only expected',
    files: [{ text: swift(...swiftRows, ':61:260107EC7,NTRFNONREF', ':86:soon'), map: statementMap() }],
    ...{ ...rentPaid, leftOut: 1 },
  },
  stopped(
    'BALANCE_DIFFERS',
    'closes with 1350.00',
    'a mark turned',
    swift(...swiftRows.map((row) => row.replace('D1250', 'C1250'))),
  ),
  stopped('BALANCE_DIFFERS', 'should close with -1150.00', 'a row missing', swift(swiftRows[0] as string)),
  stopped('NOT_UNDERSTOOD', 'Field :61: is "26010', 'a row that is none', swift(':61:26010X', swiftRows[2] as string)),
  stopped('FILE_CUT_OFF', 'within a statement', 'cut off', swift(...swiftRows).split(':62F')[0] as string),
  stopped(
    'FILE_CUT_OFF',
    'before the next one begins',
    'a statement cut off before another',
    `${swift(...swiftRows).split(':62F')[0]}${swift(...swiftRows)}`,
  ),
  stopped(
    'OTHER_FORMAT',
    'MT942',
    'an interim report',
    lines(':20:1', `:25:${iban}`, ':28C:1', ':34F:EUR0,', ':61:260105D1,NTRF'),
  ),
  {
    name: 'another encoding, which the map says',
    files: [
      {
        text: Buffer.from(swift(...swiftRows.map((row) => row.replace('Salary', 'Geh\u00e4lter'))), 'latin1'),
        map: statementMap({ encoding: 'iso-8859-1' }),
      },
    ],
    ...{ ...rentPaid, described: ['Geh\u00e4lter', 'LANDLORD Rent'] },
  },
  stopped(
    'WRONG_ENCODING',
    '"encoding": "windows-1252"',
    'another encoding, which it does not say',
    Buffer.from(swift(...swiftRows.map((row) => row.replace('Salary', 'Geh\u00e4lter'))), 'latin1'),
  ),
  {
    name: 'a different currency than that of the ledger',
    files: [{ text: swift(...swiftRows).replaceAll('EUR', 'CHF'), map: statementMap() }],
    ...{ books: {}, rejected: ['5 OTHER_CURRENCY', '7 OTHER_CURRENCY'] },
  },
]);
