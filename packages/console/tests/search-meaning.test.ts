/** Tests what a text in the search field may mean, before any request is sent. */
import { namedLists, meaningOf } from '../src/web/api/search-meaning';

test.each([
  [' 01a20a17-b4ad-7ece-854c-967523dcf18f ', { isId: true }],
  ['merchant = Grocer, the old', { attribute: ['merchant', 'Grocer, the old'] }],
  ['order:7', { attribute: ['order', '7'] }],
  ['1,250.00', { amount: '1250.00' }],
  ['2026-01-31', { day: '2026-01-31' }],
  ['2026-02-30', { words: '2026-02-30' }],
  ['Käse zu', { words: 'Käse zu' }],
  ['to be', {}],
  ['one of eleven words is one too many for a search here', {}],
  ['№ 412', { sequence: 412 }],
  ['#0', {}],
  ['ORDER-000110', { words: 'ORDER-000110' }],
  ['=7', {}],
])('%j', (typed, means) => {
  expect(meaningOf(typed)).toEqual({ text: typed.trim(), isId: false, ...means });
});

test('an attribute, a day or an event number leads to its list', () => {
  const addresses = (typed: string) => namedLists(meaningOf(typed)).map(({ path, query }) => [path, query]);
  expect(addresses('merchant=Grocer')).toEqual([['transactions', { attributes: 'merchant=Grocer' }]]);
  expect(addresses('2026-01-31')).toEqual([['transactions', { from: '2026-01-31', to: '2026-01-31' }]]);
  expect(addresses('#7')).toEqual([['activity', { event: 7 }]]);
  expect(addresses('CASH')).toEqual([]);
});
