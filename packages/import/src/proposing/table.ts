/** Proposes the map for a table from its first rows. */
import type { Day } from '../../../../src/kernel/time';
import { currencyOfSymbol, isCurrency, knownCommodities } from '../commodities';
import { withoutSpare, type CsvRecord } from '../csv-records';
import type { Encoding } from '../lines';
import { amountsIn, type FoundAmounts } from './amounts';
import { nameOf, type Column } from './columns';
import { datesIn, isDay, type FoundDates } from './dates';
import { finding, type Finding } from './finding';
import { decimalIn, numbersIn, rowsWithoutNumber } from './numbers';
import { tablesIn, type Beginning, type Table } from './sample';
import { textsIn, type Kept } from './texts';
import { summaryWords } from './words';

export interface Proposal {
  /** The map as a JSON value. */
  readonly map: object;
  /** The currency that the file mentions; undefined if it mentions none. */
  readonly currency: string | undefined;
  readonly findings: readonly Finding[];
  /** A note about the members of the map that the user must fill in, because the file does not contain them. */
  readonly note: string;
}

interface Body {
  readonly header: CsvRecord | undefined;
  readonly columns: readonly Column[];
  /** The rivals are other columns of days, with a different day in some row. */
  readonly date: FoundDates & { readonly column: Column; readonly rivals: readonly { readonly column: Column }[] };
  readonly footerRows: number;
  /** The column and the words of rows that move no money, such as an opening balance. */
  readonly summary: Kept | undefined;
  /** The number of lines before the header, or before the first row if there is no header. */
  readonly linesBefore: number;
}

/** The number of characters of a cell that are examined for a day or an amount. */
const maxCellCharacters = 1_000;
const datePenalty = /valut|value|wert|effective|settle/i;

/** Matches a text of the shape of a day, also if the calendar does not have the day, such as 2026-11-31. */
const shapeOfDay = /^\d{1,4}[./ -]\d{1,2}[./ -]\d{1,4}$/;
const isImpossibleDay = (text: string): boolean => shapeOfDay.test(text) && !isDay(text);

/**
 * Finds the column with days and the rows that have a day. Rows after the last day are the footer. A row with an impossible day is neither
 * header nor footer, which would leave its amount out: the import rejects it.
 */
const bodyOf = ({ records: given, width }: Table, today: Day, isWhole: boolean): Body | undefined => {
  const records = withoutSpareCells(given, width);
  const from = records.findIndex(({ cells }) => cells.length === width);
  const first = records[from];
  if (first === undefined) return undefined;
  const isHeader =
    first.cells.some((cell) => cell.trim() !== '') &&
    !first.cells.some((cell) => isDay(cell.trim()) || shapeOfDay.test(cell.trim()));
  const rows = records.slice(from + Number(isHeader));
  const names = isHeader ? first.cells.map((cell) => cell.trim()) : [];
  const last = rows.findLastIndex(({ cells }) => cells.length === width && cells.some((cell) => isDay(cell.trim())));
  const whole = rows.slice(0, last + 1).filter(({ cells }) => cells.length === width);
  // A row with an impossible day says nothing about the columns.
  const possible = whole.filter(({ cells }) => !cells.some((cell) => isImpossibleDay(cell.trim())));
  const dated = possible.length > 0 ? possible : whole;
  const summaryOf = ({ cells }: CsvRecord): number => cells.findIndex((cell) => summaryWords.test(cell.trim()));
  const moving = dated.filter((row) => summaryOf(row) < 0);
  const body = moving.length > 0 ? moving : dated;
  const summaries = body === dated ? [] : dated.filter((row) => summaryOf(row) >= 0);
  const all = first.cells.map((_, index) => {
    const cells = body.map((record) => (record.cells[index] ?? '').trim().slice(0, maxCellCharacters));
    return { index, name: names[index] ?? '', cells };
  });
  const odd = rowsWithoutNumber(all.filter(({ cells }) => !cells.some(isDay)));
  const columns = all.map((column) => ({ ...column, cells: column.cells.filter((_, row) => !odd.has(row)) }));
  const found = columns.flatMap((column) => {
    const dates = datesIn(column.cells, today);
    return dates ? [{ ...dates, column }] : [];
  });
  const [chosen, ...rest] = found.sort(
    (one, other) => Number(datePenalty.test(one.column.name)) - Number(datePenalty.test(other.column.name)),
  );
  if (chosen === undefined) return undefined;
  const date = { ...chosen, rivals: rest.filter(({ days }) => days.some((day, row) => day !== chosen.days[row])) };
  const ofDates = date.column.index;
  const lastShape = rows.findLastIndex(
    ({ cells }) => cells.length === width && shapeOfDay.test((cells[ofDates] ?? '').trim()),
  );
  const footerRows = isWhole ? rows.length - Math.max(last, lastShape) - 1 : 0;
  const [at = -1] = summaries.map(summaryOf);
  const summary = columns[at] && {
    column: columns[at],
    words: [...new Set(summaries.flatMap(({ cells }) => (cells[at] ?? '').trim() || []))],
  };
  return { header: isHeader ? first : undefined, columns, date, footerRows, summary, linesBefore: first.line - 1 };
};

