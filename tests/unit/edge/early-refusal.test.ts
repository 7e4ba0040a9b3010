/** Requests that the service refuses after it has read only their heads: those of a key whose running requests fill its share. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCallers, refusingEarly } from '../../../src/app/fair-shares/early-refusal';
import { createRouteNames } from '../../../src/app/route-names';
import { createSenderOf } from '../../../src/kernel/http/sender';
import type { Principal } from '../../../src/kernel/principal';

interface Asked {
  readonly address?: string;
  readonly key?: string;
  readonly path?: string;
  readonly prefer?: string;
}

const open = () => {
  const callers = createCallers(createSenderOf([]));
  const outcomes: string[] = [];
  const running: (() => void)[] = [];
  const listener = refusingEarly(
    (request) =>
      new Promise<void>((resolve) => {
        outcomes.push('handled');
        running.push(resolve);
        callers.note(request, { callerId: request.headers.authorization } as unknown as Principal);
      }),
    {
      callers,
      admission: {
        admit: async () => undefined,
        refuse: async () => void outcomes.push('refused'),
        maxUnderWay: 2,
        counts: () => ({ active: 0, waiting: 0, refused: 0 }),
      },
      metrics: { began: () => 0, answered: () => undefined },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      names: createRouteNames([]),
      path: '/api/v1',
    },
  );
  const ask = ({ address = '192.0.2.1', key = 'one', path = '/api/v1/accounts', prefer }: Asked = {}) => {
    const request = {
      url: path,
      headers: { authorization: `Bearer ${key}`, ...(prefer === undefined ? {} : { prefer }) },
      socket: { remoteAddress: address },
    } as unknown as IncomingMessage;
    listener(request, {} as ServerResponse);
    return { request, outcome: outcomes.pop() };
  };
  const finishOne = async (): Promise<void> => {
    running.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { ask, finishOne, callers };
};

describe('a request is refused by its head', () => {
  test('if its key has the maximum of requests under way, on any connection', () => {
    const { ask } = open();
    expect([ask(), ask(), ask(), ask()].map(({ outcome }) => outcome)).toEqual([
      ...['handled', 'handled'],
      ...['refused', 'refused'],
    ]);
  });

  test.each<[string, Asked]>([
    ['of another key', { key: 'two' }],
    ['from another address', { address: '192.0.2.2' }],
    ['that asks to wait, which has its own limit', { prefer: 'wait=5' }],
    ['for another page', { path: '/healthz' }],
  ])('but not a request %s', (_, other) => {
    const { ask } = open();
    ask();
    ask();
    expect(ask(other).outcome).toBe('handled');
    expect(ask().outcome).toBe('refused');
  });

  test('until a request under way is answered', async () => {
    const { ask, finishOne } = open();
    ask();
    ask();
    expect(ask().outcome).toBe('refused');
    await finishOne();
    expect([ask().outcome, ask().outcome]).toEqual(['handled', 'refused']);
  });

  test('until a request under way is refused, even if that answer is held back', async () => {
    const { ask, callers, finishOne } = open();
    const { request } = ask();
    ask();
    callers.forget(request);
    expect([ask().outcome, ask().outcome]).toEqual(['handled', 'refused']);
    // Sending the answer of the refused request does not free a second place.
    await finishOne();
    expect(ask().outcome).toBe('refused');
  });
});
