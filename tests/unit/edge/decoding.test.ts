/** A body is decoded in pieces, between which other bodies are decoded. Each body has its own list of unknown members. */
import * as E from 'fp-ts/Either';
import { decodeCollecting, decoding } from '../../../src/kernel/http/codecs';
import { newBatch } from '../../../src/modules/ledgering/http/operations/batch-codecs';

const sale = (unknown: string): object => ({
  ...{ effective_date: '2026-01-15', description: 'Sale', idempotency_key: unknown, [unknown]: 1 },
  entries: [
    { account_code: 'BANK', type: 'debit', amount: '1' },
    { account_code: 'REVENUE', type: 'credit', amount: '1' },
  ],
});
const batchOf = (...names: readonly string[]): object => ({ transactions: names.map(sale) });

test('a batch that is decoded item by item has the same result as one that is decoded at once', () => {
  const body = batchOf('one', 'two', 'three');
  const pieces = decoding(newBatch, body);
  expect([pieces.next().done, pieces.next().done]).toEqual([false, false]);
  const { value } = pieces.next();
  expect(value).toEqual(decodeCollecting(newBatch, body));
  expect(value?.ignored).toEqual(new Set(['one', 'two', 'three']));
});

test('bodies that are decoded by turns keep their own strictness and unknown members', () => {
  const [lenient, strict] = [decoding(newBatch, batchOf('a', 'b')), decoding(newBatch, batchOf('c', 'd'), true)];
  lenient.next();
  strict.next();
  const [mine, theirs] = [lenient.next().value, strict.next().value];
  expect(mine?.ignored).toEqual(new Set(['a', 'b']));
  expect(theirs?.ignored).toEqual(new Set());
  const outcomes = [mine, theirs].map((collected) =>
    collected && E.isRight(collected.outcome)
      ? collected.outcome.right.transactions.map(({ outcome }) => E.isRight(outcome))
      : [],
  );
  expect(outcomes).toEqual([
    [true, true],
    [false, false],
  ]);
});

test.each([[undefined], [{}], [{ transactions: 'none' }], [{ transactions: [] }], [[]]])(
  'a body that is not a batch is refused in one piece: %j',
  (body) => {
    const { done, value } = decoding(newBatch, body).next();
    expect(done).toBe(true);
    expect(value).toEqual(decodeCollecting(newBatch, body));
    expect(value && E.isLeft(value.outcome)).toBe(true);
  },
);
