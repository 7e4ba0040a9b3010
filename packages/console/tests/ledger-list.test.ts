/** Tests the list of ledgers of a person who may open more than the session lists. */
import type { Answer } from '../src/web/api/answer';
import { extentOf, furtherLedgers, isOfSeveral, mayBeIncomplete } from '../src/web/api/ledger-list';

interface Ledger {
  readonly id: string;
  readonly code: string;
}

const ledgers = (count: number, from = 0): readonly Ledger[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), code: `L-${from + index}` }));
const idsOf = (all: readonly Ledger[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));

/** All ledgers, page by page, in another order than the session's. */
const pagesOf =
  (all: readonly Ledger[]) =>
  async ({
    limit,
    cursor = '0',
  }: {
    readonly limit: number;
    readonly cursor?: string;
  }): Promise<Answer<readonly Ledger[]>> => {
    const from = Number(cursor);
    const next = from + limit < all.length ? String(from + limit) : null;
    const pagination = { limit, has_more: next !== null, next_cursor: next, previous_cursor: null };
    return { ok: true, data: all.slice(from, from + limit), pagination, meta: undefined };
  };

test('a session list of a hundred ledgers may be incomplete, and a shorter one is complete', () => {
  expect([0, 1, 99, 100, 101].map((count) => mayBeIncomplete(ledgers(count)))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test.each([100, 101, 250, 1_000])(
  'with %i ledgers, an administrator reaches each one, and no step is empty',
  async (count) => {
    const all = ledgers(count);
    const listed = [...all.slice(-100)];
    for (let cursor: string | undefined, isRead = false; !isRead;) {
      const found = await furtherLedgers(pagesOf(all), idsOf(listed), cursor);
      if (!found.ok) throw new Error('the list was refused');
      ({ cursor } = found.data);
      isRead = cursor === undefined;
      if (!isRead) expect(found.data.ledgers.length).toBeGreaterThan(0);
      listed.push(...found.data.ledgers);
    }
    expect(listed.length).toBe(count);
    expect(idsOf(listed)).toEqual(idsOf(all));
  },
);

test('the refusal of a page is returned', async () => {
  const problem = { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'later', errors: {} };
  expect(await furtherLedgers(async () => ({ ok: false, problem }), new Set(), undefined)).toEqual({
    ok: false,
    problem,
  });
});

test('the list is called complete only after an administrator has read every page', () => {
  expect(extentOf(ledgers(250), true, true)).toBe('All 250 ledgers are listed.');
  expect(extentOf(ledgers(1), true, true)).toBe('The only ledger is listed.');
  expect(extentOf(ledgers(1), false, true)).toBe('1 ledger is listed. There may be more.');
  expect(extentOf(ledgers(200), false, true)).toBe('200 ledgers are listed. There may be more.');
});

test('a person who cannot read on learns which codes are listed, and how to open a ledger that is not', () => {
  const sentence = extentOf(ledgers(101), false, false);
  expect(sentence).toMatch(/^Only the first 100 ledgers by code are listed, up to L-99\. .* by its code or id/);
});

test('a code that several tenants use is not called missing', () => {
  const listed = [{ code: 'MAIN' }, { code: 'MAIN' }, { code: 'EUR' }];
  expect(['MAIN', 'EUR', 'USD'].map((code) => isOfSeveral(code, listed))).toEqual([true, false, false]);
});
