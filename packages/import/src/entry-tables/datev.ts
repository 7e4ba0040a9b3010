/**
 * Reads a DATEV batch of postings (EXTF or DTVF, category 21, "Buchungsstapel"). Each row is a transaction of two entries. The first line
 * contains the fiscal year, which gives the year of the rows' dates, and the length of account numbers. DATEV computes taxes from tax keys
 * only when it posts. Without that computation a row with a tax key would make the books wrong, so it is rejected.
 */
import type { Minor } from '../../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../../src/kernel/refusal';
import { parseDay, type Day } from '../../../../src/kernel/time';
import { createRecords, rejectedColumns, rejectedColumnsIn, withoutRejection, type CsvRecord } from '../csv-records';
import { noDescription } from '../hledger-transactions';
import { entryOf, plainFields } from '../row-reader';
import { because, quoted, type LineReader, type Reason } from '../rows';
import { createAmountReader } from './notation';
import type { EntryTableReading } from './reader';

interface Batch {
  readonly from: Day;
  readonly until: Day;
  /** The number of digits in the number of a general ledger account. Numbers of customers and suppliers have one digit more. */
  readonly digits: number;
  readonly currency: string;
}

const columns = {
  amount: 'Umsatz (ohne Soll/Haben-Kz)',
  side: 'Soll/Haben-Kennzeichen',
  currency: 'WKZ Umsatz',
  baseAmount: 'Basis-Umsatz',
  baseCurrency: 'WKZ Basis-Umsatz',
  account: 'Konto',
  contra: 'Gegenkonto (ohne BU-Schlüssel)',
  taxKey: 'BU-Schlüssel',
  date: 'Belegdatum',
  reference: 'Belegfeld 1',
  discount: 'Skonto',
  text: 'Buchungstext',
  reversed: 'Generalumkehr (GU)',
} as const;
type DatevColumn = keyof typeof columns;
const required: readonly DatevColumn[] = ['amount', 'side', 'account', 'contra', 'date'];
/** The tax keys that add no tax: an empty key, and the key 40, which switches off the tax of an account. */
const untaxed = /^0*(?:40)?$/;

