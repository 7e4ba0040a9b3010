/**
 * The result of an attempt for any behaviour of the endpoint: an answer or a reason, within the time limit, with no connection left open.
 */
import type { Socket } from 'node:net';
import { afterThisTurn, nextTurn } from '../../../src/kernel/running/event-loop';
import type { WebhookAnswer } from '../../../src/modules/events/application/ports';
import { answering, answerOf, closeEndpoints, listen, timeless } from './endpoints';
import { closed, openSenders, sendTo } from './senders';

const senders = openSenders();
const { senderWith } = senders;

describe('an attempt', () => {
  test('sends the request as given, and returns the answer and its duration', async () => {
    const endpoint = await listen((socket) => {
      senders.clock.advance(42.2);
      socket.write(answerOf(202, 'thanks'));
    });
    const sender = senderWith();
    const headers = { 'webhook-id': 'msg_1', 'content-type': 'application/json', host: 'other', 'content-length': '1' };
    const body = '{"name":"Čapek"}';
    expect(await sendTo(sender, endpoint, { path: '/a%20b?c=d&e=%2F#f', body, headers })).toEqual({
      kind: 'answered',
      status: 202,
      body: 'thanks',
      milliseconds: 42,
    });
    const [head = '', sent] = (endpoint.received()[0] ?? '').split('\r\n\r\n');
    expect(sent).toBe(body);
    expect(head.split('\r\n').sort()).toEqual(
      [
        'POST /a%20b?c=d&e=%2F HTTP/1.1',
        'Connection: keep-alive',
        `content-length: ${Buffer.byteLength(body)}`,
        'content-type: application/json',
        `host: 127.0.0.1:${endpoint.port}`,
        'webhook-id: msg_1',
      ].sort(),
    );
  });

  test.each([200, 204, 400, 404, 410, 429, 500, 503, 999])('accepts %i as an answer', async (status) => {
    const endpoint = await listen(answering(status));
    expect(timeless(await sendTo(senderWith(), endpoint))).toEqual({ kind: 'answered', status, body: '' });
  });

  test.each([300, 301, 302, 303, 307, 308])('follows no redirect of %i', async (status) => {
    const secret = await listen(answering(200, 'secret'));
    const endpoint = await listen(answering(status, 'moved', [`location: http://127.0.0.1:${secret.port}/`]));
    expect(timeless(await sendTo(senderWith(), endpoint))).toEqual({ kind: 'answered', status, body: 'moved' });
    expect(secret.connections()).toBe(0);
  });

  test('accepts a body that ends with the connection', async () => {
    const endpoint = await listen((socket) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(9_000)}`));
    expect(await sendTo(senderWith(), endpoint)).toMatchObject({ status: 200, body: 'x'.repeat(9_000) });
  });

  test('leaves no pending deadline', async () => {
    const endpoint = await listen(answering(200));
    const sender = senderWith({ resolve: () => Promise.resolve(['127.0.0.1']) });
    await sender.send({ url: `http://a.test:${endpoint.port}/`, headers: {}, body: '' });
    expect(senders.clock.pendingWakes).toBe(0);
  });

  test('fails with headers that cannot be sent', async () => {
    const endpoint = await listen(answering(200));
    for (const headers of [{ 'a b': 'c' }, { a: 'b\r\nc: d' }])
      expect(timeless(await sendTo(senderWith(), endpoint, { headers }))).toEqual({
        kind: 'failed',
        reason: 'The endpoint gave no answer.',
      });
    expect(endpoint.connections()).toBe(0);
  });
});

describe('an answer that is too large', () => {
  const endless = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const more = (): void => {
      while (!socket.destroyed && socket.write('x'.repeat(1_000)));
    };
    socket.on('drain', more);
    more();
  };

  test('is cut to its first 16 KiB, and the connection is closed', async () => {
    const endpoint = await listen(endless);
    expect(timeless(await sendTo(senderWith(), endpoint))).toEqual({
      kind: 'answered',
      status: 200,
      body: 'x'.repeat(16_384),
    });
    await endpoint.allClosed();
  });

  test('has more than 16 KiB: an answer of exactly 16 KiB is kept whole', async () => {
    const endpoint = await listen(answering(200, 'x'.repeat(16_384)));
    const sender = senderWith();
    for (const _ of [1, 2]) expect(await sendTo(sender, endpoint)).toMatchObject({ body: 'x'.repeat(16_384) });
    expect(endpoint.connections()).toBe(1);
  });

  test('is not cut within a character', async () => {
    const endpoint = await listen(answering(200, '€€€€'));
    expect(await sendTo(senderWith({ maxAnswerBytes: 7 }), endpoint)).toMatchObject({ status: 200, body: '€€' });
  });
});

