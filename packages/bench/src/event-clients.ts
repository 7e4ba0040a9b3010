/** Two clients that receive events: a reader of a stream, and a webhook receiver that accepts every message. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiPath } from '../../../src/app/server';
import type { Stage } from './stage';

export interface OpenStream {
  /** The milliseconds from an event's `occurred_at` to its arrival, for each event. */
  lateMs(): readonly number[];
  until(count: number): Promise<void>;
  close(): void;
}

export const openStream = async (
  { service }: Pick<Stage, 'service'>,
  key: string,
  after: number,
): Promise<OpenStream> => {
  const asked = request({
    ...{ host: service.host, port: service.port, path: `${apiPath}/events?after_sequence=${after}`, agent: false },
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
  });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`a stream was answered ${answer.statusCode}`);
  const lateMs: number[] = [];
  let rest = '';
  answer.on('error', () => undefined);
  answer.setEncoding('utf8').on('data', (text: string) => {
    const now = Date.now();
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const at = line.indexOf('"occurred_at":"') + '"occurred_at":"'.length;
      lateMs.push(now - Date.parse(line.slice(at, at + 24)));
    }
  });
  return {
    lateMs: () => lateMs,
    until: (count) => waitUntil(() => lateMs.length >= count, `${count} events came by the stream`),
    close: () => void asked.destroy(),
  };
};

export const startReceiver = async () => {
  let received = 0;
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      received += 1;
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    until: (count: number) => waitUntil(() => received >= count, `${count} webhooks came`),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const comesWithinMs = 60_000;

const waitUntil = async (isSo: () => boolean, what: string): Promise<void> => {
  const deadline = performance.now() + comesWithinMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
