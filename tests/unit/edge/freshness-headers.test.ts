/** The request headers that require freshness of an answer, and the answer's headers that report it. */
import { createFreshness } from '../../../src/kernel/freshness';
import { freshnessHeaders, freshnessOf } from '../../../src/kernel/http/asking';

test.each<[prefer: string, sequence: string, mayLag: boolean, atLeast: bigint]>([
  ['consistency=eventual', '', true, 0n],
  ['consistency = "Eventual"', '', true, 0n],
  ['wait=5, consistency=eventual; x=1', '', true, 0n],
  ['consistency=eventual', '17', true, 17n],
  ['', '0', false, 0n],
  ['consistency=strong', '0017', false, 17n],
  ['', '9223372036854775807', false, 9_223_372_036_854_775_807n],
])('the freshness is read from Prefer %j and X-Ledger-Sequence %j', (prefer, sequence, mayLag, atLeast) => {
  expect(freshnessOf(prefer, sequence)).toMatchObject({ mayLag, atLeast });
});

test.each(['', 'wait=5', 'consistency=eventually', 'inconsistency=eventual', 'consistency=strong'])(
  'Prefer %j alone asks for no freshness',
  (prefer) => {
    expect(freshnessOf(prefer, '')).toBeUndefined();
  },
);

test.each(['-1', '+1', '1.0', '1e3', '0x1f', 'one', '1, 2', '1'.repeat(20), '१'])('%j is no sequence', (sequence) => {
  expect(freshnessOf('consistency=eventual', sequence)).toBe('malformed');
});

test('an answer reports its sequence, and the applied preference if a replica answered', () => {
  const freshness = createFreshness(true, 0n);
  expect(freshnessHeaders(freshness)).toEqual({});
  freshness.tell({ sequence: 7n, isOfReplica: false });
  expect(freshnessHeaders(freshness)).toEqual({ 'X-Ledger-Sequence': '7' });
  freshness.tell({ sequence: 8n, isOfReplica: true });
  expect(freshnessHeaders(freshness)).toEqual({
    'X-Ledger-Sequence': '7',
    'Preference-Applied': 'consistency=eventual',
  });
});
