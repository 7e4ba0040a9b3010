/** Tests the graph of related transactions: the relations between them, and the layout of the arcs. */
import { arcsOf, edgesOf, inOrder, namedBy, saysOf } from '../src/web/pages/transaction/graph-layout';

type Transaction = Parameters<typeof inOrder>[0][number];

const one = (id: string, does: Partial<Transaction> = {}): Transaction =>
  ({
    ...{ id, reverses_transaction_id: null, settles_transaction_id: null, releases_transaction_id: null },
    ...{ extends_transaction_id: null },
    ...{ correlation_source_id: null, reversal_ids: [], ...does },
  }) as Transaction;

const hold = one('1-hold');
const release = one('2-release', { releases_transaction_id: '1-hold', correlation_source_id: '1-hold' });
const settlement = one('3-settlement', { settles_transaction_id: '1-hold', correlation_source_id: '1-hold' });
const refund = one('4-refund', { reverses_transaction_id: '3-settlement', correlation_source_id: 'elsewhere' });
const all = [refund, settlement, hold, release, hold];

test('two loaded transactions are joined once, by their most important relation', () => {
  expect(edgesOf(inOrder(all))).toEqual([
    { from: '2-release', to: '1-hold', verb: 'releases' },
    { from: '3-settlement', to: '1-hold', verb: 'settles' },
    { from: '4-refund', to: '3-settlement', verb: 'reverses' },
  ]);
  expect(namedBy({ ...refund, reversal_ids: ['later', 'elsewhere'] })).toEqual(['3-settlement', 'elsewhere', 'later']);
});

test('short arcs are innermost, arcs to one transaction share a lane, and no others overlap in it', () => {
  const order = inOrder(all).map(({ id }) => id);
  expect(order).toEqual(['1-hold', '2-release', '3-settlement', '4-refund']);
  expect(arcsOf(order, edgesOf(inOrder(all))).map(({ from, lane }) => [from, lane])).toEqual([
    ['2-release', 0],
    ['4-refund', 0],
    ['3-settlement', 0],
  ]);
  const crossing = [
    { from: 'c', to: 'a', verb: 'settles' },
    { from: 'd', to: 'b', verb: 'settles' },
    { from: 'd', to: 'a', verb: 'follows' },
    { from: 'd', to: 'unknown', verb: 'follows' },
  ] as const;
  expect(arcsOf(['a', 'b', 'c', 'd'], crossing).map(({ from, to, lane }) => [`${from}${to}`, lane])).toEqual([
    ['ca', 0],
    ['db', 1],
    ['da', 0],
  ]);
});

test('the most important relations of a transaction come first', () => {
  const edges = edgesOf(inOrder(all));
  expect(saysOf('1-hold', edges)).toEqual([
    { says: 'settled by', id: '3-settlement' },
    { says: 'released by', id: '2-release' },
  ]);
  expect(saysOf('3-settlement', edges)).toEqual([
    { says: 'settles', id: '1-hold' },
    { says: 'reversed by', id: '4-refund' },
  ]);
});
