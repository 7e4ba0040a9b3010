/** Imports a text into a test's ledger, as the command line does. */
import { mkdtempSync, readFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  emptyMap,
  explainFile,
  importJournal,
  openSource,
  readMap,
  rejectedFileAt,
  type Explanation,
  type ImportFormat,
  type Summary,
} from '../../packages/import/src';
import { newId } from '../../src/kernel/ids';
import type { Clock } from '../../src/kernel/clock';
import { usualScopes } from '../../src/kernel/principal';
import { refused } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/running/system-clock';
import { standingAt } from './hand-clock';
import type { TestBooks, TestLedger } from './ledger';
import type { Fields } from './requests';

export interface Imported {
  /** The summary of the import; undefined if nothing was imported. */
  readonly summary: Summary | undefined;
  /** The reason why nothing was imported; undefined if something was. */
  readonly stopped: string | undefined;
  /** The content of the file of rejected rows; undefined if there is none. */
  readonly rejected: string | undefined;
}

export interface ImportingOptions {
  readonly map?: Fields;
  readonly isDryRun?: boolean;
  readonly hasNewRows?: boolean;
  readonly isAllOrNothing?: boolean;
  readonly clock?: Clock;
  /** The number of the check at which the file counts as changed; undefined: it never changes. */
  readonly changedAt?: number;
  /** The pass that is interrupted after the first piece of the file. */
  readonly interruptedIn?: 'reading' | 'posting';
}

export const importText = async (
  { app }: Pick<TestLedger, 'app'>,
  { ledger }: Pick<TestBooks, 'ledger'>,
  format: ImportFormat | undefined,
  text: string | Buffer,
  {
    map,
    isDryRun = false,
    hasNewRows = false,
    isAllOrNothing = false,
    clock = systemClock,
    changedAt,
    interruptedIn,
  }: ImportingOptions = {},
): Promise<Imported> => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-import-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, text);
    const read = map === undefined ? undefined : readMap(JSON.stringify(map));
    if (read && refused(read)) throw new Error(read.left.join(' '));
    const source = await openSource(path, process.stdin);
    if (refused(source)) throw new Error(source.left.message);
    let checks = 0;
    const changing = { ...source.right, hasChanged: async () => (checks += 1) === changedAt };
    const { id: ledgerId, tenantId, denomination, timeZone } = ledger;
    const ending = new AbortController();
    const outcome = await importJournal({
      ...{ source: changing, format, map: read?.right ?? emptyMap, isDryRun, hasNewRows, isAllOrNothing, clock },
      ...{ routes: app.routes, rejectedTo: rejectedFileAt(`${path}.rejected`), ended: ending.signal },
      onProgress: ({ pass }) => void (pass === interruptedIn && ending.abort()),
      caller: {
        ...{ ledgerId, tenantId, denomination, timeZone },
        ...{ callerId: newId<'key'>(), actor: 'import', scopes: usualScopes, capabilities: new Set() },
      },
      accountsNamed: (ids, codes) => app.ledgering.accountsNamed(ids, codes),
    });
    await source.right.close();
    return {
      summary: refused(outcome) ? undefined : outcome.right,
      stopped: refused(outcome) ? `${outcome.left.code}: ${outcome.left.message}` : undefined,
      rejected: existsSync(`${path}.rejected`) ? readFileSync(`${path}.rejected`, 'utf8') : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Imports a text of which every row must be accepted. */
export const importAll = async (
  ledger: Pick<TestLedger, 'app'>,
  books: Pick<TestBooks, 'ledger'>,
  format: ImportFormat,
  text: string | Buffer,
  options: ImportingOptions = {},
): Promise<Summary> => {
  const { summary, stopped, rejected } = await importText(ledger, books, format, text, options);
  if (!summary || summary.rejected > 0)
    throw new Error(stopped ?? `${JSON.stringify(summary?.rejections, null, 1)}\n${rejected}`);
  return summary;
};

/** The output of `ledger import explain` for a file. */
export const explainText = async (
  text: string | Buffer,
  more: { readonly format?: ImportFormat; readonly map?: Fields } = {},
): Promise<Explanation> => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-explain-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, text);
    const source = await openSource(path, process.stdin);
    if (refused(source)) throw new Error(source.left.message);
    const map = more.map === undefined ? undefined : readMap(JSON.stringify(more.map));
    if (map && refused(map)) throw new Error(map.left.join(' '));
    const outcome = await explainFile({
      ...{ source: source.right, format: more.format, map: map?.right, currency: undefined, maxRows: 3 },
      clock: standingAt('2026-06-01T12:00:00Z'),
    });
    await source.right.close();
    if (refused(outcome)) throw new Error(outcome.left.message);
    return outcome.right;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
