/** Random journals in the notations of accounting programs, each with the import map that it needs. */
import { shuffled, type Written } from './bank-notations';
import type { Random } from './random';
import type { Fields } from './requests';

const programs = ['quickbooks', 'iif', 'xero', 'gnucash', 'datev'] as const;
export type Program = (typeof programs)[number];

interface Entry {
  readonly account: string;
  readonly cents: number;
  readonly memo: string;
}

export interface JournalTransaction {
  readonly date: string;
  readonly number: string;
  readonly text: string;
  readonly entries: readonly Entry[];
}

const texts = ['Rent', 'Müller & Söhne', 'Café au lait', "O'Neil"];
const accounts = ['BANK', 'RENT', 'SALES', 'TAX'];
/** The account codes in DATEV, which are numeric. */
const codes: Readonly<Record<string, string>> = { BANK: '1200', RENT: '4210', SALES: '8400', TAX: '1776' };

export const randomJournal = (
  random: Random,
): { readonly program: Program; readonly transactions: readonly JournalTransaction[] } => {
  const program = random.pick(programs);
  const below = (bound: number): number => Math.floor(random.next() * bound);
  const transactions = Array.from({ length: 1 + below(5) }, (_, index): JournalTransaction => {
    const others = Array.from({ length: program === 'datev' ? 1 : 1 + below(3) }, () => ({
      account: random.pick(accounts.slice(1)),
      cents: (1 + below(10 ** (2 + below(6)))) * random.pick([1, -1]),
      memo: program === 'datev' ? '' : random.pick(['', 'of it']),
    }));
    const bank = -others.reduce((sum, { cents }) => sum + cents, 0);
    const entries = bank === 0 ? others : [{ account: 'BANK', cents: bank, memo: '' }, ...others];
    const sides = random.next() < 0.5 ? entries : entries.toReversed();
    const day = String(1 + below(28)).padStart(2, '0');
    return { date: `2026-01-${day}`, number: String(100 + index), text: random.pick(texts), entries: sides };
  });
  // Leaves out transactions without a bank entry, which may move nothing at all. Also leaves out those whose first rows already balance: in
  // some formats the importer would read two transactions.
  const moving = transactions.filter(
    ({ entries }) =>
      entries.some(({ account }) => account === 'BANK') &&
      !entries
        .slice(1)
        .some((_, index) => entries.slice(0, index + 1).reduce((sum, { cents }) => sum + cents, 0) === 0),
  );
  return moving.length > 0 ? { program, transactions: moving } : randomJournal(random);
};

const dateFormats: Readonly<Record<string, (year: string, month: string, day: string) => string>> = {
  'YYYY-MM-DD': (...parts) => parts.join('-'),
  'DD/MM/YYYY': (...parts) => parts.toReversed().join('/'),
  'M/D/YY': (year, month, day) => `${Number(month)}/${Number(day)}/${year.slice(2)}`,
  'DD MMM YYYY': (year, _, day) => `${day} Jan ${year}`,
};

