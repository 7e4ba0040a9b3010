/** The answers of what is no read, unread: small questions whose answers are as long as a template's texts may be. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nowMs, steadily } from '../clock';
import type { Attack } from './attack';
import { wordyTemplates } from './wordy-templates';

/** More than the kernel takes of one connection. */
const perConnection = 50;

export const unreadWrites: Attack = {
  name: 'answers to writes that nobody reads',
  hastyPerSecond: 60,
  prepare: wordyTemplates.prepare,
  attack: async ({ url, key }, { id }, perSecond, seconds) => {
    const { hostname, port } = new URL(url);
    const body = '{"params":{}}';
    const request = [
      `POST /api/v1/trancodes/${id}/validate-params HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    const sockets: Socket[] = [];
    const endMs = nowMs() + seconds * 1_000;
    const sent = await steadily(perSecond, endMs, (_due, number) => {
      if (number % perConnection === 0)
        sockets.push(
          connect(Number(port), hostname)
            .pause()
            .on('error', () => undefined),
        );
      sockets.at(-1)?.write(request);
    });
    await delay(Math.max(0, endMs - nowMs()));
    for (const socket of sockets) socket.destroy();
    return new Map([[0, sent]]);
  },
};
