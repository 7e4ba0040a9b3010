/** Tests that a write without an answer keeps its idempotency key until its outcome is known. */
import { mayHaveHappened, type Answer, type Problem } from '../src/web/api/answer';
import { createUnansweredWrites } from '../src/web/api/unanswered';

const problem = (status: number, code = ''): Answer<string> => ({
  ok: false,
  problem: { status, code, message: 'Refused.', errors: {} },
});
const success: Answer<string> = { ok: true, data: 'done', pagination: undefined, meta: undefined };

/** Sends writes of one act, and collects what the service gets. */
const setting = () => {
  let keys = 0;
  const writes = createUnansweredWrites(() => `key ${(keys += 1)}`);
  const got: string[] = [];
  const send = async (input: string, answer: Answer<string>, replaces = false): Promise<Problem | undefined> => {
    const write = (body: string, key: string) => {
      got.push(`${key}: ${body}`);
      return Promise.resolve(answer);
    };
    const answered = await writes.send('settle', input, { bodyOf: (text: string) => `{${text}}`, write, replaces });
    return answered.ok ? undefined : answered.problem;
  };
  return { writes, got, send };
};

test.each([
  ['no answer', problem(0, 'UNREACHABLE')],
  ['a fault of the service', problem(500)],
  ['a fault of a proxy', problem(504)],
  ['a first try that is still running', problem(409, 'idempotency_key_in_use')],
])('after %s, the same values are sent under the same key', async (_, lost) => {
  const { writes, got, send } = setting();
  expect(await send('a', lost)).toMatchObject({ doubt: expect.stringContaining('may have happened') });
  expect(writes.of('settle')).toEqual({ key: 'key 1', input: 'a', body: '{a}' });
  expect(await send('a', success)).toBeUndefined();
  expect(writes.of('settle')).toBeUndefined();
  await send('a', success);
  expect(got).toEqual(['key 1: {a}', 'key 1: {a}', 'key 2: {a}']);
});

test('a write that is under way counts as unanswered, so that a second form repeats it', () => {
  const { writes } = setting();
  const forever = new Promise<Answer<string>>(() => undefined);
  void writes.send('settle', 'a', { bodyOf: (text: string) => text, write: () => forever });
  expect(writes.of('settle')).toMatchObject({ key: 'key 1', input: 'a' });
});

test('other values are not sent while the outcome is unknown, unless a lookup has not found the first try', async () => {
  const { got, send } = setting();
  await send('a', problem(0));
  expect(await send('b', success)).toMatchObject({ code: 'EARLIER_TRY_UNANSWERED' });
  await send('b', success, true);
  expect(got).toEqual(['key 1: {a}', 'key 1: {b}']);
});

test('if the first try happened after all, its values are kept for the lookup', async () => {
  const { writes, send } = setting();
  await send('a', problem(0));
  expect(await send('b', problem(409, 'idempotency_key_reused'), true)).toMatchObject({ status: 409 });
  expect(writes.of('settle')).toMatchObject({ key: 'key 1', input: 'a' });
});

test('a refusal decides, but not one that precedes the lookup of the key', async () => {
  const { writes, send } = setting();
  await send('a', problem(401));
  expect(writes.of('settle')).toBeUndefined();
  await send('a', problem(0));
  for (const status of [401, 403, 429]) await send('a', problem(status));
  expect(writes.of('settle')).toMatchObject({ key: 'key 2' });
  expect(await send('a', problem(422))).not.toHaveProperty('doubt');
  expect(writes.of('settle')).toBeUndefined();
});

test('the outcome of a refused write is known', () => {
  expect([400, 401, 403, 404, 409, 422, 429].some((status) => mayHaveHappened({ status, code: '' }))).toBe(false);
});
