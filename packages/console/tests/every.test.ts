/** Tests reading all pages of a list. */
import type { Answer } from '../src/web/api/answer';
import { every, firstWhere } from '../src/web/api/every';

const problem = { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'later', errors: {} };

const listOf =
  (count: number, failingAt?: number) =>
  async ({ limit, cursor = '0' }: { readonly limit: number; readonly cursor?: string }): Promise<Answer<number[]>> => {
    const from = Number(cursor);
    if (from === failingAt) return { ok: false, problem };
    const data = Array.from({ length: Math.min(limit, count - from) }, (_, index) => from + index);
    const next = from + limit < count ? String(from + limit) : null;
    const pagination = { limit, has_more: next !== null, next_cursor: next, previous_cursor: null };
    return { ok: true, data, pagination, meta: undefined };
  };

test.each([0, 1, 100, 122, 1_000])('all %i items are read, the newest included', async (count) => {
  const answer = await every(listOf(count));
  expect(answer).toMatchObject({ ok: true, data: Array.from({ length: count }, (_, index) => index) });
});

test('a problem on one page is the answer for the whole list', async () => {
  expect(await every(listOf(500, 200))).toEqual({ ok: false, problem });
});

test.each([
  [250, 150, true],
  [150, 150, false],
  [40, 150, false],
])('from %i items, at most %i are read, and has_more is %s', async (count, most, hasMore) => {
  const counts: number[] = [];
  const answer = await every(listOf(count), most, (read) => counts.push(read));
  expect(answer).toMatchObject({ ok: true, pagination: { has_more: hasMore } });
  expect(answer.ok && answer.data.length).toBe(Math.min(count, most));
  expect(counts.at(-1)).toBe(Math.min(count, most));
});

test.each([
  [0, true],
  [150, true],
  [999, true],
  [1_000, false],
])('item %i is found on any page: %s', async (wanted, isThere) => {
  const answer = await firstWhere(listOf(1_000), (item) => item === wanted);
  expect(answer).toMatchObject({ ok: true, data: isThere ? wanted : undefined });
});

test('an item counts as missing only once every page was read', async () => {
  expect(await firstWhere(listOf(500, 200), (item) => item === 400)).toEqual({ ok: false, problem });
});
