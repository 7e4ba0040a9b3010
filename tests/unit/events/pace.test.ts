/** The streams of a tenant share a maximum number of events per second. Streams that exceed it wait, and then continue in groups. */
import { createPace } from '../../../src/modules/events/application/pace';
import { HandClock } from '../../support/hand-clock';
import { newId, type TenantId } from '../../../src/kernel/ids';

const told = 100;
const open = () => {
  const clock = new HandClock();
  const pace = createPace({ toldPerSecond: 1_000, bytesPerSecond: 1_000_000 }, clock);
  const left = new AbortController();
  const wentOnAt: number[] = [];
  const rest = async (tenantId: TenantId, events = told, bytes = 0): Promise<void> => {
    await pace.rest(tenantId, { events, bytes }, left.signal);
    wentOnAt.push(clock.elapsed());
  };
  return { clock, rest, wentOnAt, leave: () => left.abort() };
};
const one = newId<'tenant'>();
const other = newId<'tenant'>();

test('the events of one second pass at once; later streams continue in groups every quarter of a second', async () => {
  const { clock, rest, wentOnAt } = open();
  const resting = Array.from({ length: 15 }, () => rest(one));
  await clock.pass(249);
  expect(wentOnAt).toEqual(Array(10).fill(0));
  await clock.pass(251);
  await Promise.all(resting);
  expect(wentOnAt.slice(10)).toEqual([250, 250, 500, 500, 500]);
});

test('heavy events wait for their bytes', async () => {
  const { clock, rest, wentOnAt } = open();
  const resting = [rest(one, 1, 1_000_000), rest(one, 1, 250_000)];
  await clock.pass(249);
  expect(wentOnAt).toEqual([0]);
  await clock.pass(1);
  await Promise.all(resting);
});

test('other tenants do not wait', async () => {
  const { rest, wentOnAt, leave } = open();
  const resting = rest(one, 10_000);
  await rest(other);
  expect(wentOnAt).toEqual([0]);
  leave();
  await resting;
});

test('a reader that hangs up stops waiting, and an idle tenant saves up at most one second', async () => {
  const { clock, rest, wentOnAt, leave } = open();
  await clock.pass(60_000);
  const resting = [rest(one, 1_000), rest(one)];
  await clock.pass(0);
  expect(wentOnAt).toEqual([60_000]);
  leave();
  await Promise.all(resting);
  expect(wentOnAt).toEqual([60_000, 60_000]);
});
