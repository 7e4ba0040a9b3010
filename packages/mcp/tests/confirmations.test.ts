/** Tests how long a confirmation of a writing tool is valid, and what is said when it is not. */
import { createApi, type Api } from '../src/asking';
import { createWritingTools } from '../src/writing';
import { HandClock } from '../../../tests/support/hand-clock';

const quarterMs = 15 * 60_000;
const hold = { transactionId: '018f0000-0000-7000-8000-000000000001' };

const open = () => {
  const clock = new HandClock();
  const asked: boolean[] = [];
  const api = {
    post: async (_path, _body, { dryRun = false } = {}) => {
      asked.push(dryRun);
      return { ok: true, data: dryRun ? { would: 'succeed' } : { id: hold.transactionId } };
    },
    get: async () => ({ ok: true, data: {} }),
    lines: async () => ({ ok: true, data: [] }),
    patch: async () => ({ ok: true, data: {} }),
  } satisfies Api;
  const release = createWritingTools(clock).find(({ name }) => name === 'release_hold');
  const call = async (more: object = {}) => {
    const told = await release?.run(api, { ...hold, ...more });
    return JSON.parse((told?.content[0] as { text: string }).text) as {
      confirmation?: string;
      refused?: { code: string; message: string };
    };
  };
  return { clock, asked, call };
};

test.each([
  ['is valid for a quarter of an hour', quarterMs, undefined, [true, false]],
  ['is unknown afterwards, and nothing is sent', quarterMs + 1, 'CONFIRMATION_UNKNOWN', [true]],
])('a confirmation %s', async (_, passedMs, code, calls) => {
  const { clock, asked, call } = open();
  const { confirmation } = await call();
  clock.advance(passedMs);
  expect((await call({ confirmation })).refused?.code).toBe(code);
  expect(asked).toEqual(calls);
});

test('after a restart, the refusal of a confirmation says to read first whether the change happened', async () => {
  const { confirmation } = await open().call();
  const restarted = open();
  const { refused } = await restarted.call({ confirmation });
  expect(refused).toMatchObject({
    code: 'CONFIRMATION_UNKNOWN',
    message: expect.stringMatching(/If a call with it may have been made, first read .* Otherwise call without/),
  });
  expect(restarted.asked).toEqual([]);
});

test('a lost answer promises one execution only to this process, while the confirmation is valid', async () => {
  const lost = createApi('http://127.0.0.1:1', 'sk_test', new HandClock());
  const answer = await lost.post('/transactions/t/release', {}, { idempotencyKey: 'mcp-x' });
  expect(answer).toMatchObject({
    refused: {
      may_have_happened: true,
      message: expect.stringMatching(/this process .* 15 minutes\. After that, or after a restart, first read /),
    },
  });
});
