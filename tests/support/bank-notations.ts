/** Bank rows, written in the notations that banks use, each with the import map that describes the notation. */
import type { Random } from './random';
import type { Fields } from './requests';

export interface BankRow {
  /** A date such as `2026-01-31`. */
  readonly date: string;
  readonly text: string;
  readonly cents: number;
  readonly reference: string;
}

const texts = [
  'Rent',
  'M\u00fcller & S\u00f6hne',
  'A;B, "C"',
  'Caf\u00e9  au lait',
  "O'Neil|x",
  '=SUM(A1)',
  '5,00 EUR',
];

export const randomRows = (random: Random): readonly BankRow[] => {
  const few = <T>(make: () => T): readonly T[] => Array.from({ length: 3 }, make);
  const number = (below: number): number => Math.floor(random.next() * below);
  const two = (value: number): string => String(value).padStart(2, '0');
  const dates = few(() => `${1975 + number(50)}-${two(1 + number(12))}-${two(1 + number(28))}`);
  const cents = few(() => number(2 * 10 ** (1 + number(8))) - 10 ** 2);
  return Array.from({ length: 1 + number(8) }, () => ({
    ...{ date: random.pick(dates), text: random.pick(texts), cents: random.pick(cents) },
    reference: random.pick(['', 'R 1', 'R 2']),
  })).toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
};