const plain = (cents: number, decimal: string, group: string): string => {
  const grouped = String(Math.floor(Math.abs(cents) / 100)).replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `${cents < 0 ? '-' : ''}${grouped}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

interface Notation {
  readonly decimal: string;
  readonly amount: (cents: number) => string;
  readonly date: (date: string) => string;
  readonly isRepeating: boolean;
  readonly hasTotals: boolean;
}

type Rows = readonly Readonly<Record<string, string>>[];
type Table = (transactions: readonly JournalTransaction[], notation: Notation) => Rows;

const quickbooks: Table = (transactions, { amount, date, isRepeating, hasTotals }) =>
  transactions.flatMap(({ date: day, number, text, entries }) => {
    const head = { Date: date(day), 'Transaction Type': 'Journal', Num: number };
    const rows = entries.map(({ account, cents, memo }, index) => ({
      ...(index === 0 || isRepeating ? head : { Date: '', 'Transaction Type': '', Num: '' }),
      ...{ Name: index === 0 ? text : '', 'Memo/Description': memo, Account: account },
      ...{ Debit: cents > 0 ? amount(cents) : '', Credit: cents < 0 ? amount(-cents) : '' },
    }));
    const total = amount(entries.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0));
    return [...rows, ...(hasTotals ? [{ Debit: total, Credit: total } as Readonly<Record<string, string>>] : [])];
  });

const xero: Table = (transactions, { amount, date, isRepeating }) =>
  transactions.flatMap(({ date: day, number, text, entries }) =>
    entries.map(({ account, cents, memo }, index) => ({
      ...{ '*Narration': index === 0 || isRepeating ? `${text} ${number}` : '' },
      ...{ '*Date': index === 0 || isRepeating ? date(day) : '', Description: memo },
      ...{ '*AccountCode': account, '*TaxRate': 'No Tax', '*Amount': amount(cents) },
    })),
  );

const gnucash: Table = (transactions, { amount, date }) =>
  transactions.flatMap(({ date: day, number, text, entries }) =>
    entries.map(({ account, cents, memo }, index) => ({
      ...{ Date: index === 0 ? date(day) : '', 'Transaction ID': index === 0 ? `id ${number}` : '' },
      ...{ Number: index === 0 ? number : '', Description: index === 0 ? text : '', 'Void Reason': '' },
      ...{ 'Commodity/Currency': index === 0 ? 'CURRENCY::EUR' : '', Memo: memo, 'Full Account Name': account },
      ...{ 'Amount Num.': amount(cents), 'Value Num.': amount(cents) },
    })),
  );

const datev: Table = (transactions) =>
  transactions.map(({ date, number, text, entries: [one, other] }) => ({
    ...{ 'Umsatz (ohne Soll/Haben-Kz)': plain(Math.abs(one?.cents ?? 0), ',', '') },
    ...{ 'Soll/Haben-Kennzeichen': (one?.cents ?? 0) > 0 ? 'S' : 'H', Konto: codes[one?.account ?? ''] ?? '' },
    'Gegenkonto (ohne BU-Schlüssel)': codes[other?.account ?? ''] ?? '',
    ...{ Belegdatum: `${Number(date.slice(8))}01`, 'Belegfeld 1': number, Buchungstext: text, 'BU-Schlüssel': '' },
  }));

const datevHead = 'EXTF;700;21;Buchungsstapel;12;;;;;;1;1;20260101;4;20260101;20261231;;;;;;EUR';

export const writtenJournal = (
  program: Program,
  transactions: readonly JournalTransaction[],
  random: Random,
): Written => {
  const coin = (): boolean => random.next() < 0.5;
  const [decimal, format] = [random.pick(['.', ',']), random.pick(Object.keys(dateFormats))];
  const group = random.pick(['', decimal === '.' ? ',' : '.', "'"]);
  const parts = (date: string): readonly [string, string, string] =>
    date.split('-') as unknown as [string, string, string];
  const notation: Notation = {
    ...{ decimal, isRepeating: coin(), hasTotals: coin() },
    amount: (cents) => plain(cents, decimal, group),
    date: (date) => (dateFormats[format] as (typeof dateFormats)[string])(...parts(date)),
  };
  const map: Fields = {
    notation: { date_format: format, decimal },
    accounts: {
      ...{ BANK: { type: 'asset' }, RENT: { type: 'expense' }, SALES: { type: 'revenue' }, TAX: { type: 'liability' } },
      ...(program === 'datev'
        ? Object.fromEntries(
            Object.entries(codes).map(([code, number]) => [number, { code, type: random.pick(['asset']) }]),
          )
        : {}),
    },
  };
  const isUtf8 = coin();
  const spaced = (text: string): string => (coin() ? text : text.replaceAll(' ', random.pick(['  ', '\u00a0'])));
  const composed = (text: string): string => text.normalize(isUtf8 && coin() ? 'NFD' : 'NFC');
  const [delimiter, lineEnd] = [program === 'datev' ? ';' : random.pick([',', ';', '\t']), random.pick(['\n', '\r\n'])];
  const cell = (text: string): string =>
    coin() || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = program === 'iif' ? iifLines(transactions, notation, spaced) : tableLines();
  function tableLines(): readonly string[] {
    const table = { quickbooks, xero, gnucash, datev }[program as Exclude<Program, 'iif'>];
    const rows = table(transactions, notation);
    const names =
      program === 'datev' ? Object.keys(rows[0] as object) : shuffled(Object.keys(rows[0] as object), random);
    return [
      ...(program === 'datev' ? [datevHead] : program === 'quickbooks' && coin() ? ['Company', 'Journal'] : []),
      names.map(cell).join(delimiter),
      ...rows.map((row) => names.map((name) => cell(spaced(composed(row[name] ?? '')))).join(delimiter)),
    ];
  }
  const text = `${isUtf8 && coin() ? '\uFEFF' : ''}${lines.join(lineEnd)}${coin() ? lineEnd : ''}`;
  return { file: Buffer.from(text, isUtf8 ? 'utf8' : 'latin1'), map };
};

const iifLines = (
  transactions: readonly JournalTransaction[],
  { amount, date }: Notation,
  spaced: (text: string) => string,
): readonly string[] => [
  ...['TRNS', 'SPL'].map((kind) => `!${kind}\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO`),
  '!ENDTRNS',
  ...transactions.flatMap(({ date: day, number, text, entries }) => [
    ...entries.map(({ account, cents, memo }, index) =>
      [
        ...[index === 0 ? 'TRNS' : 'SPL', date(day), account, index === 0 ? spaced(text) : '', amount(cents)],
        ...[index === 0 ? number : '', index === 0 ? '' : memo],
      ].join('\t'),
    ),
    'ENDTRNS',
  ]),
];
