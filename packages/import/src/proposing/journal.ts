/**
 * Proposes the map for a journal of QuickBooks, Xero or GnuCash: the notation of days and amounts, and the types of accounts, derived from
 * their names.
 */
import type { AccountType } from '../../../../src/kernel/accounting';
import type { Day } from '../../../../src/kernel/time';
import { createRecords } from '../csv-records';
import { entryTableIn, placesOf, type FoundTable } from '../entry-tables/profiles';
import { createLineSplitter, westernOrUtf8 } from '../lines';
import { typeOfRoot } from '../own-names';
import { decimalIn } from './numbers';
import { datesIn } from './dates';
import { finding } from './finding';
import type { Beginning } from './sample';
import type { Proposal } from './table';

interface Cells {
  readonly dates: string[];
  readonly amounts: string[];
  readonly accounts: Set<string>;
}

const maxAccounts = 200;

export const proposeJournal = ({ bytes }: Beginning, today: Day): Proposal => {
  const table = entryTableIn(bytes.toString('latin1').replace(/^\xef\xbb\xbf/, ''));
  const { dates, amounts, accounts } = cellsIn(bytes, table);
  const days = datesIn(dates, today);
  const { decimal, found } = decimalIn([{ index: 0, name: 'amounts', cells: amounts }], table?.delimiter ?? '\t');
  const unknown = [...accounts]
    .filter((name) => typeOfRoot(name.split(':')[0] ?? '') === undefined)
    .slice(0, maxAccounts);
  return {
    map: {
      notation: { date_format: days?.format ?? 'YYYY-MM-DD', ...(decimal === '.' ? {} : { decimal }) },
      accounts: Object.fromEntries(unknown.map((name) => [name, { type: typeNamed(name) }])),
    },
    currency: undefined,
    note: 'The file does not contain the types of its accounts: correct wrong guesses, and remove accounts that the ledger already has.',
    findings: [
      days?.found ?? finding('date', 'guessed', 'No date format matches all dates in the file.'),
      found,
      ...(unknown.length > 0
        ? [finding('accounts', 'guessed', 'The types of accounts are guessed from their names.')]
        : []),
    ],
  };
};

/** Returns the cells that contain days, amounts and account names. */
const cellsIn = (bytes: Buffer, found: FoundTable | undefined): Cells => {
  const cells: Cells = { dates: [], amounts: [], accounts: new Set() };
  const headers = new Map<string, readonly (readonly [keyof Cells, number])[]>();
  const take = (columns: readonly (readonly [keyof Cells, number])[], row: readonly string[]): void => {
    for (const [kind, at] of columns) {
      const text = (row[at] ?? '').trim();
      if (!/[\p{L}\d]/u.test(text) || (kind !== 'accounts' && !/\d/.test(text))) continue;
      if (kind === 'accounts') cells.accounts.add(text);
      else cells[kind].push(text);
    }
  };
  const reader = createRecords(found?.delimiter ?? '\t', {
    record: ({ cells: row }) => {
      const [kind = ''] = row;
      if (found) {
        const columns = headers.get('');
        const places = columns === undefined ? placesOf(found.table, row) : undefined;
        if (columns) take(columns, row);
        else if (places)
          headers.set(
            '',
            (['date', 'account', 'debit', 'credit', 'amount'] as const).flatMap((name) => {
              const at = places.get(name);
              const to = name === 'date' ? 'dates' : name === 'account' ? 'accounts' : 'amounts';
              return at === undefined ? [] : [[to, at] as const];
            }),
          );
      } else if (kind === '!TRNS' || kind === '!SPL')
        headers.set(kind.slice(1), [
          ['dates', row.indexOf('DATE')],
          ['accounts', row.indexOf('ACCNT')],
          ['amounts', row.indexOf('AMOUNT')],
        ]);
      else take(headers.get(kind) ?? [], row);
    },
    wrong: () => undefined,
    end: () => undefined,
  });
  const splitter = createLineSplitter(reader, westernOrUtf8);
  splitter.push(bytes);
  splitter.end();
  return cells;
};

const typeNamed = (name: string): AccountType => {
  if (/receivable|bank|checking|savings|cash|inventory|asset|undeposited|prepaid|equipment|furniture/i.test(name))
    return 'asset';
  if (/payable|credit card|loan|liabilit|\b(?:vat|gst|tax)\b/i.test(name)) return 'liability';
  if (/equity|retained|capital|drawing|opening balance/i.test(name)) return 'equity';
  return /sales|income|revenue|fees? earned|interest received/i.test(name) ? 'revenue' : 'expense';
};