/** Removes empty cells at the end of the records, behind the width of the table. Some banks end each row, but not the header, with a delimiter. */
const withoutSpareCells = (records: readonly CsvRecord[], width: number): readonly CsvRecord[] =>
  records.map((record) => ({ ...record, cells: withoutSpare(record.cells, width) }));

interface Read {
  readonly table: Table;
  readonly body: Body;
  readonly amounts: FoundAmounts;
  readonly decimal: ReturnType<typeof decimalIn>;
}

const readAs = (table: Table, today: Day, isWhole: boolean): Read | undefined => {
  const body = bodyOf(table, today, isWhole);
  if (body === undefined) return undefined;
  const rest = body.columns.filter(({ index }) => index !== body.date.column.index);
  const decimal = decimalIn(rest, table.delimiter);
  const numbers = numbersIn(rest, decimal.decimal);
  const amounts = amountsIn(
    numbers,
    rest.filter(({ index }) => !numbers.some((each) => each.index === index)),
    body.date.days,
  );
  return amounts && { table, body, amounts, decimal };
};

/** Proposes a map. Returns undefined if no delimiter gives a table with days and amounts. */
export const proposeTable = (
  { bytes, isWhole }: Beginning,
  { encoding, found }: { readonly encoding: Encoding; readonly found: Finding },
  today: Day,
  ledgerCurrency?: string,
): Proposal | undefined => {
  const all = tablesIn(bytes, encoding).flatMap((table) => readAs(table, today, isWhole) ?? []);
  const share = ({ table }: Read): number => table.fitting / table.records.length;
  const [best, ...others] = all.sort((one, other) => share(other) - share(one) || other.table.width - one.table.width);
  if (best === undefined) return undefined;
  const { table, body, amounts, decimal } = best;
  const { columns, date, header } = body;
  const reference = (column: Column): string | number => {
    const isUnique = columns.filter(({ name }) => name === column.name).length === 1;
    return column.name !== '' && isUnique ? column.name : column.index + 1;
  };
  const used = new Set([date.column, ...columnsIn(amounts.members)].map(({ index }) => index));
  const texts = textsIn(
    columns.filter(({ index }) => !used.has(index)),
    amounts.members,
    date.column,
  );
  const { amount, negate, debit, credit, signed, sign, balance } = amounts.members;
  const left = [texts.pending, body.summary].flatMap((each) =>
    each ? [{ column: reference(each.column), is_not: each.words }] : [],
  );
  const given = (name: string, column: Column | undefined) => (column ? { [name]: reference(column) } : {});
  const csv = {
    ...(table.delimiter === ',' ? {} : { delimiter: table.delimiter }),
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(body.linesBefore === 0 ? {} : { skip_lines: body.linesBefore }),
    ...(body.footerRows === 0 ? {} : { skip_footer: body.footerRows }),
    ...(header ? {} : { header: false }),
    ...(decimal.decimal === '.' ? {} : { decimal: decimal.decimal }),
    date: { column: reference(date.column), format: date.format },
    description: texts.descriptions.map(reference),
    ...given('amount', amount),
    ...(negate ? { negate } : {}),
    ...given('debit', debit),
    ...given('credit', credit),
    ...(signed ? { signed } : {}),
    ...(sign ? { sign: { ...sign, column: reference(sign.column) } } : {}),
    ...given('currency', texts.currency),
    ...given('reference', texts.reference),
    ...(balance ? { balance: reference(balance.column) } : {}),
    ...(left.length > 0 ? { where: left.length === 1 ? left[0] : left } : {}),
    account: 'BANK',
    contra_account: 'UNSORTED',
  };
  const written = texts.currency?.cells ?? signsIn((amount ?? debit)?.cells ?? []);
  const priced = [amount, debit, credit, balance?.column].flatMap((column) => column?.cells ?? []);
  const commodities = definedIn([...(texts.currency?.cells ?? []), ...signsIn(priced)], ledgerCurrency);
  const cut = `${JSON.stringify(table.delimiter)} splits ${table.fitting} of ${table.records.length} lines into ${table.width} cells`;
  return {
    note: 'BANK stands for the account of the file, and UNSORTED for the other account of each row: replace them by your codes and types.',
    map: {
      csv,
      accounts: { BANK: { type: 'asset' }, UNSORTED: { type: 'asset' } },
      ...(Object.keys(commodities).length > 0 ? { commodities } : {}),
    },
    currency: mostOf(
      written.map((sign) => commodities[sign] ?? knownCommodities.get(sign) ?? sign).filter((code) => isCurrency(code)),
    ),
    findings: [
      found,
      finding(
        'delimiter',
        others.length === 0 ? 'certain' : 'likely',
        `${cut}${others.length === 0 ? ', and no other delimiter gives a table of dates and amounts' : ''}.`,
      ),
      finding('header', 'certain', headerMessage(body)),
      dateFinding(date),
      decimal.found,
      ...amounts.found,
      ...texts.found,
      ...Object.entries(commodities).map(([sign, code]) =>
        finding('commodities', 'likely', `${JSON.stringify(sign)} is read as ${code}.`),
      ),
      ...(body.summary ? [finding('where', 'likely' as const, summaryMessage(body.summary))] : []),
    ],
  };
};