const plain = (cents: number, decimal: string, group: string): string => {
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `${grouped}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

const dateFormats: Readonly<Record<string, (year: string, month: string, day: string) => string>> = {
  'YYYY-MM-DD': (...parts) => parts.join('-'),
  'DD.MM.YYYY': (...parts) => parts.toReversed().join('.'),
  'DD.MM.YY': (year, month, day) => `${day}.${month}.${year.slice(2)}`,
  'M/D/YYYY': (year, month, day) => `${Number(month)}/${Number(day)}/${year}`,
  YYYYMMDD: (...parts) => parts.join(''),
  'YYYY-MM-DD HH:mm:ss': (...parts) => `${parts.join('-')} 08:30:00`,
  'YYYY-MM-DDTHH:mm:ssZ': (...parts) => `${parts.join('-')}T23:30:00.5+01:00`,
  'DD MMM YYYY': (year, month, day) => `${day} ${monthNames[Number(month) - 1]} ${year}`,
};
const monthNames = ['Jan', 'Feb', 'M\u00e4rz', 'Apr', 'May', 'juin', 'Juli', 'Aug', 'Sept.', 'ottobre', 'Nov', 'Dez'];

type Signs = (cents: number, digits: string) => Readonly<Record<string, string>>;
/** For each notation of amounts: the members of the import map, and the function that writes the columns. */
const signs: readonly (readonly [Fields, Signs])[] = [
  [{ amount: 'Amount' }, (cents, digits) => ({ Amount: `${cents < 0 ? '-' : ''}${digits}` })],
  [{ amount: 'Amount' }, (cents, digits) => ({ Amount: cents < 0 ? `${digits}-` : `+${digits}` })],
  [{ amount: 'Amount' }, (cents, digits) => ({ Amount: cents < 0 ? `(${digits})` : digits })],
  [{ amount: 'Amount' }, (cents, digits) => ({ Amount: `${digits} ${cents < 0 ? 'DR' : 'Cr'}` })],
  [{ amount: 'Amount' }, (cents, digits) => ({ Amount: `${cents < 0 ? '\u2212' : ''}\u20ac${digits}` })],
  [{ amount: 'Amount', negate: true }, (cents, digits) => ({ Amount: `${cents < 0 ? '' : '-'}${digits} EUR` })],
  [
    { amount: 'Amount', sign: { column: 'Way', negative: ['Af', 'D'], positive: ['Bij'] } },
    (cents, digits) => ({ Amount: digits, Way: cents < 0 ? 'AF' : 'Bij' }),
  ],
  [{ debit: 'In', credit: 'Out' }, (cents, digits) => ({ In: cents < 0 ? '0' : digits, Out: cents < 0 ? digits : '' })],
  [
    { debit: 'In', credit: 'Out', signed: true },
    (cents, digits) => ({ In: cents < 0 ? '' : digits, Out: cents < 0 ? `-${digits}` : '0' }),
  ],
];

export const shuffled = <T>(items: readonly T[], random: Random): readonly T[] =>
  items
    .map((item) => [random.next(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);

export interface Written {
  readonly file: Buffer;
  readonly map: Fields;
}

export const written = (rows: readonly BankRow[], random: Random): Written => {
  const coin = (): boolean => random.next() < 0.5;
  const delimiter = random.pick([',', ';', '\t', '|']);
  const decimal = random.pick(['.', ',']);
  const group = random.pick(['', decimal === '.' ? ',' : '.', "'", '\u00a0', ' ']);
  const format = random.pick(Object.keys(dateFormats));
  const [fields, amountsOf] = random.pick(signs);
  const [hasHeader, hasBalance, isNewestFirst] = [coin(), coin(), coin()];
  const encoding = random.pick(['utf-8', 'windows-1252']);
  const [skipLines, skipFooter] = [random.pick([0, 2]), random.pick([0, 1])];
  const spaced = (text: string): string =>
    coin() ? text : `${random.pick(['', ' ', '\u00a0'])}${text.replaceAll(/ +/g, random.pick([' ', '  ', '\u00a0']))} `;
  const composed = (text: string): string => text.normalize(encoding === 'utf-8' && coin() ? 'NFD' : 'NFC');
  let balance = Math.floor(random.next() * 10_000);
  const records = rows.map(({ date, text, cents, reference }) => {
    balance += cents;
    const [year = '', month = '', day = ''] = date.split('-');
    return {
      Date: (dateFormats[format] as (typeof dateFormats)[string])(year, month, day),
      Text: spaced(composed(text)),
      Reference: spaced(reference),
      ...amountsOf(cents, plain(cents, decimal, group)),
      ...(hasBalance ? { Balance: `${balance < 0 ? '-' : ''}${plain(balance, decimal, group)}` } : {}),
      ...(coin() ? { Other: 'x' } : { Other: '' }),
    } as Readonly<Record<string, string>>;
  });
  const order = isNewestFirst ? 'newest_first' : 'oldest_first';
  const names = shuffled(Object.keys(records[0] as object), random);
  const column = (name: string): string | number => (hasHeader && coin() ? name : names.indexOf(name) + 1);
  const cell = (text: string): string =>
    coin() || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [
    ...Array.from({ length: skipLines }, () => 'Statement'),
    ...(hasHeader ? [names.map(cell).join(delimiter)] : []),
    ...(isNewestFirst ? records.toReversed() : records).map((record) =>
      names.map((name) => cell(record[name] ?? '')).join(delimiter),
    ),
    ...Array.from({ length: skipFooter }, () => 'Total'),
  ];
  const lineEnd = random.pick(['\n', '\r\n', '\r']);
  const text = `${encoding === 'utf-8' && coin() ? '\uFEFF' : ''}${lines.join(lineEnd)}${coin() ? lineEnd : ''}`;
  const named = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, column(value)];
    return [name, name === 'sign' ? { ...(value as Fields), column: column('Way') } : value];
  });
  const csv: Fields = {
    ...{ delimiter, decimal, encoding, skip_lines: skipLines, skip_footer: skipFooter, header: hasHeader },
    ...{ date: { column: column('Date'), format }, description: [column('Text')], reference: column('Reference') },
    ...Object.fromEntries(named),
    ...(hasBalance ? { balance: { column: column('Balance'), ...(coin() ? { order } : {}) } } : {}),
    ...{ account: 'BANK', contra_account: random.pick(['OPEN', 'OTHER']) },
  };
  const accounts = { BANK: { type: 'asset' }, OPEN: { type: 'asset' }, OTHER: { type: 'asset' } };
  const euro = '\u20ac';
  const bytes =
    encoding === 'utf-8'
      ? Buffer.from(text)
      : Buffer.from(text.replaceAll(euro, '\u0080').replaceAll('\u2212', '\u0096'), 'latin1');
  return { file: bytes, map: { csv, accounts } };
};
