/**
 * Journals of accounting programs: the proposed maps, rejected and corrected rows, and the same rows in any notation. LEDGER_TEST_SEED
 * repeats a run.
 */
import { randomJournal, writtenJournal } from '../support/journal-notations';
import { explainText, importAll, importText } from '../support/importing';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, seedOf } from '../support/random';
import type { Fields } from '../support/requests';
import { settledOf } from '../support/strings';

jest.setTimeout(600_000);

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const files = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 500 : 20;

const ledger = ledgerOfFile();

describe('journals of accounting programs', () => {
  const names = 'Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit';
  const table = ['01/20/2026,Check,17,Landlord,,Rent,700.00,', ',,,,,Checking,,700.00', ',,,,,,700.00,700.00'];
  const german = table.map((row) => row.replaceAll(',', ';').replaceAll('.00', ',00').replace('01/20/', '20/01/'));
  const iif = [
    '!TRNS\tTRNSTYPE\tDATE\tACCNT\tAMOUNT',
    '!SPL\tTRNSTYPE\tDATE\tACCNT\tAMOUNT',
    'TRNS\tCHECK\t1/20/26\tChecking\t-700',
    'SPL\tCHECK\t1/20/26\tRent\t700',
    'ENDTRNS',
  ];
  const xero = [
    'Narration,Date,Description,AccountCode,TaxRate,Amount',
    'Rent,20/01/2026,,Rent,No Tax,700',
    'Rent,20/01/2026,,Checking,No Tax,-700',
  ];

  test.each([
    ['quickbooks', 'MM/DD/YYYY', '.', [names, ...table]],
    ['quickbooks', 'DD/MM/YYYY', ',', [names.replaceAll(',', ';'), ...german]],
    ['quickbooks', 'M/D/YY', '.', iif],
    ['xero', 'DD/MM/YYYY', '.', xero],
  ] as const)('get a working map: %s, days as %s, %s before decimals', async (format, dateFormat, decimal, rows) => {
    const text = `${rows.join('\n')}\n`;
    const { proposal, counts, stopped, format: read } = await explainText(text);
    expect([read, stopped, counts]).toEqual([format, undefined, { transactions: 1, leftOut: 0, rejected: 0 }]);
    expect(proposal?.map).toEqual({
      notation: { date_format: dateFormat, ...(decimal === '.' ? {} : { decimal }) },
      accounts: { Rent: { type: 'expense' }, Checking: { type: 'asset' } },
    });
    const books = await ledger.newLedger({ currency: 'EUR' });
    const { summary } = await importText(ledger, books, undefined, text, { map: proposal?.map as Fields });
    expect([summary?.format, summary?.posted, summary?.rejections]).toEqual([format, 1, []]);
    expect(await settledOf(books, 'Checking')).toBe('-700.00');
  });

  test('need no map if they are of DATEV', async () => {
    const text = [
      'EXTF;700;21;Buchungsstapel;12;;;;;;1;1;20260101;4;20260101;20261231;;;;;;EUR',
      'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;Konto;Gegenkonto (ohne BU-Schlüssel);Belegdatum',
      '5,00;S;4210;1200;501',
      '5,00;S;4210;1200;3112',
    ].join('\r\n');
    const { format, currency, proposal, rows } = await explainText(text);
    expect([format, currency, proposal, ...rows.map(({ date }) => date)]).toEqual([
      ...['datev', 'EUR', undefined, '2026-01-05', '2026-12-31'],
    ]);
  });
});

test.each([
  {
    format: 'quickbooks' as const,
    text: [
      'Journal;;;;;;',
      'Date;Transaction Type;Num;Name;Account;Debit;Credit',
      '2026-01-05;Check;1;"Tea; green";SALES;5.00.0;',
      ';;;;CASH;;5.00',
      '',
    ].join('\n'),
    told: [3, 'AMOUNT_INVALID'],
    mend: (text: string) => text.replace('5.00.0', '5.00'),
  },
  {
    format: 'quickbooks' as const,
    text: [
      '!TRNS\tDATE\tACCNT\tNAME\tAMOUNT',
      '!SPL\tDATE\tACCNT\tNAME\tAMOUNT',
      '!ENDTRNS',
      'TRNS\t2026-01-05\tSALES\tTea\t5.00',
      'SPL\t2026-01-05\tCASH\t\t-50.0',
      'ENDTRNS',
      '',
    ].join('\n'),
    told: [4, 'ENTRIES_NOT_BALANCED'],
    mend: (text: string) => `${text.replace('-50.0', '-5.00')}ENDTRNS\n`,
  },
])(
  'corrected rows of a $format journal are posted once, with any separator of cells',
  async ({ format, text, told, mend }) => {
    const books = await ledger.newLedger({ currency: 'EUR' });
    const map = { accounts: { SALES: { type: 'revenue' }, CASH: { type: 'asset' } } };
    const first = await importText(ledger, books, format, text, { map });
    expect(first.summary?.rejections.map(({ line, code }) => [line, code])).toEqual([told]);
    const mended = mend(first.rejected ?? '');
    expect((await importAll(ledger, books, format, mended, { map })).posted).toBe(1);
    expect(await settledOf(books, 'CASH')).toBe('-5.00');
    const { posted, replayed } = await importAll(ledger, books, format, mended, { map });
    expect([posted, replayed]).toEqual([0, 1]);
  },
);

test('random journals are imported once, in any notation', async () => {
  process.stdout.write(`import-programs: LEDGER_TEST_SEED=${seed}\n`);
  const random = randomFrom(seed);
  for (let file = 0; file < files; file++) {
    const { program, transactions } = randomJournal(random);
    const books = await ledger.newLedger({ currency: 'EUR' });
    const cents = transactions.flatMap(({ entries }) => entries).filter(({ account }) => account === 'BANK');
    const sum = (cents.reduce((total, each) => total + each.cents, 0) / 100).toFixed(2);
    for (const isFirst of [true, false]) {
      const { file: text, map } = writtenJournal(program, transactions, random);
      const { summary, stopped } = await importText(ledger, books, undefined, text, { map });
      const said = { stopped, posted: summary?.posted, before: summary?.replayed, rejections: summary?.rejections };
      const [posted, before] = isFirst ? [transactions.length, 0] : [0, transactions.length];
      const told = { file, map, text: text.toString() };
      expect({ ...said, ...told }).toEqual({ ...{ stopped: undefined, posted, before, rejections: [] }, ...told });
      expect((await settledOf(books, 'BANK')) ?? '0.00').toBe(sum);
    }
  }
});
