/**
 * Explains how an import would read a file, without a ledger: the detected format, the map that it needs, and its first rows with the cells
 * that they come from. The rows are those that the import would post.
 */
import type { Clock } from '../../../src/kernel/clock';
import { formatAmount, type Denomination } from '../../../src/kernel/money';
import { dayIn, utc } from '../../../src/kernel/time-zone';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { isCurrency, knownCommodities } from './commodities';
import type { CsvMap } from './csv-map';
import { createRecords } from './csv-records';
import { firstRecordsOf, type FirstRecords } from './first-records';
import { isJournal, isStatement, type ImportFormat } from './formats';
import { WrongEncoding } from './lines';
import { emptyMap, readMap, type ImportMap } from './map';
import type { Column } from './map-parts';
import { formatIn } from './other-formats';
import { leastOf, type Confidence } from './proposing/finding';
import { beginningOf, encodingOf, type Beginning } from './proposing/sample';
import { proposeJournal } from './proposing/journal';
import { currencyIn, proposeStatement } from './proposing/statement';
import { proposeTable, type Proposal } from './proposing/table';
import { rowsOf, tableMapOf, type Reading } from './reading';
import { because, type Reason, type TransactionRow } from './rows';
import type { Source } from './source';
import { statementColumns, tableOf } from './statement-map';

export interface ExplainedRow {
  readonly line: number;
  readonly date: string;
  readonly description: string;
  readonly reference: string | null;
  readonly entries: readonly { readonly account: string; readonly amount: string }[];
  /** The cells of the table or statement from which the row was read. */
  readonly cells: readonly { readonly member: string; readonly column: Column; readonly text: string }[];
}

export interface Told extends Reason {
  readonly line: number;
}

export interface Explanation {
  readonly format: ImportFormat;
  readonly currency: string;
  /** The proposed map; undefined if the caller gave a map, or if the format needs none. */
  readonly proposal: (Proposal & { readonly confidence: Confidence }) | undefined;
  readonly rows: readonly ExplainedRow[];
  /** The first records of a table, unchanged; undefined for a format that is not a table. */
  readonly table: FirstRecords | undefined;
  /** The first rows that would post nothing or be rejected, with the reasons. */
  readonly leftOut: readonly Told[];
  readonly rejected: readonly Told[];
  readonly counts: { readonly transactions: number; readonly leftOut: number; readonly rejected: number };
  /** The reason why the import would stop; undefined if it would not. */
  readonly stopped: Told | undefined;
}

