/** Asks for as much as there is and reads nothing: on new connections each, and on one, request behind request. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nowMs, steadily } from '../clock';
import { chartAccounts, openChart } from '../seeding';
import type { Attack } from './attack';

export const unreadAnswers: Attack = {
  name: 'answers that nobody reads',
  hastyPerSecond: 60,
  prepare: async (books) => {
    await openChart(books, chartAccounts, 0);
    return {};
  },
  attack: async ({ url, key }, _, perSecond, seconds) => {
    const { hostname, port } = new URL(url);
    const open = (): Socket =>
      connect(Number(port), hostname)
        .pause()
        .on('error', () => undefined);
    const request = `GET /api/v1/accounts?tree=true HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const pipelined = open();
    const sockets = [pipelined];
    const endMs = nowMs() + seconds * 1_000;
    const sent = await steadily(perSecond, endMs, (_due, number) => {
      if (number % 2 === 0) sockets.push(open());
      (number % 2 === 0 ? sockets.at(-1) : pipelined)?.write(request);
    });
    await delay(Math.max(0, endMs - nowMs()));
    for (const socket of sockets) socket.destroy();
    // What was answered is what nobody read.
    return new Map([[0, sent]]);
  },
};
