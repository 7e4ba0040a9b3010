/** The retries of the TypeScript client against the real service, through fetch functions that fail. */
import { createLedgerClient, LedgerRefusal, LedgerUnreachable, type LedgerClient } from '../../clients/typescript/src';
import { afterThisTurn } from '../../src/kernel/running/event-loop';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { freshKey, openBooks, whileKeyIsHeld } from '../support/requests';
import { busy, failing, refusal, sale, strange, type Failure } from '../support/typescript-client';

const ledger = ledgerOfFile();
let books: TestBooks;
let api: LedgerClient;

beforeAll(async () => {
  books = await openBooks(ledger);
  api = createLedgerClient({ baseUrl: ledger.baseUrl, key: books.key });
});

const post = async (): Promise<string> => (await api.transactions.postAndWait(sale())).id;

const where = () => ({ baseUrl: `${ledger.baseUrl}/`, key: books.key });

describe('the TypeScript client', () => {
  test('waits when its rate budget is used up, and continues', async () => {
    const key = await ledger.newKey(books.ledger, { rateLimitPerSecond: 2 });
    const slow = createLedgerClient({ baseUrl: ledger.baseUrl, key });
    const answers = await Promise.all(Array.from({ length: 4 }, () => slow.read()));
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => books.ledger.code));
  });

  test('retries while the service is busy, up to its limits of attempts and of waiting', async () => {
    const { client, keys } = failing(where(), [busy(), strange(502), busy()]);
    expect((await client.read()).currency).toBe('USD');
    expect(keys).toHaveLength(4);
    const never = failing(
      where(),
      Array.from({ length: 9 }, () => busy()),
    );
    await expect(never.client.read()).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(never.keys).toHaveLength(5);
    const late = failing(where(), [busy('3600')]);
    await expect(late.client.read()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3600 });
    expect(late.keys).toHaveLength(1);
  });

  test('gives up a slow attempt and retries a read, and ends when its caller aborts', async () => {
    const { client, keys } = failing(where(), ['never answers']);
    // The first attempt is never answered. The time limit is long enough for the second one to be answered on a busy machine.
    expect((await client.read({ timeoutMs: 1_500 })).currency).toBe('USD');
    expect(keys).toHaveLength(2);
    const ended = failing(where(), ['never answers']);
    const reason = new Error('enough');
    const ending = new AbortController();
    const reading = ended.client.read({ signal: ending.signal });
    afterThisTurn(() => ending.abort(reason));
    await expect(reading).rejects.toBe(reason);
    expect(ended.keys).toHaveLength(1);
  });

  test('reverses once with a key of its own, although the answer was lost', async () => {
    const id = await post();
    const { client, keys } = failing(where(), ['breaks', refusal(409, 'idempotency_key_in_use'), busy(), strange(504)]);
    const reversal = await client.transactions.reverse(id, { reason: 'twice', date: '2026-01-16' });
    expect(reversal).toMatchObject({ status: 'posted', reverses_transaction_id: id });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ...Array.from({ length: 4 }, () => keys[0])]);
  });

  test('reports its own key when it gives up, so that the caller can continue', async () => {
    const id = await post();
    const { client, keys } = failing(where(), ['breaks', 'breaks'], { maxAttempts: 2 });
    const lost: unknown = await client.transactions.reverse(id, { reason: 'x', date: '2026-01-16' }).catch((e) => e);
    if (!(lost instanceof LedgerUnreachable)) throw lost;
    expect(lost).toMatchObject({ attempts: 2, mayHaveHappened: true });
    expect(lost.request.idempotencyKey).toBe(keys[0]);
    // The body may contain personal data, so it is not printed with the error.
    expect(JSON.stringify(lost)).not.toContain('2026-01-16');
    const again = await api.transactions.reverse(id, lost.request.body as never, { idempotencyKey: keys[0] ?? '' });
    expect((await api.transactions.read(id)).reversal_ids).toEqual([again.id]);
  });

  const losses: readonly (readonly [string, () => Failure])[] = [
    ['a connection that broke', () => 'breaks'],
    ['something that is not the ledger', () => strange(502)],
    ['503, which may mean that it was done', () => busy()],
  ];
  describe.each(losses)('after %s', (_, lose) => {
    test.each([
      ['a budget that is used up', () => refusal(429, 'RATE_LIMIT_EXCEEDED')],
      ['a key that is no longer valid', () => refusal(401, 'UNAUTHORIZED')],
      ['a key that may no longer post', () => refusal(403, 'FORBIDDEN')],
      ['an attempt that still runs', () => refusal(409, 'idempotency_key_in_use')],
    ])('says that it may have happened if the last answer is %s', async (__, refuse) => {
      const { client, keys } = failing(where(), [lose(), refuse()], { maxAttempts: 2 });
      const refused: unknown = await client.transactions.post(sale()).catch((error) => error);
      expect(refused).toBeInstanceOf(LedgerRefusal);
      expect(refused).toMatchObject({ mayHaveHappened: true });
      expect(keys).toHaveLength(2);
    });
  });

  describe.each([
    ['an atomic batch', true, [422, 'BATCH_REJECTED']],
    ['a batch', false, [202, 'idempotency_key_in_use']],
  ] as const)('%s with an item whose key is in use', (_, atomic, [status, code]) => {
    const key = freshKey();
    const transactions = [sale(), sale({ idempotency_key: key })];

    test('says after the last attempt that it may have happened', async () => {
      const { client } = failing(where(), [busy()], { maxAttempts: 2 });
      const refused: unknown = await whileKeyIsHeld(ledger, books, key, () =>
        client.transactions.batch({ transactions, atomic }).catch((error) => error),
      );
      expect(refused).toBeInstanceOf(LedgerRefusal);
      expect(refused).toMatchObject({ status, code, mayHaveHappened: true });
    });

    test('is sent again until the key is free', async () => {
      const statuses: number[] = [];
      let batch: ReturnType<LedgerClient['transactions']['batch']> | undefined;
      await whileKeyIsHeld(ledger, books, key, async () => {
        await new Promise<void>((resolve) => {
          const onAnswer = (answer: { readonly status: number }): void => {
            statuses.push(answer.status);
            resolve();
          };
          batch = api.transactions.batch({ transactions, atomic }, { onAnswer });
        });
      });
      expect(await batch).toMatchObject({ accepted: 2, rejected: 0 });
      expect(statuses[0]).toBe(status);
      expect(statuses.length).toBeGreaterThan(1);
    });
  });

  test('leaves no doubt after a clear answer, nor if every attempt was refused', async () => {
    const judged = failing(where(), [busy()], { maxAttempts: 2 });
    const nothing = { ...sale(), entries: [] };
    await expect(judged.client.transactions.post(nothing)).rejects.toMatchObject({
      ...{ status: 400, mayHaveHappened: false },
    });
    const limited = failing(where(), [refusal(429, 'RATE_LIMIT_EXCEEDED')], { maxAttempts: 1 });
    await expect(limited.client.transactions.post(sale())).rejects.toMatchObject({
      ...{ status: 429, mayHaveHappened: false },
    });
  });

  test.each([
    ['a connection that broke', 'breaks', LedgerUnreachable],
    ['something that is not the ledger', strange(502), LedgerUnreachable],
    ['503, which may mean that it was done', busy(), LedgerRefusal],
  ] as const)(
    'does not retry a request without a key after %s, and says that it may have happened',
    async (_, failure, kind) => {
      const { client, keys } = failing(where(), [failure]);
      const lost: unknown = await client.accountSets
        .create({ code: freshKey(), name: 'A set' })
        .catch((error) => error);
      expect(lost).toBeInstanceOf(kind);
      expect(lost).toMatchObject({ mayHaveHappened: true });
      expect(keys).toHaveLength(1);
    },
  );

  test('retries a request without a key if nothing was done, and never after a refusal', async () => {
    const { client, keys } = failing(where(), [refusal(429, 'RATE_LIMIT_EXCEEDED')]);
    await client.accountSets.create({ code: freshKey(), name: 'A set' });
    expect(keys).toHaveLength(2);
    const refused = failing(where(), [refusal(422, 'VALIDATION_ERROR')]);
    await expect(refused.client.accounts.list().toArray()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(refused.keys).toHaveLength(1);
  });
});
