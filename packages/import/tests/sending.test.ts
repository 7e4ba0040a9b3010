/** An item whose key is in use may still be posted by an earlier request, so the import sends it again instead of rejecting it. */
import { ok } from '../../../src/kernel/refusal';
import type { LedgerCalls } from '../src/ledger-calls';
import { createSending } from '../src/sending';

interface Sent {
  readonly body?: { readonly transactions: readonly { readonly key: string }[] };
}

/** Returns a ledger in which the key `busy` is in use for so many requests, and which keeps the keys of each request. */
const ledgerOf = (busyFor: number) => {
  const requests: string[][] = [];
  const call = async (_: string, { body }: Sent) => {
    const keys = (body?.transactions ?? []).map(({ key }) => key);
    requests.push(keys);
    const results = keys.map((key) => {
      const isBusy = key === 'busy' && requests.length <= busyFor;
      return {
        ...{ id: isBusy ? null : key, replayed: false, errors: null },
        ...{ code: isBusy ? 'idempotency_key_in_use' : null, message: isBusy ? 'It is still running.' : null },
      };
    });
    return ok({ results });
  };
  return { requests, calls: { call } as unknown as LedgerCalls };
};
const items = [{ key: 'one' }, { key: 'busy' }, { key: 'two' }];

test('a busy item is sent again alone, after a pause, until its outcome is known', async () => {
  const { requests, calls } = ledgerOf(2);
  const pauses: number[] = [];
  const send = createSending(calls, { sleep: async (ms) => void pauses.push(ms) });
  const results = await send(items, false);
  expect(results).toMatchObject(['one', 'busy', 'two'].map((id) => ({ right: { id } })));
  expect(requests).toEqual([['one', 'busy', 'two'], ['busy'], ['busy']]);
  expect(pauses).toEqual([50, 100]);
});

test('the import stops and rejects nothing if an item stays busy', async () => {
  const { calls } = ledgerOf(Infinity);
  const send = createSending(calls, { sleep: async () => undefined });
  await expect(send(items, false)).rejects.toThrow('import the file again later');
});
