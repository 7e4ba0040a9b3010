/** A stop waits for running work, but not for idle clients. The test counts closed connections and moves the clock. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { leaveMs, listen } from '../../../src/app/listen';
import { HandClock } from '../../support/hand-clock';
import { createTally } from '../../support/happenings';

const megabyte = Buffer.alloc(1_048_576);

/** Writes until the connection accepts no more bytes. */
const fill = (response: ServerResponse): void => {
  while (response.write(megabyte));
};

const start = async () => {
  const clock = new HandClock();
  const arrived = createTally();
  let answer = (): void => undefined;
  const ways: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/idle': (response) => void response.end('there'),
    '/stream': (response) => void response.write('an event'),
    '/unread': fill,
    '/export': (response) => void response.end(Buffer.alloc(64 * megabyte.length)),
    '/work': (response) => {
      answer = () => void response.end('done');
    },
    '/body': () => undefined,
  };
  const { server, drain } = await listen(
    (request, response) => {
      ways[request.url ?? '']?.(response);
      arrived.add();
    },
    0,
    '127.0.0.1',
    clock,
  );
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const all: Socket[] = [];
  const open = async (name: string, head: string, isRead = true): Promise<void> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    all.push(socket);
    socket.on('error', () => undefined);
    const [itsEnd] = await accepted;
    itsEnd.once('close', () => closed.push(name));
    const heard = once(itsEnd, 'data');
    socket.write(head);
    await heard;
    if (isRead) socket.resume();
  };
  const ask = async (path: string, isRead = true, more = ''): Promise<void> => {
    const count = arrived.count + 1;
    const request = `${more === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    await open(path, request, isRead);
    await arrived.reaches(count);
  };
  const end = (): void => all.forEach((socket) => socket.destroy());
  return { clock, server, drain, open, ask, closed, answer: () => answer(), end };
};

test('a stop closes idle connections at once, waiting ones soon after, and lets work go on', async () => {
  const { clock, drain, open, ask, closed, answer, end } = await start();
  await ask('/idle');
  await open('half a head', 'GET /api/v1/acc');
  await ask('/stream');
  await ask('/unread', false);
  await ask('/export', false);
  await ask('/body', true, 'Content-Length: 10\r\n');
  await ask('/work');
  const drained = drain();
  await clock.pass(leaveMs - 1);
  expect(closed).toEqual(['/idle']);
  await clock.pass(200);
  expect([...closed].sort()).toEqual(['/body', '/export', '/idle', '/stream', '/unread', 'half a head']);
  await clock.pass(5_000);
  expect(closed).not.toContain('/work');
  answer();
  await clock.pass(leaveMs + 200);
  await drained;
  expect(closed).toContain('/work');
  expect(clock.pendingWakes).toBe(0);
  end();
});

test('a stop cuts off work that does not end', async () => {
  const { clock, drain, ask, closed, end } = await start();
  await ask('/work');
  const drained = drain();
  await clock.pass(9_999);
  expect(closed).toEqual([]);
  await clock.pass(1);
  await drained;
  end();
});

test('a stop with nothing open takes no time', async () => {
  const { clock, drain } = await start();
  await drain();
  expect([clock.elapsed(), clock.pendingWakes]).toEqual([0, 0]);
});
