/**
 * Books that are exported, imported into a new ledger and exported again are identical, except for ids and the first line, which names the
 * ledger. LEDGER_TEST_SEED repeats a run.
 */
import { explainText, importAll, importText } from '../support/importing';
import { fillImportable } from '../support/importable-books';
import { exported, withNumbers } from '../support/exporting';
import { headOf } from '../support/feed';
import { hold, openWallet, outOfWallet } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, decide, openBooks } from '../support/requests';
import { randomFrom, seedOf } from '../support/random';

jest.setTimeout(600_000);

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const things = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 3_000 : 50;
const formats = ['hledger', 'beancount', 'csv'] as const;

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  process.stdout.write(`import-round-trip: LEDGER_TEST_SEED=${seed}\n`);
  books = await ledger.newLedger();
  await fillImportable(books, randomFrom(seed), things);
});

/** The export without the lines that name its ledger. */
const without = (text: string): readonly string[] =>
  withNumbers(text.replace(/^; .*\n/, '').replace(/^option "title" .*\n/m, '')).split('\n');

test.each(formats)('a transaction whose correlated source was voided is imported without it: %s', async (format) => {
  const own = await openBooks(ledger);
  const source = await decide(own.api);
  await decide(own.api, { correlation_source_id: source.id, correlation_type: 'child', correlation_id: 'order 7' });
  dataOf(await own.api.post(`/transactions/${source.id}/void`, { reason: 'Never' }), 200);
  const fresh = await ledger.newLedger();
  const done = await importAll(ledger, fresh, format, await exported(ledger, own, format));
  expect(done).toMatchObject({ read: 1, posted: 1, remarks: [{ code: 'CORRELATION_LEFT_OUT' }] });
});

describe.each(formats)('a transaction whose correlated source cannot be imported waits for it: %s', (format) => {
  const correlated = async () => {
    const own = await openBooks(ledger);
    const source = await decide(own.api, { effective_date: '2026-01-05' });
    const kind = { correlation_source_id: source.id, correlation_type: 'child', correlation_id: 'order 7' };
    await decide(own.api, { ...kind, effective_date: '2026-02-05' });
    return { source, text: await exported(ledger, own, format) };
  };

  test('if a transaction of the export has lost its id', async () => {
    const { source, text } = await correlated();
    const id = new RegExp(format === 'csv' ? `^${source.id}(?=,)` : `^ +(?:; )?id: "?${source.id}"?\\n`, 'gm');
    const { summary } = await importText(ledger, await ledger.newLedger(), format, text.replaceAll(id, ''));
    expect(summary?.rejections.map(({ code }) => code)).toContain('ORIGINAL_NOT_READ');
  });
});

test.each(['hledger', 'beancount'] as const)(
  'a transaction whose correlated source is a settlement of a missing hold waits for it: %s',
  async (format) => {
    const own = await openWallet(ledger, '50.00');
    const held = await hold(own, '10.00');
    const settlement = dataOf(await own.api.post(`/transactions/${held.id}/settle`, { reference: 'R-7' }), 201);
    await decide(own.api, {
      entries: outOfWallet('1.00'),
      ...{ correlation_source_id: settlement.id, correlation_type: 'child', correlation_id: 'order 7' },
    });
    const text = (await exported(ledger, own, format)).replace(/(releases: "?)\w{8}/, '$101a00000');
    const { summary } = await importText(ledger, await ledger.newLedger(), format, text);
    expect(new Set(summary?.rejections.map(({ code }) => code))).toEqual(new Set(['ORIGINAL_NOT_READ']));
    expect(summary).toMatchObject({ read: 5, rejected: 3 });
  },
);

describe.each(formats)('books exported as %s', (format) => {
  let text: string;
  let fresh: TestBooks;
  beforeAll(async () => {
    text = await exported(ledger, books, format);
    fresh = await ledger.newLedger();
  });

  test('are identical after an import and another export', async () => {
    const { posted, read, replayed, remarks } = await importAll(ledger, fresh, format, text);
    expect({ posted, replayed, remarks }).toEqual({ posted: read, replayed: 0, remarks: [] });
    expect(without(await exported(ledger, fresh, format))).toEqual(without(text));
    expect(await ledger.app.ledgering.verify(fresh.ledger.id)).toMatchObject({ findings: [] });
  });

  test('are recognised without naming the format', async () => {
    expect(await explainText(text)).toMatchObject({ format });
  });

  test('change nothing when imported again, in any format', async () => {
    const head = await headOf(fresh.api);
    await importAll(ledger, fresh, format, text);
    expect(await headOf(fresh.api)).toBe(head);
    for (const other of formats) {
      const { posted, replayed, read } = await importAll(ledger, fresh, other, await exported(ledger, books, other));
      expect({ posted, replayed }).toEqual({ posted: 0, replayed: read });
    }
  });

  test('are not written by a dry run', async () => {
    const { summary } = await importText(ledger, await ledger.newLedger(), format, text, { isDryRun: true });
    // A dry run does not try a transaction that refers to an earlier transaction of the file, because that one is not posted.
    expect(summary).toMatchObject({ rejected: 0, rejections: [] });
    expect(summary?.posted).toBeGreaterThan(0);
    expect((summary?.posted ?? 0) + (summary?.untried ?? 0)).toBe(summary?.read);
    const head = await headOf(fresh.api);
    const again = await importText(ledger, fresh, format, text, { isDryRun: true });
    expect(again.summary).toMatchObject({ posted: 0, rejected: 0 });
    expect(again.summary?.replayed).toBeGreaterThan(0);
    expect(await headOf(fresh.api)).toBe(head);
  });
});
