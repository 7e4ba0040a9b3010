/** Administration and the reads of a session take turns by tenant: one at a time, with pauses. */
import type { Context } from 'koa';
import { createAdministering } from '../../../src/app/fair-shares/administering';
import { OverShare } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';

const limits = { places: 2, maxWaitMs: 5_000, maxWaitingEach: 1, pauseTimes: 1, maxPauseMs: 1_000 };

const open = () => {
  const clock = new HandClock();
  const admit = createAdministering('/admin/v1', limits, clock);
  const begun: string[] = [];
  const ask = (name: string, tenantId: string | null, more: object = {}, tookMs = 100): Promise<void> => {
    const caller = { callerId: name, tenantId, actor: `operator:${name}`, scopes: new Set(['admin']), ...more };
    const context = { path: '/admin/v1/log', method: 'GET', state: { caller }, ...more } as unknown as Context;
    return admit(context, async () => {
      begun.push(name);
      await clock.sleep(tookMs);
    });
  };
  return { clock, ask, begun };
};

test('one request of a tenant runs at a time, followed by an equal pause; other tenants do not wait', async () => {
  const { clock, ask, begun } = open();
  const asked = [ask('one', 'A'), ask('two', 'A'), ask('other', 'B')];
  await clock.pass(100);
  expect(begun).toEqual(['one', 'other']);
  await clock.pass(99);
  expect(begun).toEqual(['one', 'other']);
  await clock.pass(1);
  expect(begun).toEqual(['one', 'other', 'two']);
  await clock.pass(100);
  await Promise.all(asked);
});

test('a request beyond the maximum of waiting requests is refused, for that tenant alone', async () => {
  const { clock, ask } = open();
  const asked = [ask('one', 'A'), ask('two', 'A'), ask('other', 'B')];
  await expect(ask('three', 'A')).rejects.toThrow(OverShare);
  await clock.pass(300);
  await Promise.all(asked);
});

test('reading a session takes a turn; the books, a visitor and a change of password do not', async () => {
  const { clock, ask, begun } = open();
  const session = { path: '/console/session', scopes: new Set() };
  const asked = [
    ask('one', 'A'),
    ask('session', 'A', session),
    ask('books', 'A', { path: '/api/v1/accounts' }),
    ask('visitor', null, { ...session, actor: 'visitor' }),
    ask('password', 'A', { ...session, method: 'PUT' }),
  ];
  await clock.pass(50);
  expect(new Set(begun)).toEqual(new Set(['one', 'books', 'visitor', 'password']));
  await clock.pass(400);
  await Promise.all(asked);
});
