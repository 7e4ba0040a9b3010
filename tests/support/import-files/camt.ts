/** Statements in CAMT.053. */
import type { FileCase } from './case';
import { iban, of, rentPaid, statementMap, stopped } from './statement';

interface Entry {
  readonly amount: string;
  readonly side?: 'CRDT' | 'DBIT';
  readonly day?: string;
  readonly status?: string;
  readonly currency?: string;
  readonly text?: string;
  readonly more?: string;
}
const rent: Entry = { amount: '1250.00', text: 'Rent' };
const salary: Entry = { amount: '2500.00', side: 'CRDT', day: '2026-01-06', text: 'Salary' };
const entry = ({
  amount,
  side = 'DBIT',
  day = '2026-01-05',
  status = '<Sts>BOOK</Sts>',
  currency = 'EUR',
  text,
  more = '',
}: Entry): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}<BookgDt><Dt>${day}</Dt></BookgDt>
   <ValDt><Dt>${day}</Dt></ValDt>${more}<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const balance = (type: string, amount: string, side = 'CRDT', currency = 'EUR'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
const statement = (
  entries: readonly Entry[],
  balances = `${balance('OPBD', '100.00')}${balance('CLBD', '1350.00')}`,
  account = iban,
): string =>
  `<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}${entries.map(entry).join('\n')}</Stmt>`;
const document = (...statements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">\n<BkToCstmrStmt>${statements.join('\n')}</BkToCstmrStmt>\n</Document>\n`;
const plain = document(statement([rent, salary]));
const details = `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-01-07T10:00:00+01:00</DtTm></BookgDt>
  <AcctSvcrRef>BANKREF 1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Ana &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct>
  <Cdtr><Pty><Nm>Ourselves</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>Invoice</Ustrd><Ustrd>7</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

export const camt: readonly FileCase[] = of('camt053', [
  { name: 'entries of both sides', files: [{ text: plain, map: statementMap() }], ...rentPaid },
  {
    name: 'the same statement again',
    files: [plain, plain].map((text) => ({ text, map: statementMap() })),
    ...rentPaid,
    posted: 0,
    before: 2,
  },
  {
    name: 'names with a prefix, and another version',
    files: [
      {
        text: plain
          .replaceAll('<', '<n:')
          .replaceAll('<n:/', '</n:')
          .replace('<n:?', '<?')
          .replace('xmlns=', 'xmlns:n=')
          .replace('.08', '.02'),
        map: statementMap(),
      },
    ],
    ...rentPaid,
  },
  { name: 'all on one line', files: [{ text: plain.replaceAll('\n', ''), map: statementMap() }], ...rentPaid },
  {
    name: 'ISO 8859-1, as the declaration says',
    files: [
      {
        text: Buffer.from(plain.replace('UTF-8', 'ISO-8859-1').replace('Rent', 'Miete Müller'), 'latin1'),
        map: statementMap(),
      },
      { text: plain.replace('Rent', 'Miete Müller'), map: statementMap() },
    ],
    ...{ ...rentPaid, posted: 0, before: 2 },
  },
  {
    name: 'UTF-16',
    files: [{ text: Buffer.from(`\uFEFF${plain.replace('UTF-8', 'UTF-16')}`, 'utf16le'), map: statementMap() }],
    ...rentPaid,
  },
  stopped(
    'WRONG_ENCODING',
    '"encoding" in "statement"',
    'a different encoding than it says',
    Buffer.from(plain.replace('Rent', 'Müller'), 'latin1'),
  ),
  {
    name: 'a different encoding than it says, which the map corrects',
    files: [
      { text: Buffer.from(plain.replace('Rent', 'Müller'), 'latin1'), map: statementMap({ encoding: 'windows-1252' }) },
    ],
    ...rentPaid,
  },
  stopped('WRONG_ENCODING', '"KLINGON-1"', 'an encoding that is not known', plain.replace('UTF-8', 'KLINGON-1')),
  {
    name: 'entries that are not booked',
    files: [
      {
        text: document(
          statement([
            rent,
            salary,
            { ...rent, status: '<Sts>PDNG</Sts>' },
            { ...rent, status: '<Sts><Cd>PDNG</Cd></Sts>' },
          ]),
        ),
        map: statementMap(),
      },
    ],
    ...{ ...rentPaid, leftOut: 2, says: 'not booked yet' },
  },
  stopped(
    'BALANCE_DIFFERS',
    /line 3 opens with 100\.00, and its rows add up to 3750\.00, so it should close with 3850\.00, but it closes with 1350\.00/,
    'a side turned',
    document(statement([{ ...rent, side: 'CRDT' }, salary])),
  ),
  stopped('BALANCE_DIFFERS', 'Rows are missing', 'an entry missing', document(statement([salary]))),
  stopped(
    'BALANCE_DIFFERS',
    /Line \d+ cannot be read/,
    'an amount that is none',
    document(statement([{ ...rent, amount: 'x' }, salary])),
  ),
  stopped(
    'BALANCE_INVALID',
    'not an amount',
    'a balance that is not an amount',
    document(statement([rent, salary], `${balance('OPBD', '1OO')}${balance('CLBD', '1350.00')}`)),
  ),
  stopped(
    'BALANCE_DIFFERS',
    'fetch the statement',
    'a row that the map leaves out does not hide it',
    document(statement([rent])),
    { where: { column: 'text', is_not: ['Rent'] } },
  ),
  stopped('XML_INVALID', /unclosed tag.+cut off/, 'cut off', plain.slice(0, -60)),
  stopped(
    'XML_INVALID',
    'DOCTYPE',
    'a document with entities of its own',
    plain.replace('<Document', '<!DOCTYPE d [<!ENTITY a "aaaa">]><Document'),
  ),
  stopped('XML_INVALID', 'undefined entity', 'an entity that is not known', plain.replace('Rent', '&rent;')),
  stopped(
    'TOO_LARGE',
    'longer than 4194304 characters',
    'a text without end',
    plain.replace('Rent', 'x'.repeat(5_000_000)),
  ),
  stopped(
    'TOO_LARGE',
    'more than 100 levels deep',
    'elements within each other',
    plain.replace('Rent', '<a>'.repeat(120)),
  ),
  {
    name: 'no balances, which is reported',
    files: [{ text: document(statement([rent, salary], '')), map: statementMap() }],
    ...{ ...rentPaid, says: 'no opening or no closing balance' },
  },
  {
    name: 'a page that ends with an interim balance',
    files: [
      {
        text: document(statement([rent, salary], `${balance('PRCD', '100.00')}${balance('ITBD', '1350.00')}`)),
        map: statementMap(),
      },
    ],
    ...rentPaid,
  },
  stopped(
    'BALANCE_DIFFERS',
    'opens with 100.00',
    'a page whose interim balances do not add up',
    document(statement([rent], `${balance('ITBD', '100.00')}${balance('ITBD', '1350.00')}`)),
  ),
  {
    name: 'overdrawn',
    files: [
      {
        text: document(statement([rent], `${balance('OPBD', '100.00')}${balance('CLBD', '1150.00', 'DBIT')}`)),
        map: statementMap(),
      },
    ],
    ...{ posted: 1, books: { BANK: '-1250.00', OPEN: '1250.00' } },
  },
  {
    name: 'a different currency than that of the ledger',
    files: [
      {
        text: document(
          statement(
            [{ ...rent, currency: 'USD' }],
            `${balance('OPBD', '0.00', 'CRDT', 'USD')}${balance('CLBD', '1250.00', 'DBIT', 'USD')}`,
          ),
        ),
        map: statementMap(),
      },
    ],
    ...{ books: {}, rejected: ['3 OTHER_CURRENCY'], says: 'into a ledger in USD' },
  },
  {
    name: 'more decimals than the ledger keeps',
    files: [{ text: document(statement([{ ...rent, amount: '0.001' }], '')), map: statementMap() }],
    ...{ books: {}, rejected: ['3 AMOUNT_PRECISION_EXCEEDED'] },
  },
  {
    name: 'a reversal has the side that the file gives',
    files: [
      {
        text: document(
          statement([rent, { ...rent, side: 'CRDT', day: '2026-01-08', more: '<RvslInd>true</RvslInd>' }], ''),
        ),
        map: statementMap(),
      },
    ],
    ...{ posted: 2, books: {} },
  },
  {
    name: 'the map gives the account in the ledger',
    files: [{ text: plain, map: statementMap({ account: 'BANK' }) }],
    ...rentPaid,
  },
  stopped(
    'ACCOUNTS_DIFFER',
    '{"column": "account"}',
    'two accounts, and a map that says one',
    document(statement([rent, salary]), statement([rent, salary], undefined, 'DE02120300000000202051')),
    { account: 'BANK' },
  ),
  {
    name: 'two accounts',
    files: [
      {
        text: document(statement([rent, salary]), statement([rent, salary], undefined, 'SAVINGS')),
        map: statementMap({}, { SAVINGS: { type: 'asset' } }),
      },
    ],
    ...{ posted: 4, books: { BANK: '1250.00', SAVINGS: '1250.00', OPEN: '-2500.00' } },
  },
  {
    name: 'payee, reference and rules for the other account',
    files: [
      {
        text: document(statement([rent], '').replace('</Stmt>', `${details}</Stmt>`)),
        map: statementMap(
          {
            reference: 'reference',
            description: ['payee', 'text', 'reference'],
            contra: [
              { column: 'payee', is: ['ana & co'], account: 'ANA' },
              { column: 'text', contains: ['RENT', 'lease'], account: 'HOME' },
            ],
          },
          { ANA: { type: 'revenue' }, HOME: { type: 'expense' } },
        ),
      },
    ],
    ...{
      posted: 2,
      books: { BANK: '-1220.00', ANA: '-30.00', HOME: '1250.00' },
      described: ['Ana & Co Invoice 7 BANKREF 1', 'Rent'],
    },
  },
  {
    name: 'the balance compared with the ledger',
    files: [{ text: plain, map: statementMap({ assert_balance: true }) }],
    ...{
      ...rentPaid,
      asserted: [1, 1] as const,
      says: 'balance of DE89370400440532013000 is 1350.00 on 2026-01-31, but in the ledger it is 1250.00',
    },
  },
  {
    name: 'without a map',
    files: [{ text: plain }],
    ...{
      books: {},
      stopped: 'MAP_MISSING',
      says: `{"statement":{"contra_account":"UNSORTED"},"accounts":{"${iban}":{"type":"asset"},"UNSORTED":{"type":"asset"}}}`,
    },
  },
  {
    name: 'with the map that the message proposes',
    files: [
      {
        text: plain,
        map: {
          statement: { contra_account: 'UNSORTED' },
          accounts: { [iban]: { type: 'asset' }, UNSORTED: { type: 'asset' } },
        },
      },
    ],
    ...{ posted: 2, books: { [iban]: '1250.00', UNSORTED: '-1250.00' } },
  },
]);
