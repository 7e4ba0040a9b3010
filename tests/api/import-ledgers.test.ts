/** Imports from another ledger: differences that cannot be avoided, and the messages about them (docs/use/import.md). */
import { exported } from '../support/exporting';
import { headOf } from '../support/feed';
import { HandClock } from '../support/hand-clock';
import { standing } from '../support/holding';
import { importAll, importText } from '../support/importing';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, nowhere, openBooks } from '../support/requests';
import { clearingCodeOf, conversion, openCustomer, openMembers, settledOf } from '../support/strings';

const ledger = ledgerOfFile();

test.each(['hledger', 'beancount', 'csv'] as const)(
  'clearing accounts in %s are imported as ordinary accounts, with a remark and only once',
  async (format) => {
    const [dollars, euros] = await openMembers(ledger, ['S'], [{ currency: 'USD' }, { currency: 'EUR' }]);
    await openCustomer(dollars, 'ALICE');
    dataOf(await dollars.api.post('/strings/S/convert', conversion([dollars, euros])), 201);
    const clearing = clearingCodeOf(dataOf(await dollars.api.get('/strings/S'), 200));
    const here = `CLEARING-${clearing.slice(-27)}`;
    const text = await exported(ledger, dollars, format);
    expect(text).toContain(clearing);

    const fresh = await ledger.newLedger();
    const { posted, remarks } = await importAll(ledger, fresh, format, text);
    expect(posted).toBe(1);
    expect(remarks).toEqual([
      {
        ...{ line: 0, code: 'CLEARING_ACCOUNTS_RENAMED', times: 1 },
        message: `Only conversions and transfers may post to clearing accounts, so the account ${clearing} is imported as ${here}.`,
      },
    ]);
    expect(await settledOf(fresh, here)).toBe('10.00');
    expect(await settledOf(fresh, clearing)).toBeUndefined();

    const head = await headOf(fresh.api);
    expect(await importAll(ledger, fresh, format, text)).toMatchObject({ posted: 0, replayed: 1, accountsOpened: 0 });
    expect(await headOf(fresh.api)).toBe(head);
  },
);

describe('a hold whose expires_at has passed', () => {
  const hold = (more = ''): string =>
    `2020-01-01 Held  ; id: ${nowhere}, layer: pending, expires_at: 2020-01-02T00:00:00Z\n    CASH  $10.00\n    SALES\n${more}`;
  const holdIn = async ({ api }: TestBooks) =>
    dataOf(await api.get('/transactions?layer=pending'), 200).find(({ hold: of }: { hold: unknown }) => of !== null);

  test('is posted without it, with a remark and only once', async () => {
    const books = await openBooks(ledger);
    const { posted, remarks } = await importAll(ledger, books, 'hledger', hold());
    expect(posted).toBe(1);
    expect(remarks).toMatchObject([{ line: 1, code: 'EXPIRY_IS_OVER', times: 1 }]);
    const { id, hold: held } = await holdIn(books);
    expect(held.expires_at).toBeNull();
    expect(await standing(books, id)).toEqual(['open', '0.00', '0.00', '10.00']);

    const head = await headOf(books.api);
    expect(await importAll(ledger, books, 'hledger', hold())).toMatchObject({ posted: 0, replayed: 1 });
    expect(await headOf(books.api)).toBe(head);
  });

  test('is released by its release in the file', async () => {
    const books = await openBooks(ledger);
    const release = `\n2020-01-02 Release: expired  ; layer: pending, releases: ${nowhere}\n    CASH  $-10.00\n    SALES\n`;
    expect(await importAll(ledger, books, 'hledger', hold(release))).toMatchObject({ posted: 2 });
    expect(await standing(books, (await holdIn(books)).id)).toEqual(['released', '0.00', '10.00', '0.00']);
  });

  test('is a replay of the hold that was imported before that', async () => {
    const books = await openBooks(ledger);
    const text = hold().replaceAll('2020-', '2099-').replace('2099-01-01 Held', '2020-01-01 Held');
    await importAll(ledger, books, 'hledger', text);
    const head = await headOf(books.api);
    const later = { clock: new HandClock('2100-01-01T00:00:00Z', { flows: true }) };
    const { posted, replayed, remarks } = await importAll(ledger, books, 'hledger', text, later);
    expect({ posted, replayed, remarks }).toEqual({ posted: 0, replayed: 1, remarks: [] });
    expect(await headOf(books.api)).toBe(head);
  });

  test('is checked by a dry run, which writes nothing', async () => {
    const books = await openBooks(ledger);
    const head = await headOf(books.api);
    const { summary } = await importText(ledger, books, 'hledger', hold(), { isDryRun: true });
    expect(summary).toMatchObject({ posted: 1, rejected: 0, remarks: [{ code: 'EXPIRY_IS_OVER' }] });
    expect(await headOf(books.api)).toBe(head);
  });
});
