/** Statements in OFX, of both versions. */
import type { FileCase } from './case';
import { iban, of, rentPaid, statementMap, stopped } from './statement';

const transaction = (type: string, day: string, amount: string, id: string, name: string): string =>
  `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>${day}120000[-5:EST]\n<TRNAMT>${amount}\n<FITID>${id}\n<NAME>${name}\n<MEMO>\n</STMTTRN>\n`;
const ofxBody = (rows: string, more = ''): string =>
  `<OFX>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<STMTRS>\n<CURDEF>EUR\n<BANKACCTFROM>\n<BANKID>1\n<ACCTID>${iban}\n<ACCTTYPE>CHECKING\n</BANKACCTFROM>\n<BANKTRANLIST>\n${rows}</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>1250.00\n<DTASOF>20260131\n</LEDGERBAL>\n${more}</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n`;
const header = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n';
const ofxRows = `${transaction('DEBIT', '20260105', '-1250.00', 'F1', 'Rent &amp; heat')}${transaction('CREDIT', '20260106', '2500,00', 'F2', 'Salary')}`;
const sgml = `${header}${ofxBody(ofxRows)}`;
const closedTags = (text: string): string =>
  text.replaceAll(/<([A-Z0-9]+)>([^<\n]+)\n/g, '<$1>$2</$1>\n').replaceAll('<MEMO>', '<MEMO/>');
const ofxXml = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${closedTags(ofxBody(ofxRows))}`;

export const ofx: readonly FileCase[] = of('ofx', [
  { name: 'SGML', files: [{ text: sgml, map: statementMap() }], ...rentPaid, described: ['Salary', 'Rent & heat'] },
  {
    name: 'SGML on one line, with end tags',
    files: [{ text: `${header}${closedTags(ofxBody(ofxRows)).replaceAll('\n', '')}`, map: statementMap() }],
    ...rentPaid,
  },
  {
    name: 'the same in XML',
    files: [
      { text: sgml, map: statementMap() },
      { text: ofxXml, map: statementMap() },
    ],
    ...{ ...rentPaid, posted: 0, before: 2 },
  },
  {
    name: 'windows-1252, as the header says',
    files: [{ text: Buffer.from(sgml.replace('Salary', 'Geh\u00e4lter'), 'latin1'), map: statementMap() }],
    ...{ ...rentPaid, described: ['Geh\u00e4lter', 'Rent & heat'] },
  },
  stopped(
    'WRONG_ENCODING',
    '{"statement": {"encoding": "windows-1252"}}',
    'a different encoding than the header says',
    Buffer.from(sgml.replace('Salary', 'Geh\u00e4lter').replace('USASCII', 'UTF-8'), 'latin1'),
  ),
  {
    name: 'the FITID if the map names it',
    files: [
      { text: sgml, map: statementMap({ reference: 'reference' }) },
      { text: sgml.replace('F2', 'F3'), map: statementMap({ reference: 'reference' }) },
    ],
    ...{ posted: 1, before: 1, books: { BANK: '3750.00', OPEN: '-3750.00' } },
  },
  stopped(
    'TOO_LARGE',
    'longer than 1048576 characters',
    'a text without end',
    sgml.replace('Salary', 'x'.repeat(2_000_000)),
  ),
  {
    name: 'a tag of white space',
    files: [{ text: sgml.replace('<FITID>F2', `<A${' '.repeat(500_000)}b>`), map: statementMap() }],
    ...rentPaid,
  },
  stopped('FILE_CUT_OFF', 'before </OFX>', 'SGML that was cut off', sgml.slice(0, -40)),
  stopped('XML_INVALID', 'cut off', 'XML that was cut off', ofxXml.slice(0, -40)),
  {
    name: 'amounts without signs are taken by their kinds',
    files: [
      {
        text: sgml.replace('-1250', '1250'),
        map: statementMap({ sign: { column: 'kind', negative: ['DEBIT'], positive: ['CREDIT'] } }),
      },
    ],
    ...rentPaid,
  },
  {
    name: 'a kind against the sign of its amount is rejected',
    files: [{ text: sgml.replace('-1250', '1250'), map: statementMap() }],
    ...{ posted: 1, books: { BANK: '2500.00', OPEN: '-2500.00' }, rejected: ['18 AMOUNT_SIGNED'], says: '"sign"' },
  },
  {
    name: 'rows that are not booked',
    files: [
      {
        text: `${header}${ofxBody(ofxRows, `<BANKTRANLISTP>\n<DTASOF>20260131\n${transaction('DEBIT', '20260201', '-1.00', 'F9', 'Tea').replaceAll('STMTTRN', 'STMTTRNP')}</BANKTRANLISTP>\n`)}`,
        map: statementMap(),
      },
    ],
    ...{ ...rentPaid, leftOut: 1, says: 'not booked yet' },
  },
  {
    name: 'a row in another currency',
    files: [
      { text: sgml.replace('<FITID>F1', '<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY><FITID>F1'), map: statementMap() },
    ],
    ...{ posted: 1, books: { BANK: '2500.00', OPEN: '-2500.00' }, rejected: ['18 OTHER_CURRENCY'] },
  },
  {
    name: 'a row that was converted',
    files: [
      {
        text: sgml.replace('<FITID>F1', '<ORIGCURRENCY><CURRATE>1.1<CURSYM>USD</ORIGCURRENCY><FITID>F1'),
        map: statementMap(),
      },
    ],
    ...rentPaid,
  },
  {
    name: 'the balance compared with the ledger',
    files: [{ text: sgml, map: statementMap({ assert_balance: true }) }],
    ...{ ...rentPaid, asserted: [1, 0] as const },
  },
  {
    name: 'a credit card',
    files: [
      {
        text: sgml.replaceAll('STMTRS', 'CCSTMTRS').replaceAll('BANKACCTFROM', 'CCACCTFROM'),
        map: statementMap({}, { [iban]: { code: 'CARD', type: 'liability' } }),
      },
    ],
    ...{ posted: 2, books: { CARD: '1250.00', OPEN: '-1250.00' } },
  },
  stopped(
    'OTHER_FORMAT',
    'securities',
    'securities',
    `${header}<OFX>\n<INVSTMTMSGSRSV1>\n<INVSTMTRS>\n</INVSTMTRS>\n</OFX>\n`,
  ),
]);