describe('an endpoint that', () => {
  const write = (text: string) => (socket: Socket) => void socket.write(text);
  const end = (text: string) => (socket: Socket) => void socket.end(text);
  const trickle = (first: string, every: string) => (socket: Socket) => {
    socket.write(first);
    const more = (): void => {
      if (socket.destroyed) return;
      socket.write(every);
      afterThisTurn(more);
    };
    more();
  };
  const timeoutMs = 10_000;

  test.each([
    ['sends nothing', () => undefined],
    ['does not end its headers', write('HTTP/1.1 200 OK\r\n')],
    ['does not end its body', write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello')],
    ['trickles headers', trickle('HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
    ['trickles its body', trickle('HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n', 'x')],
    ['trickles chunks', trickle('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n')],
    ['keeps sending 100 Continue', trickle('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s is given up at the deadline', async (_, behave: (socket: Socket) => void) => {
    const endpoint = await listen(behave);
    let answer: WebhookAnswer | undefined;
    const sent = sendTo(senderWith({ timeoutMs }), endpoint).then((given) => (answer = given));
    await endpoint.asked(1);
    senders.clock.advance(timeoutMs - 1);
    // Bytes that arrive slowly do not extend the deadline.
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(answer).toBeUndefined();
    senders.clock.advance(1);
    expect(await sent).toEqual({
      ...{ kind: 'failed', reason: 'The endpoint did not answer within 10 s.', milliseconds: timeoutMs },
    });
    await endpoint.allClosed();
  });

  test.each([
    ['hangs up', (socket: Socket) => void socket.destroy(), closed],
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy(), closed],
    ['ends without an answer', end(''), closed],
    ['hangs up in its headers', end('HTTP/1.1 200 OK\r\ncontent'), closed],
    ['hangs up in its body', end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'), closed],
    ['hangs up in a chunk', end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhello'), closed],
    ['sends garbage', write('\u0000\u0001 garbage\r\n\r\n'), 'The answer of the endpoint is not HTTP.'],
    ['sends an odd status', write('HTTP/1.1 abc OK\r\n\r\n'), 'The answer of the endpoint is not HTTP.'],
    [
      'sends two lengths',
      write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nhi'),
      'The answer of the endpoint is not HTTP.',
    ],
    [
      'sends large headers',
      write(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(20_000)}\r\n\r\n`),
      'The headers of the answer are larger than 16 KiB.',
    ],
    [
      'switches the protocol',
      write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello'),
      closed,
    ],
  ])('%s counts as giving no answer', async (_, behave, reason) => {
    const endpoint = await listen(behave);
    expect(timeless(await sendTo(senderWith(), endpoint))).toEqual({ kind: 'failed', reason });
    await endpoint.allClosed();
  });

  test('does not listen counts as refusing the connection', async () => {
    const endpoint = await listen(answering(200));
    await closeEndpoints();
    expect(timeless(await sendTo(senderWith(), endpoint))).toEqual({
      kind: 'failed',
      reason: 'The endpoint refused the connection.',
    });
  });

  test('answers without reading has its answer accepted, and is sent no more of the body', async () => {
    const sockets: Socket[] = [];
    const endpoint = await listen((socket) => {
      sockets.push(socket.pause());
      socket.write(answerOf(413));
    });
    const sent = await sendTo(senderWith(), endpoint, { body: 'x'.repeat(20_000_000) });
    expect(timeless(sent)).toEqual({ kind: 'answered', status: 413, body: '' });
    for (const socket of sockets) socket.resume();
    await endpoint.allClosed();
    expect(endpoint.received().join('').length).toBeLessThan(20_000_000);
  });

  test('answers and hangs up during the request never makes an attempt throw', async () => {
    const endpoint = await listen((socket) => void socket.end(answerOf(413), () => socket.destroy()));
    const sent = await sendTo(senderWith(), endpoint, { body: 'x'.repeat(20_000_000) });
    expect(['answered', 'failed']).toContain(sent.kind);
    await endpoint.allClosed();
  });
});