const dateFinding = ({ found, column, rivals }: Body['date']): Finding => {
  const message = `${found.message} The column is ${nameOf(column)}.`;
  if (rivals.length === 0) return { ...found, message };
  const others = rivals.map((rival) => nameOf(rival.column)).join(', ');
  return {
    ...{ subject: found.subject, confidence: found.confidence === 'guessed' ? 'guessed' : 'likely' },
    message: `${message} Other days are in ${others}: choose the column that your books follow.`,
  };
};

const summaryMessage = ({ column, words }: Kept): string =>
  `Rows with ${words.map((word) => JSON.stringify(word)).join(', ')} in ${nameOf(column)} state a balance or a sum, and move no money.`;

const headerMessage = ({ header, linesBefore, footerRows }: Body): string => {
  const before = linesBefore === 0 ? '' : ` Lines before it: ${linesBefore}.`;
  const behind =
    footerRows === 0 ? '' : ` Lines at the end without a day, which are left out as a footer: ${footerRows}.`;
  return `${header ? `The names of the columns are in line ${header.line}.` : 'No line has the names of the columns, so columns are named by their numbers.'}${before}${behind}`;
};

const columnsIn = ({ amount, debit, credit, sign, balance }: FoundAmounts['members']): readonly Column[] =>
  [amount, debit, credit, sign?.column, balance?.column].filter((each) => each !== undefined);

/** Returns the symbols and codes of currencies in the cells. */
const signsIn = (cells: readonly string[]): readonly string[] =>
  cells
    .map((cell) => cell.replaceAll(/[^\p{L}\p{Sc}]/gu, '').replace(/(?:DR|CR|DB)$/i, ''))
    .filter((sign) => sign !== '');

/** Returns the symbols that the map must define, each with its currency. */
const definedIn = (signs: readonly string[], ledger: string | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new Set(signs)].flatMap((sign) => {
      const code = knownCommodities.has(sign) || isCurrency(sign) ? undefined : currencyOfSymbol(sign, ledger);
      return code === undefined ? [] : [[sign, code]];
    }),
  );

const mostOf = (cells: readonly string[]): string | undefined => {
  const times = new Map<string, number>();
  for (const cell of cells) times.set(cell, (times.get(cell) ?? 0) + 1);
  return [...times].sort(([, one], [, other]) => other - one)[0]?.[0];
};