export const createDatevReader = ({ books, emit }: Pick<EntryTableReading, 'books' | 'emit'>): LineReader => {
  const readAmount = createAmountReader(
    books,
    { decimal: ',' },
    () => 'DATEV writes amounts as 1250,00, so another program changed the file. Export it again.',
  );
  const known = new Set<string>();
  let batch: Batch | undefined;
  let places: ReadonlyMap<DatevColumn, number> | undefined;
  let told = 0;
  let isTaxTold = false;

  const stop = (line: number, code: string, message: string): void => emit({ kind: 'stop', line, code, message });
  const beginBatch = ({ cells, line, raw }: CsvRecord): void => {
    const [year, length, from, until, currency] = [12, 13, 14, 15, 21].map((at) => (cells[at] ?? '').trim());
    const begin = parseDay(dashed(year ?? ''));
    const [first, last] = [parseDay(dashed(from ?? '')) ?? begin, parseDay(dashed(until ?? '')) ?? endOfYear(begin)];
    if (cells[2] !== '21') return stop(line, 'OTHER_FORMAT', otherCategory(cells[3] ?? ''));
    if (first === undefined || last === undefined || first > last)
      return stop(
        line,
        'DATE_INVALID',
        'The first line does not contain the fiscal year, so the days have no year. Export the batch again.',
      );
    batch = {
      from: first,
      until: last,
      digits: Number(length) || 4,
      currency: currency || books.denomination.currency,
    };
    emit({ kind: 'setting', line, raw, delimiter: ';' });
  };
  const beginRows = ({ cells, line, raw }: CsvRecord): void => {
    const names = cells.map((name) => name.normalize('NFC').trim());
    const found = new Map<DatevColumn, number>();
    for (const [column, name] of Object.entries(columns) as [DatevColumn, string][])
      if (names.includes(name)) found.set(column, names.indexOf(name));
    const missing = required.filter((column) => !found.has(column)).map((column) => columns[column]);
    if (missing.length > 0)
      return stop(
        line,
        'COLUMNS_MISSING',
        `The second line lacks columns of a batch of postings: ${missing.join(', ')}.`,
      );
    places = found;
    told = rejectedColumnsIn(names);
    emit({ kind: 'setting', line, raw: told > 0 ? raw : [raw, ...rejectedColumns].join(';') });
  };

  const accountOf = (text: string, line: number, raw: string, { digits }: Batch): Outcome<Reason, string> => {
    if (!/^\d{1,9}$/.test(text)) return because('ACCOUNT_MISSING', `${quoted(text)} is not an account number.`);
    const account = text.padStart(digits, '0');
    if (account.length > digits && !known.has(account)) {
      known.add(account);
      // The numbers of customers begin with 1 to 6, and the numbers of suppliers with 7 to 9.
      emit({ kind: 'account', line, raw, account, type: account < '7' ? 'asset' : 'liability', isOfEntry: true });
    }
    return ok(account);
  };
  const amountOf = (cell: (column: DatevColumn) => string, { currency }: Batch): Outcome<Reason, Minor> => {
    const own = cell('currency') || currency;
    const isForeign = own !== books.denomination.currency && cell('baseAmount') !== '';
    const amount = isForeign
      ? readAmount(cell('baseAmount'), cell('baseCurrency') || currency)
      : readAmount(cell('amount'), own);
    if (refused(amount)) return amount;
    if (amount.right < 0n)
      return because(
        'AMOUNT_SIGNED',
        'The amount has a sign, but the column Soll/Haben-Kennzeichen determines its side: remove the sign.',
      );
    const side = cell('side').toUpperCase();
    if (side !== 'S' && side !== 'H')
      return because(
        'SIGN_UNKNOWN',
        `The column ${columns.side} has ${quoted(cell('side'))}, which is neither S nor H.`,
      );
    const isReversed = /^(?:1|G)$/i.test(cell('reversed'));
    return ok(((side === 'S') === isReversed ? -amount.right : amount.right) as Minor);
  };

  const take = (record: CsvRecord, of: Batch): void => {
    const { cells, line } = record;
    const raw = withoutRejection(record, told, ';');
    const cell = (column: DatevColumn): string =>
      (cells[places?.get(column) ?? -1] ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    if (cells.every((text) => text.trim() === '')) return;
    const reject = ({ code, message }: Reason): void => emit({ kind: 'rejected', line, raw, code, message });
    if (!untaxed.test(cell('taxKey'))) return reject(taxKey(cell('taxKey')));
    if (/[1-9]/.test(cell('discount'))) return reject(discounted);
    const date = dayOf(cell('date'), of);
    if (refused(date)) return reject(date.left);
    const amount = amountOf(cell, of);
    if (refused(amount)) return reject(amount.left);
    const [account, contra] = [accountOf(cell('account'), line, raw, of), accountOf(cell('contra'), line, raw, of)];
    if (refused(account)) return reject(account.left);
    if (refused(contra)) return reject(contra.left);
    if (!isTaxTold && cell('taxKey') === '') emit({ kind: 'remark', line, ...automaticAccounts });
    isTaxTold ||= cell('taxKey') === '';
    const entries = [entryOf(account.right, amount.right), entryOf(contra.right, -amount.right as Minor)];
    emit({
      ...{ kind: 'transaction', line, raw, ...plainFields({ journal: undefined }), date: date.right },
      ...{ description: cell('text') || noDescription, reference: cell('reference') || null },
      entries: amount.right === 0n ? [] : entries,
    });
  };

  return createRecords(';', {
    record: (record) => {
      if (batch === undefined) beginBatch(record);
      else if (places === undefined) beginRows(record);
      else take(record, batch);
    },
    wrong: (line, raw, { code, message }) => emit({ kind: 'rejected', line, raw, code, message }),
    end: () => {
      if (places === undefined) stop(1, 'COLUMNS_MISSING', 'The file has no line with the names of the columns.');
    },
  });
};

const dashed = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
/** Returns the last day of the fiscal year that begins on this day. */
const endOfYear = (begin: Day | undefined): Day | undefined =>
  begin &&
  parseDay(
    new Date(Date.UTC(Number(begin.slice(0, 4)) + 1, Number(begin.slice(5, 7)) - 1, Number(begin.slice(8)) - 1))
      .toISOString()
      .slice(0, 10),
  );

/** Reads a day without a year, such as `501` for 5 January. The year is the one that puts the day into the period of the batch. */
const dayOf = (text: string, { from, until }: Batch): Outcome<Reason, Day> => {
  const digits = text.padStart(4, '0');
  if (!/^\d{4}$/.test(digits)) return because('DATE_INVALID', `${quoted(text)} is not a date in the form DDMM.`);
  for (const year of new Set([from.slice(0, 4), until.slice(0, 4)])) {
    const day = parseDay(`${year}-${digits.slice(2)}-${digits.slice(0, 2)}`);
    if (day !== undefined && day >= from && day <= until) return ok(day);
  }
  return because(
    'DATE_INVALID',
    `${quoted(text)} is not a day from ${from} to ${until}, the period of the batch in the first line.`,
  );
};

const otherCategory = (name: string): string =>
  `This is another kind of DATEV file (${quoted(name)}). Export a batch of postings ("Buchungsstapel", category 21).`;
const taxKey = (key: string): Reason => ({
  code: 'TAX_NOT_COMPUTED',
  message: `The row has the tax key ${quoted(key)}, with which DATEV splits the amount into net and tax when it posts. The ledger does not compute taxes: replace the row by one for the net amount and one for the tax, both without a key.`,
});
const discounted: Reason = {
  code: 'NOT_SUPPORTED',
  message:
    'The row has a discount (Skonto), for which DATEV creates entries when it posts. Add these entries as separate rows.',
};
const automaticAccounts: Reason = {
  code: 'TAX_NOT_COMPUTED',
  message:
    'Rows without a tax key are posted with their whole amount. If DATEV adds tax automatically to an account (Automatikkonto), that tax is not split off.',
};
