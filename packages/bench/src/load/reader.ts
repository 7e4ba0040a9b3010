/**
 * The reader: a separate process that reads over HTTP, one request at a time. Other work of the benchmark does not affect its measured
 * times.
 */
import { bodyOf, openConnection, requestFor, statusOf, unexpected, type Target } from './connection';
import { serveProcess } from './process';

export interface ReadQuestion {
  readonly path: string;
}

export interface ReadAnswer {
  readonly body: string;
  /** The milliseconds from the request to the last byte of the response. */
  readonly milliseconds: number;
}

const found = 200;

serveProcess<Target, ReadQuestion, ReadAnswer>(async (target) => {
  const connection = await openConnection(target);
  return async ({ path }) => {
    const request = requestFor(target, path);
    const startedAt = performance.now();
    const answer = await connection.ask(request);
    const milliseconds = performance.now() - startedAt;
    if (statusOf(answer) !== found) throw unexpected(answer);
    return { body: bodyOf(answer), milliseconds };
  };
});
