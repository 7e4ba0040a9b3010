/** Server-Sent Events as a reader takes them: over a connection of its own, frame by frame. */
import { request, type IncomingMessage } from 'node:http';
import type { Event } from './feed';
import { until } from './service-process';

export interface Frame {
  readonly id: number;
  readonly type: string;
  readonly event: Event;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly frames: readonly Frame[];
  readonly comments: readonly string[];
  /** The whole answer where it is no stream. */
  readonly text: () => string;
  readonly isOver: () => boolean;
  /** Waits until so many events have come. */
  have(count: number): Promise<void>;
  /** Reads no more, with the connection open. */
  pause(): void;
  resume(): void;
  close(): void;
}

export const openStream = (
  baseUrl: string,
  key: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> =>
  new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/api/v1/events?${query}`, {
      agent: false,
      headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...headers },
    });
    sent.on('error', reject);
    sent.end();
    sent.on('response', (response) => {
      const frames: Frame[] = [];
      const comments: string[] = [];
      let [all, rest, isOver] = ['', '', false];
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        all += part;
        const whole = (rest + part).split('\n\n');
        rest = whole.pop() ?? '';
        for (const frame of whole)
          if (frame.startsWith(':')) comments.push(frame.slice(1).trim());
          else frames.push(readFrame(frame));
      });
      response.on('error', () => (isOver = true));
      response.on('close', () => (isOver = true));
      resolve({
        ...{ status: response.statusCode ?? 0, headers: response.headers, frames, comments },
        text: () => all,
        isOver: () => isOver,
        have: (count) => until(`${count} events came`, async () => frames.length >= count, 10_000),
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        close: () => void sent.destroy(),
      });
    });
  });

const readFrame = (frame: string): Frame => {
  const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  const event = JSON.parse(fields.get('data') ?? '') as Event;
  return { id: Number(fields.get('id')), type: fields.get('event') ?? '', event };
};
