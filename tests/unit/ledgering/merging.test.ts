/** Operations that one caller sends at the same time share a turn, and each gets its own answer. */
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { CommitInDoubt, ok, refuse } from '../../../src/kernel/refusal';
import { systemClock } from '../../../src/kernel/running/system-clock';
import type { OperationsRequest, Performed } from '../../../src/modules/ledgering/application/operations/operation';
import { createMerging } from '../../../src/modules/ledgering/application/operations/merging';

const caller = {
  ...{ ledgerId: 'L', actor: 'key', scopes: new Set(['post']), timeZone: 'UTC' },
  denomination: { currency: 'USD', storageDecimals: 2, displayDecimals: 2 },
};
const settling = (id: string, own: object = {}, key: string | null = null): OperationsRequest =>
  ({
    caller: { ...caller, ...own },
    items: [ok({ kind: 'settle', request: { transactionId: id, idempotencyKey: key } })],
    ...{ batch: null, isDryRun: false },
  }) as never;

/**
 * Merges operations into turns, and records the turns. A turn refuses the id `ended`, and throws if the id `fault` shares a turn with
 * others.
 */
const open = () => {
  const turns: (readonly string[])[] = [];
  const perform = createMerging(async ({ items }) => {
    const ids = items.map((item) => (item as never as { right: { request: { transactionId: string } } }).right.request);
    turns.push(ids.map(({ transactionId }) => transactionId));
    if (items.length > 1 && ids.some(({ transactionId }) => transactionId === 'fault')) throw new Error('one of them');
    const results = ids.map(({ transactionId }) =>
      transactionId === 'ended' ? refuse({ kind: 'TransactionNotFound' }) : ok({ id: transactionId }),
    );
    return { batchId: null, results, rehearsed: null } as never as Performed;
  }, systemClock);
  return { turns, perform };
};

test('operations that arrive together share a turn, and each gets its own answer', async () => {
  const { turns, perform } = open();
  const answers = await Promise.all(['a', 'ended', 'c'].map((id) => perform(settling(id))));
  expect(turns).toEqual([['a', 'ended', 'c']]);
  expect(answers.map(({ results }) => results)).toEqual([
    [ok({ id: 'a' })],
    [refuse({ kind: 'TransactionNotFound' })],
    [ok({ id: 'c' })],
  ]);
});

test('at most ten operations share a turn', async () => {
  const { turns, perform } = open();
  await Promise.all(Array.from({ length: 12 }, (_, index) => perform(settling(`${index}`))));
  expect(turns.map(({ length }) => length)).toEqual([10, 2]);
});

test.each([
  ['of another key', { actor: 'other' }],
  ['of other rights', { scopes: new Set(['post', 'undo']) }],
  ['of another ledger', { ledgerId: 'M' }],
  ['of another denomination', { denomination: { ...caller.denomination, storageDecimals: 3 } }],
])('operations %s never share a turn', async (_, own) => {
  const { turns, perform } = open();
  await Promise.all([perform(settling('a')), perform(settling('b', own))]);
  expect(turns).toEqual([['a'], ['b']]);
});

test('two operations with the same key share a turn in their order', async () => {
  const { turns, perform } = open();
  await Promise.all(['a', 'b'].map((id) => perform(settling(id, {}, 'the key'))));
  expect(turns).toEqual([['a', 'b']]);
});

test('an operation waits for one with the same key that is on its way', async () => {
  const { turns, perform } = open();
  const first = perform(settling('a', {}, 'the key'));
  await nextTurn();
  await Promise.all([first, perform(settling('b')), perform(settling('c', {}, 'the key'))]);
  expect(turns[0]).toEqual(['a']);
  expect(turns.flat()).toEqual(['a', 'b', 'c']);
});

test('operations whose turn fails are performed one by one', async () => {
  const { turns, perform } = open();
  const answers = await Promise.all(['a', 'fault'].map((id) => perform(settling(id))));
  expect(turns).toEqual([['a', 'fault'], ['a'], ['fault']]);
  expect(answers).toHaveLength(2);
});

test.each([
  ['with keys are performed again', 'the key ', 2],
  ['without keys are not performed again', null, 1],
])('operations whose commit is in doubt: those %s', async (_, key, times) => {
  const doubt = new CommitInDoubt('the answer was lost');
  let turns = 0;
  const perform = createMerging(() => {
    turns += 1;
    return Promise.reject(doubt);
  }, systemClock);
  const both = ['a', 'b'].map((id) => perform(settling(id, {}, key && key + id)));
  expect((await Promise.allSettled(both)).map((one) => 'reason' in one && one.reason)).toEqual([doubt, doubt]);
  expect(turns).toBe(times);
});

test('batches and dry runs have turns of their own', async () => {
  const { turns, perform } = open();
  await Promise.all([
    perform({ ...settling('a'), batch: { isAtomic: false } }),
    perform({ ...settling('b'), isDryRun: true }),
  ]);
  expect(turns).toEqual([['a'], ['b']]);
});
