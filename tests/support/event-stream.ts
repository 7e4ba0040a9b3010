/** Server-Sent Events as a reader takes them: over a connection of its own, frame by frame. */
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
  /** The whole answer where it is no stream. */
  readonly text: () => string;
  readonly isOver: () => boolean;
  /** Resolves when nothing more can come. */
  readonly over: Promise<void>;
  /** Waits until so many events have come. Throws where the stream is over before that. */
  have(count: number): Promise<void>;
  /** Waits until so many comments have come. */
  haveComments(count: number): Promise<void>;
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
