/** An export whose reader a test can pause and resume. */
import { request } from 'node:http';
import { record } from './answers';

export interface OpenExport {
  readonly status: number;
  readonly text: () => string;
  /** `whole` if the export ended, `broken off` if the connection broke, undefined while it is still being read. */
  readonly ended: () => 'whole' | 'broken off' | undefined;
  pause(): void;
  resume(): void;
  close(): void;
  /** Reads the rest, and returns how the export ended. */
  end(): Promise<'whole' | 'broken off'>;
}

/** Requests an export. With `isPaused`, reads nothing at first except what the connection buffers. */
export const openExport = (baseUrl: string, key: string, query: string, isPaused = false): Promise<OpenExport> =>
  new Promise((resolve, reject) => {
    const url = `${baseUrl}/api/v1/exports/journal?${query}`;
    const sent = request(url, { agent: false, headers: { Authorization: `Bearer ${key}` } });
    sent.on('error', reject);
    sent.end();
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      let ended: ReturnType<OpenExport['ended']>;
      const status = response.statusCode ?? 0;
      const text = (): string => Buffer.concat(parts).toString();
      response.on('data', (part: Buffer) => void parts.push(part));
      if (isPaused) response.pause();
      response.on('error', () => undefined);
      const closed = new Promise<'whole' | 'broken off'>((told) =>
        response.on('close', () => {
          ended = response.complete ? 'whole' : 'broken off';
          if (status !== 200) record({ method: 'GET', url, status, body: JSON.parse(text()) as unknown });
          told(ended);
        }),
      );
      const end: OpenExport['end'] = () => {
        response.resume();
        return closed;
      };
      const [pause, resume] = [() => void response.pause(), () => void response.resume()];
      resolve({ status, text, ended: () => ended, pause, resume, close: () => void sent.destroy(), end });
    });
  });
