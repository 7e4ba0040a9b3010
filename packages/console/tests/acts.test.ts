/** Tests the queries and the links of the page with the acts of a key or a person. */
import { addressOfAct, addressOfSubject } from '../src/web/pages/acts/addresses';
import { sinceOf } from '../src/web/pages/acts/since';

const id = '01a209e0-6b98-78f9-bd1c-1443b610adee';
const href = (path: string, query: Readonly<Record<string, string | number>> = {}): string =>
  `/l/open/${path}?${new URLSearchParams(query as Record<string, string>).toString()}`;

test.each([
  ['2026-01-15T10:00', new Date('2026-01-15T10:00').toISOString()],
  ['2026-01-15T10:00:30', new Date('2026-01-15T10:00:30').toISOString()],
  ['yesterday', 'yesterday'],
  ['', undefined],
  [undefined, undefined],
])('the typed start %s asks for acts since %s', (typed, since) => expect(sinceOf(typed)).toBe(since));

test.each([
  ['transaction', `/l/other/transactions/${id}?`],
  ['trancode', `/l/other/transaction-codes/${id}?`],
  ['string_operation', undefined],
])('an act on a %s in another ledger links to that ledger', (type, address) => {
  const act = { ledger_id: 'other', sequence: 7, subject: { type, id } };
  expect(addressOfAct(act, href)).toBe('/l/other/activity?event=7');
  expect(addressOfSubject(act, href)).toBe(address);
});

test('an act in the log of the tenant has no link', () => {
  const act = { ledger_id: null, sequence: 7, subject: { type: 'key', id } };
  expect([addressOfAct(act, href), addressOfSubject(act, href)]).toEqual([undefined, undefined]);
});
