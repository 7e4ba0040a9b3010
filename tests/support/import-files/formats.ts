/** Files in unsupported formats, or in a format other than the requested one. The refusal names the format and the remedy. */
import { bankMap, bankRows, type FileCase } from './case';

const other = (name: string, text: string | Buffer, says: string, more: Partial<FileCase> = {}): FileCase => ({
  ...{ name, files: [{ text, map: bankMap() }], books: {}, stopped: 'OTHER_FORMAT', says },
  ...more,
});
const unmapped = (name: string, text: string, says: string): FileCase => other(name, text, says, { files: [{ text }] });
const camt = (kind: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.02">\n</Document>\n`;
const journal = '; Books\n\n2026-01-05 Tea\n    Expenses:Tea  5.00 EUR\n    Assets:Cash\n';
const bean = 'option "title" "Books"\n2026-01-01 open Assets:Cash\n';

export const formats: readonly FileCase[] = [
  other('CAMT.053', camt('053'), '--format camt053'),
  other('CAMT.054', camt('054'), 'a notice in CAMT.052 or CAMT.054'),
  other('OFX of the first kind', 'OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX><SIGNONMSGSRSV1>\r\n', '--format ofx'),
  other('OFX of the second kind', '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX></OFX>\n', '--format ofx'),
  other('MT940', ':20:STARTUMS\r\n:25:10010010/123456\r\n:28C:1/1\r\n:60F:C260101EUR100,00\r\n', 'MT940'),
  other('MT940 in an envelope', '{1:F01BANKDEFF0000}{2:I940}{4:\n:20:X\n:25:1/2\n:28C:1\n', '--format mt940'),
  other('QIF', '!Type:Bank\nD01/05/26\nT-5.00\n^\n', '--format qif'),
  other(
    'GnuCash',
    '<?xml version="1.0"?>\n<gnc-v2\n xmlns:gnc="http://www.gnucash.org/XML/gnc">\n',
    '--format gnucash',
  ),
  unmapped('QuickBooks', 'Date,Transaction Type,Num,Name,Account,Debit,Credit\n', '--format quickbooks'),
  unmapped('Xero', '*Narration,*Date,*AccountCode,*TaxRate,*Amount\n', '--format xero'),
  other('DATEV', '"EXTF";700;21;"Buchungsstapel";12\n', '--format datev'),
  other('other data of DATEV', '"EXTF";700;16;"Debitoren";5\n', 'Buchungsstapel', { format: 'datev' }),
  other('a compressed file', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 'gunzip'),
  other('Excel', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1'), 'Save the sheet as CSV'),
  other('Excel of the old kind', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'Save the sheet as CSV'),
  other('PDF', '%PDF-1.7\n', 'a PDF document'),
  other('SQLite', 'SQLite format 3\0', 'a SQLite database'),
  other('a page that asks to sign in', '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n', 'a web page'),
  other('a map in place of the file', JSON.stringify(bankMap()), 'a JSON file'),
  other('a journal as CSV', journal, '--format hledger or --format beancount'),
  other('beancount as hledger', bean, '--format beancount', { format: 'hledger' }),
  other('our own CSV as hledger', 'transaction_id,date,journal\n', '--format csv', { format: 'hledger' }),
  other('QIF as hledger', '!Type:Bank\nD01/05/26\n', 'a QIF file', { format: 'hledger' }),
  {
    name: 'words of another format within a row do not change the format',
    files: [{ text: bankRows('2026-01-05,<OFX> !Type:Bank camt.053 PK,5.00'), map: bankMap() }],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
  {
    name: 'hledger with the word open in a description is still hledger',
    format: 'hledger',
    files: [{ text: '2026-01-05 open house\n    Expenses:Tea  5.00 EUR\n    Assets:Cash\n' }],
    ...{ posted: 1, books: { Tea: '5.00', Cash: '-5.00' } },
  },
];
