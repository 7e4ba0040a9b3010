/**
 * An export grows only in proportion to its journal, and lets other work run between its pieces. The test counts characters and turns
 * instead of time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { newId } from '../../../src/kernel/ids';
import type { Minor } from '../../../src/kernel/money';
import { createOpenPlaces } from '../../../src/kernel/running/open-places';
import { refused } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { createJournalExports, exportLimits } from '../../../src/modules/reports/application/export-journal';
import { journalFormatNames, type JournalFormatName } from '../../../src/modules/reports/domain/journal/formats';
import type { ToldTransaction } from '../../../src/modules/reports/domain/journal/told';
import { HandClock } from '../../support/hand-clock';
import { rowsIn } from '../../support/reading';

const account = {
  ...{ id: 'cash', code: 'CASH', name: 'Cash', type: 'asset', category: 'system', normalBalance: 'debit' },
  ...{ parentId: null, description: null, isActive: true, metadata: null, isGroup: false },
} as const;
const entries = 100;
/** Texts of the maximum length, consisting of a character that JSON and CSV write as two characters. */
const heavy = (id: string): ToldTransaction => ({
  ...{ id, sequence: 1n, effectiveDate: '2026-01-05' as Day, postedAt: new Date(0), journalCode: 'DEFAULT' },
  ...{ layer: 'settled', description: '"'.repeat(1_000), reference: '"'.repeat(200) },
  ...{ correlationId: null, correlationType: null, correlationSourceId: null, expiresAt: null, undoes: null },
  ...{ settlesTransactionId: null, attributes: { text: '"'.repeat(128) } },
  metadata: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`text ${index}`, '"'.repeat(780)])),
  entries: Array.from({ length: entries }, (_, index) => ({
    ...{ accountId: 'cash', layer: 'settled', type: index % 2 === 0 ? 'debit' : 'credit', amount: 100n as Minor },
    ...{ description: null, metadata: null },
  })),
});

/** A clock that moves by five milliseconds each time it is read, so that each piece of work takes a whole slice. */
class SlowClock extends HandClock {
  override elapsed(): number {
    this.advanceBy += 5;
    return super.elapsed() + this.advanceBy;
  }
  private advanceBy = 0;
}

const exported = async (format: JournalFormatName, transactions: number, clock = new HandClock()) => {
  let page = Array.from({ length: transactions }, (_, index) => heavy(`t-${index}`));
  const journal = {
    place: { sequence: 1n, hash: '01', knownAt: null },
    accounts: [account],
    describe: async () => [account],
    next: async () => page.splice(0),
  };
  const denomination = { currency: 'USD', storageDecimals: 2, displayDecimals: 2 };
  const exports = createJournalExports({
    ledgering: {
      ledger: async () => ({ code: 'L', name: 'L', denomination }),
      journal: async () => ({ _tag: 'Right', right: journal }),
    } as never,
    ...{ limits: exportLimits, places: createOpenPlaces(exportLimits), clock, log: { warn: () => undefined } },
  });
  const caller = { callerId: 'key', tenantId: newId<'tenant'>(), ledgerId: newId<'ledger'>() };
  const opened = await exports.open(caller, { format }, new AbortController().signal);
  if (refused(opened)) throw new Error(opened.left.kind);
  let [turns, isOver] = [0, false];
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  const pieces: string[] = [];
  for await (const piece of opened.right.text) pieces.push(piece);
  isOver = true;
  await counting;
  page = [];
  return { pieces, turns };
};

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

test.each(journalFormatNames)('%s is at most three times as long as the journal as JSON', async (format) => {
  const posted = JSON.stringify(heavy('t-0'), (_, value) => (typeof value === 'bigint' ? String(value) : value)).length;
  const { pieces } = await exported(format, 20);
  expect(lengthOf(pieces)).toBeLessThan(3 * 20 * posted);
});

test.each(journalFormatNames)('%s is returned in pieces of at most 32,768 characters', async (format) => {
  const { pieces } = await exported(format, 20);
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(32_768);
});

test('other work gets turns within each transaction that takes long', async () => {
  const { turns } = await exported('csv', 20, new SlowClock());
  expect(turns).toBeGreaterThanOrEqual(20 * entries);
});

test('the texts of a transaction are in its first row, and the import reads them there', async () => {
  const { pieces } = await exported('csv', 2);
  const text = pieces.join('');
  expect(text.split('text 9')).toHaveLength(3);
  const read = rowsIn('csv', text, undefined, 4_001).flatMap((row) => (row.kind === 'transaction' ? [row] : []));
  const { description, reference, attributes, metadata } = heavy('t-0');
  expect(read).toHaveLength(2);
  for (const row of read) expect(row).toMatchObject({ description, reference, attributes, metadata });
});

test('the import reads the former format, with the texts in each row, like the present one', () => {
  const read = (name: string): readonly unknown[] =>
    rowsIn('csv', readFileSync(join(__dirname, '../../support/exported', name))).flatMap((row) => {
      if (row.kind === 'setting' || row.kind === 'account') return [];
      return [{ ...row, raw: '', line: 0 }];
    });
  const now = read('book.csv');
  expect(now.length).toBeGreaterThan(10);
  expect(read('former-book.csv')).toEqual(now);
});