export interface Explaining {
  readonly source: Source;
  readonly format: ImportFormat | undefined;
  readonly map: ImportMap | undefined;
  /** The ledger's currency; undefined: the file's own currency is used. */
  readonly currency: string | undefined;
  readonly maxRows: number;
  /** The number of bytes at the beginning of the file that are used to propose a map; undefined: 1 MiB. */
  readonly maxSampleBytes?: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Explains a file. Returns a refusal if no format is detected, if it is UTF-16, or if no map can be proposed. */
export const explainFile = async (asked: Explaining): Promise<Outcome<Reason, Explanation>> => {
  try {
    return await explain(asked);
  } catch (error) {
    if (error instanceof WrongEncoding) return because('WRONG_ENCODING', error.message);
    throw error;
  }
};

const explain = async (asked: Explaining): Promise<Outcome<Reason, Explanation>> => {
  const { source, clock, maxRows } = asked;
  const beginning = await beginningOf(source, asked.maxSampleBytes);
  const format =
    asked.format === undefined ? formatIn(beginning.bytes, asked.map?.csv !== undefined, true) : ok(asked.format);
  if (refused(format)) return format;
  const reading = (currency: string, map: ImportMap): Reading => ({
    ...{ source, clock, map, format: format.right, onProgress: () => undefined },
    caller: { ledgerId: '' as Reading['caller']['ledgerId'], denomination: denominationOf(currency), timeZone: utc },
  });
  const given = asked.map ?? emptyMap;
  const shown = currencyIn(beginning, format.right) ?? (isJournal(format.right) ? firstCurrency(beginning) : undefined);
  const proposal = needsMap(format.right, given, beginning)
    ? await proposalOf(beginning, reading(asked.currency ?? shown ?? usualCurrency, given), asked.currency)
    : undefined;
  if (needsMap(format.right, given, beginning) && proposal === undefined) return notATable;
  const currency = asked.currency ?? proposal?.currency ?? shown ?? usualCurrency;
  const map = proposal ? readMap(JSON.stringify(proposal.map)) : ok(given);
  if (refused(map)) throw new Error(`the proposed map is not valid: ${map.left.join(' ')}`);
  const { csv, statement, notation, commodities } = proposal ? map.right : given;
  const defined = new Map([...commodities, ...given.commodities]);
  const used = reading(currency, { ...given, csv, statement, notation, commodities: defined });
  const read = await readRows(used, maxRows);
  return ok({
    ...{ format: format.right, currency, ...read, table: recordsOf(used, beginning, maxRows) },
    proposal: proposal && { ...proposal, confidence: leastOf(proposal.findings) },
  });
};

/** The number of bytes at the beginning of the file that are searched for the first records: enough for a hundred long records. */
const maxTableBytes = 65_536;

const recordsOf = (reading: Reading, { bytes }: Beginning, maxRows: number): FirstRecords | undefined => {
  const table = tableMapOf(reading);
  if (table === undefined) return undefined;
  const short = bytes.subarray(0, maxTableBytes);
  const end = short.length < bytes.length ? short.lastIndexOf(10) + 1 : 0;
  try {
    return firstRecordsOf(end > 0 ? short.subarray(0, end) : short, table, maxRows);
  } catch (error) {
    if (error instanceof WrongEncoding) return undefined;
    throw error;
  }
};

const usualCurrency = 'EUR';
const maxTold = 5;

const denominationOf = (currency: string): Denomination => {
  const decimals = isCurrency(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2;
  return { currency, storageDecimals: decimals, displayDecimals: decimals };
};

const firstCurrency = ({ bytes }: Beginning): string | undefined => {
  const text = bytes.toString('utf8');
  const [sign] = text.match(/[$€£](?=\s*-?\d)/) ?? [];
  const codes = [...text.matchAll(/\d\s+([A-Z]{3})\b/g)].map(([, code]) => code);
  return sign === undefined ? codes.find((code) => code !== undefined && isCurrency(code)) : knownCommodities.get(sign);
};

const needsMap = (format: ImportFormat, map: ImportMap, { bytes }: Beginning): boolean => {
  if (isStatement(format)) return map.statement === undefined;
  if (isTableOfEntries(format, bytes)) return map.notation === undefined;
  if (format !== 'csv') return false;
  return tableMapOf({ format, map }) === undefined && refused(formatIn(bytes, false));
};

/** Returns whether the file is a table of entries. GnuCash books may also be XML. */
const isTableOfEntries = (format: ImportFormat, bytes: Buffer): boolean =>
  format === 'quickbooks' ||
  format === 'xero' ||
  (format === 'gnucash' && !/^\s*</.test(bytes.toString('utf8', 0, 64)));

const proposalOf = async (
  beginning: Beginning,
  reading: Reading,
  ledgerCurrency: string | undefined,
): Promise<Proposal | undefined> =>
  reading.format === 'csv'
    ? proposeTable(
        beginning,
        encodingOf(beginning.bytes),
        dayIn(reading.caller.timeZone, reading.clock.now()),
        ledgerCurrency,
      )
    : isStatement(reading.format)
      ? proposeStatement(reading, beginning)
      : proposeJournal(beginning, dayIn(reading.caller.timeZone, reading.clock.now()));

const notATable = because(
  'NOT_A_TABLE',
  'The file is not a table in which each row has a day and an amount, as far as the command can tell. Write its map by hand (docs/use/import.md).',
);

const readRows = async (
  reading: Reading,
  maxRows: number,
): Promise<Pick<Explanation, 'rows' | 'leftOut' | 'rejected' | 'counts' | 'stopped'>> => {
  const rows: ExplainedRow[] = [];
  const leftOut: Told[] = [];
  const rejected: Told[] = [];
  const counts = { transactions: 0, leftOut: 0, rejected: 0 };
  const cellsOf = cellReader(reading);
  let stopped: Told | undefined;
  try {
    for await (const row of rowsOf(reading, 'reading')) {
      if (row.kind === 'stop') {
        stopped = { line: row.line, code: row.code, message: row.message };
        break;
      }
      if (row.kind === 'transaction') {
        counts.transactions += 1;
        if (rows.length < maxRows) rows.push(explained(row, reading.caller.denomination, cellsOf));
      } else if (row.kind === 'setting') cellsOf.header(row.raw);
      else if (row.kind === 'left_out' || row.kind === 'rejected') {
        const isLeftOut = row.kind === 'left_out';
        const [of, times] = isLeftOut ? [leftOut, row.times ?? 1] : [rejected, 1];
        counts[isLeftOut ? 'leftOut' : 'rejected'] += times;
        if (of.length < maxTold) of.push({ line: row.line, code: row.code, message: row.message });
      }
    }
  } catch (error) {
    if (!(error instanceof WrongEncoding)) throw error;
    stopped = { line: 1, code: 'WRONG_ENCODING', message: error.message };
  }
  return { rows, leftOut, rejected, counts, stopped };
};

const explained = (row: TransactionRow, denomination: Denomination, cells: CellReader): ExplainedRow => ({
  ...{ line: row.line, date: row.date, description: row.description, reference: row.reference },
  entries: row.entries.map(({ account, amount }) => ({ account, amount: formatAmount(amount, denomination) })),
  cells: cells.of(row.raw),
});

interface CellReader {
  /** Takes the column names from the header record. Also called for each skipped line before the header; the last call counts. */
  header(raw: string): void;
  of(raw: string): ExplainedRow['cells'];
}

const cellReader = ({ format, map }: Reading): CellReader => {
  const isOfStatement = isStatement(format);
  const table = isOfStatement ? map.statement && tableOf(map.statement) : tableMapOf({ format, map });
  let names: readonly string[] | undefined = isOfStatement ? statementColumns : undefined;
  const members = table ? membersOf(table) : [];
  const cellsIn = (raw: string): readonly string[] => recordIn(raw, table?.delimiter ?? ',');
  return {
    header: (raw) => {
      // Lines that the map skips are passed here before the header, which then replaces their cells.
      if (!isOfStatement && table?.header === true) names = cellsIn(raw).map((name) => name.trim().normalize('NFC'));
    },
    of: (raw) => {
      const cells = table ? cellsIn(raw) : [];
      return members.flatMap(([member, column]) => {
        if (column === undefined) return [];
        const at =
          typeof column === 'number' ? column - 1 : names ? names.indexOf(column.normalize('NFC')) : Number(column) - 1;
        const text = cells[at];
        return text === undefined ? [] : [{ member, column, text: text.trim() }];
      });
    },
  };
};

const membersOf = (table: CsvMap): readonly (readonly [member: string, column: Column | undefined])[] => [
  ['date', table.date.column],
  ['group', table.group],
  ['amount', table.amount],
  ['sign', table.sign?.column],
  ['debit', table.debit],
  ['credit', table.credit],
  ['currency', table.currency],
  ['account', table.account.column],
  ['contra_account', table.contra_account?.column],
  ...table.description.map((column) => ['description', column] as const),
  ['reference', table.reference],
  ['balance', table.balance?.column],
];

const recordIn = (raw: string, delimiter: string): readonly string[] => {
  let found: readonly string[] = [];
  const reader = createRecords(delimiter, {
    record: ({ cells }) => void (found = found.length === 0 ? cells : found),
    wrong: () => undefined,
    end: () => undefined,
  });
  for (const [index, line] of raw.split('\n').entries()) reader.line(line, index + 1);
  reader.end();
  return found;
};
