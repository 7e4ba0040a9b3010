/** Connections to endpoints: kept for the next webhook, limited, and closed. */
import type { Socket } from 'node:net';
import { afterThisTurn } from '../../../src/kernel/running/event-loop';
import { answering, answerOf, listen, timeless } from './endpoints';
import { closed, openSenders, sendTo } from './senders';

const senders = openSenders();
const { senderWith } = senders;

describe('connections', () => {
  test('are kept for the next webhook to the same endpoint, and for no other', async () => {
    const endpoint = await listen(answering(200));
    const sender = senderWith();
    for (const _ of [1, 2, 3]) await sendTo(sender, endpoint, { path: '/a' });
    expect(endpoint.connections()).toBe(1);
    await sendTo(sender, endpoint, { path: '/b' });
    expect(endpoint.connections()).toBe(2);
    sender.close();
    await endpoint.allClosed();
  });

  test('are at most 32 per endpoint', async () => {
    const endpoint = await listen((socket) => afterThisTurn(() => socket.write(answerOf(200))));
    const sender = senderWith();
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendTo(sender, endpoint)));
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['answered']));
    expect(endpoint.connections()).toBeLessThanOrEqual(32);
  });

  test('to one endpoint that are all in use do not delay another endpoint', async () => {
    const endpoint = await listen((socket, _, connection) => {
      if (endpoint.received()[connection]?.includes('/quick') === true) socket.write(answerOf(200));
    });
    const sender = senderWith({ timeoutMs: 1_000 });
    const slow = Array.from({ length: 40 }, () => sendTo(sender, endpoint, { path: '/slow' }));
    await endpoint.connected(32);
    expect(await sendTo(sender, endpoint, { path: '/quick' })).toMatchObject({ kind: 'answered' });
    senders.clock.advance(1_000);
    expect(new Set((await Promise.all(slow)).map(({ kind }) => kind))).toEqual(new Set(['failed']));
    await sendTo(sender, endpoint, { path: '/quick' });
    sender.close();
    await endpoint.allClosed();
  });

  test('all end when the sender closes, even while they wait for an answer', async () => {
    const endpoint = await listen(() => undefined);
    const sender = senderWith();
    const sent = sendTo(sender, endpoint);
    await endpoint.asked(1);
    sender.close();
    expect(timeless(await sent)).toEqual({ kind: 'failed', reason: closed });
    await endpoint.allClosed();
  });

  test('that are idle are closed', async () => {
    const endpoint = await listen(answering(200));
    await sendTo(senderWith({ idleMs: 20 }), endpoint);
    await endpoint.allClosed();
  });

  test('that are in use are not closed as idle', async () => {
    const waiting: Socket[] = [];
    const endpoint = await listen((socket, _, connection) => {
      if (endpoint.received()[connection]?.includes('/slow') === true) waiting.push(socket);
      else socket.write(answerOf(200));
    });
    const sender = senderWith({ idleMs: 20 });
    const slow = sendTo(sender, endpoint, { path: '/slow' });
    await endpoint.asked(1);
    await sendTo(sender, endpoint, { path: '/quick' });
    // The connection of the slow request is older than the one that closes, so by now its idle limit has passed as well.
    await endpoint.closed(1);
    for (const socket of waiting) socket.write(answerOf(200));
    expect(await slow).toMatchObject({ kind: 'answered' });
  });

  test('that the endpoint closed meanwhile do not fail the next webhook', async () => {
    const endpoint = await listen((socket, requests) => {
      if (requests === 1) socket.write(answerOf(200));
      else socket.resetAndDestroy();
    });
    const sender = senderWith();
    for (const _ of [1, 2, 3]) expect(await sendTo(sender, endpoint)).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('do not carry an answer over to the next webhook', async () => {
    const endpoint = await listen((socket) => socket.write(answerOf(200, 'first') + answerOf(500, 'second')));
    const sender = senderWith();
    for (const _ of [1, 2, 3]) expect(await sendTo(sender, endpoint)).toMatchObject({ body: 'first' });
  });
});
