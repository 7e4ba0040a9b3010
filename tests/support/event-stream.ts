/** A reader of Server-Sent Events with its own connection, frame by frame. */
import { request, type IncomingMessage } from 'node:http';
import { createTally } from './happenings';
import type { Event } from './feed';

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
  /** The whole text of the answer if it is not a stream. */
  readonly text: () => string;
  readonly isOver: () => boolean;
  /** Resolves when the connection is closed. */
  readonly over: Promise<void>;
  /** Waits until `count` events have arrived. Throws if the stream ends before that. */
  have(count: number): Promise<void>;
  /** Waits until `count` comments have arrived. */
  haveComments(count: number): Promise<void>;
  /** Stops reading and keeps the connection open. */
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
      const [framesSeen, commentsSeen] = [createTally(), createTally()];
      let [all, rest, isOver] = ['', '', false];
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        all += part;
        const whole = (rest + part).split('\n\n');
        rest = whole.pop() ?? '';
        for (const frame of whole)
          if (frame.startsWith(':')) {
            comments.push(frame.slice(1).trim());
            commentsSeen.add();
          } else {
            frames.push(readFrame(frame));
            framesSeen.add();
          }
      });
      const over = new Promise<void>((resolveOver) => {
        const end = (): void => {
          isOver = true;
          resolveOver();
        };
        response.on('error', end).on('close', end);
      });
      resolve({
        ...{ status: response.statusCode ?? 0, headers: response.headers, frames, comments },
        text: () => all,
        ...{ isOver: () => isOver, over },
        have: async (count) => {
          await Promise.race([framesSeen.reaches(count), over]);
          if (frames.length < count)
            throw new Error(
              `the stream (${response.statusCode}) was over after ${frames.length} of ${count} events: ${all.slice(0, 200)}`,
            );
        },
        haveComments: commentsSeen.reaches,
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
