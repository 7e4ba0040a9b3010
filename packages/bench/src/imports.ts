/**
 * Measures the import of bank statements with `ledger import`: its duration, and its memory for a short and for a long file, which should
 * be the same. Every hundredth row repeats an earlier row, as bank fees do.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantId } from '../../../src/kernel/ids';
import { runCommand } from './command';
import { openBooks } from './postgres/books';
import { judge, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export interface ImportsPlan {
  readonly shortRows: number;
  readonly rows: number;
}

interface Imported {
  readonly rows: number;
  readonly seconds: number;
  /** The peak memory of the command in bytes; undefined if the system does not report it. */
  readonly peak: number | undefined;
}

const bytesPerMegabyte = 1_048_576;
const rowsOfDay = 400;

const map = {
  csv: {
    ...{ date: { column: 'Date' }, description: 'Text', amount: 'Amount', balance: 'Balance' },
    ...{ account: 'BANK', contra_account: 'UNSORTED' },
  },
  accounts: { '*': { type: 'asset' } },
};

export const measureImports = async (
  stage: Stage,
  tenantId: TenantId,
  plan: ImportsPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const take = async (rows: number): Promise<Imported> => {
    const { ledgerId } = await openBooks(stage.installation, tenantId, `imported-${rows}`);
    const imported = await importRows(stage, ledgerId, rows);
    say(`imported ${wholeNumber(rows)} rows in ${imported.seconds.toFixed(1)} s`);
    return imported;
  };
  const short = await take(plan.shortRows);
  const long = await take(plan.rows);
  const megabytes = ({ peak }: Imported): string => (peak === undefined ? '?' : wholeNumber(peak / bytesPerMegabyte));
  return {
    title: 'Imports: a bank statement as CSV with a balance column, read, checked and posted by the command',
    tables: [
      {
        columns: ['rows', 'seconds', 'rows per second', 'MB of the command'],
        rows: [short, long].map((imported) => [
          wholeNumber(imported.rows),
          imported.seconds.toFixed(1),
          wholeNumber(imported.rows / imported.seconds),
          megabytes(imported),
        ]),
      },
    ],
    remarks: ['The time includes the start of the command.'],
    judgements: [
      judge(`import of ${wholeNumber(plan.rows)} rows`, long.seconds, goals.imported),
      ...(short.peak === undefined || long.peak === undefined
        ? []
        : [judge('memory of a long import ÷ of a short one', long.peak / short.peak, goals.steadyMemory)]),
    ],
    figures: { imports: { short, long } },
  };
};

const importRows = async ({ dataDirectory }: Stage, ledgerId: string, rows: number): Promise<Imported> => {
  const [file, mapFile] = [join(dataDirectory, `${rows}.csv`), join(dataDirectory, 'map.json')];
  writeFileSync(file, statementOf(rows));
  writeFileSync(mapFile, JSON.stringify(map));
  const options = ['--ledger', ledgerId, '--format', 'csv', '--map', mapFile, '--json'];
  const { seconds, peak, answer } = await runCommand(dataDirectory, ['import', ...options, file]);
  const { posted } = JSON.parse(answer) as { readonly posted: number };
  if (posted !== rows) throw new Error(`${posted} of ${rows} rows were posted`);
  return { rows, seconds, peak };
};

/** Returns a statement: rows of several days with positive and negative amounts, each with the balance after it. */
const statementOf = (rows: number): string => {
  let cents = 0;
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(index / rowsOfDay))).toISOString().slice(0, 10);
    const more = ((index * 7) % 50) - 20 || 30;
    cents += more;
    const text = index % 100 === 99 ? 'Monthly fee' : `Payment ${index}`;
    return `${day},${text},${(more / 100).toFixed(2)},${(cents / 100).toFixed(2)}`;
  });
  return `Date,Text,Amount,Balance\n${lines.join('\n')}\n`;
};
