import { pageText } from '../../../src/kernel/http/page-text';
import { groupedQuery, unknownParameters } from '../../../src/kernel/http/query';
import { object, optional, text } from '../../../src/kernel/http/codecs';
import { decodeCursor, maxPageBytes, pageOf, type Slice } from '../../../src/kernel/page';

const secret = Buffer.alloc(32, 1);
const rows = Array.from({ length: 10 }, (_, index) => ({ id: `r${index}`, text: 'x'.repeat(maxPageBytes / 4) }));

const textOf = (slice: Slice, from = rows) => {
  const page = pageOf(from, slice, ({ id }) => [id]);
  const { data, meta } = JSON.parse(
    pageText(
      { data: page.items, meta: undefined, page },
      { secret, name: 'list', slice, maxBytes: maxPageBytes },
      false,
    ),
  ) as { data: { id: string }[]; meta: { pagination: Record<string, string | null> } };
  const at = (name: string) => {
    const cursor = meta.pagination[name] ?? null;
    return cursor === null ? null : decodeCursor(secret, 'list', cursor, slice.limit);
  };
  return { ids: data.map(({ id }) => id), next: at('next_cursor'), previous: at('previous_cursor') };
};

describe('a page that is too large', () => {
  test('ends with the item that exceeds a megabyte, and continues after it', () => {
    const { ids, next, previous } = textOf({ limit: 9, direction: 'forward' });
    expect(ids).toEqual(['r0', 'r1', 'r2', 'r3']);
    expect(next).toEqual({ limit: 9, direction: 'forward', from: ['r3'] });
    expect(previous).toBeNull();
  });

  test('read backwards, keeps the items nearest to its starting point', () => {
    const back = [...rows].reverse();
    const { ids, next, previous } = textOf({ limit: 9, direction: 'backward', from: ['r10'] }, back);
    expect(ids).toEqual(['r6', 'r7', 'r8', 'r9']);
    expect(next).toEqual({ limit: 9, direction: 'forward', from: ['r9'] });
    expect(previous).toEqual({ limit: 9, direction: 'backward', from: ['r6'] });
  });

  test('is never empty', () => {
    const huge = [{ id: 'a', text: 'x'.repeat(2 * maxPageBytes) }, rows[0] as (typeof rows)[number]];
    expect(textOf({ limit: 5, direction: 'forward' }, huge).ids).toEqual(['a']);
  });
});

describe('query parameters', () => {
  const codec = object({ status: optional(text()), as_of_date: optional(text()), attributes: optional(text()) });
  const complaints = (query: object) => unknownParameters(groupedQuery(query), codec);

  test('that are known are accepted, and so are attributes in brackets', () => {
    expect(complaints({ status: 'posted', 'attributes[region]': 'north' })).toEqual({});
  });

  test('that are misspelt are refused with the nearest name', () => {
    expect(complaints({ stauts: 'failed' })).toEqual({ stauts: ['is not known; the nearest is status'] });
    expect(complaints({ as_of: '2026-01-01' })['as_of']?.[0]).toContain('as_of_date');
  });

  test('that resemble no known name are refused with the known names', () => {
    expect(complaints({ zzzzzzzzzzzz: '1' })['zzzzzzzzzzzz']?.[0]).toBe(
      'is not known; known are status, as_of_date, attributes',
    );
    expect(unknownParameters({ limit: '1' })).toEqual({
      limit: ['is not known: this endpoint takes no query parameters'],
    });
  });

  test('may be as long as a URL', () => {
    const long = 'x'.repeat(10_000);
    expect(Object.keys(complaints({ [long]: '1' }))).toEqual([long]);
  });
});
