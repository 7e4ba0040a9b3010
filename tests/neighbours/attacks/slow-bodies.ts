/** Bodies that begin and do not go on: each request is there, and holds whatever is held while its body is read. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nowMs, steadily } from '../clock';
import type { Attack } from './attack';

export const slowBodies: Attack = {
  name: 'slow bodies',
  hastyPerSecond: 165,
  prepare: async () => ({}),
  attack: async ({ url, key }, _, perSecond, seconds) => {
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    const tally = new Map<number, number>();
    const head = [
      'POST /api/v1/transactions HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ];
    const endMs = nowMs() + seconds * 1_000;
    await steadily(perSecond, endMs, () => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (answer: Buffer) => {
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1] ?? 0);
        tally.set(status, (tally.get(status) ?? 0) + 1);
      });
      socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    });
    await delay(Math.max(0, endMs - nowMs()));
    const answered = [...tally.values()].reduce((sum, count) => sum + count, 0);
    tally.set(0, sockets.length - answered);
    for (const socket of sockets) socket.destroy();
    return tally;
  },
};
