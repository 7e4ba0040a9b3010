/** Headers of every answer, and headers that a request must not contain twice. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import helmet from 'koa-helmet';
import type { Failure } from '../kernel/http/envelope';
import { malformedRequest, tooManyHeaders } from '../kernel/http/failures';
import { maxHeaderCount } from '../kernel/http/request-headers';

/**
 * Helmet's headers are the same on every answer, so it is called once. The service itself uses plain http, so it does not tell browsers to
 * load its files over TLS, and its transport policy (HSTS) excludes subdomains.
 */
export const guardHeaders: ReadonlyMap<string, string> = (() => {
  const headers = new Map<string, string>();
  const res = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader: () => undefined };
  void helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    strictTransportSecurity: { includeSubDomains: false },
  })({ req: {}, res } as unknown as Context, async () => undefined);
  return headers;
})();

export interface RefusalByHeaders {
  readonly status: number;
  readonly body: Failure;
}

/** Returns the answer to a request whose headers are too many, or contradict each other; undefined for any other. */
export const refusalByHeaders = (request: IncomingMessage): RefusalByHeaders | undefined => {
  if (request.rawHeaders.length > 2 * maxHeaderCount) return { status: 431, body: tooManyHeaders() };
  const duplicate = duplicateHeader(request);
  return duplicate === undefined ? undefined : { status: 400, body: malformedRequest(duplicate) };
};

/** Headers that a request may contain only once: two hosts, two keys or two idempotency keys contradict each other. */
const once = ['Host', 'Authorization', 'Idempotency-Key'] as const;
/** Maps the usual spellings of these names to their positions in `once`; any other spelling is converted to lower case first. */
const places = new Map(
  once.flatMap((name, place): [string, number][] => [
    [name, place],
    [name.toLowerCase(), place],
  ]),
);

/** Returns the first header that occurs twice although it may occur only once; Node itself would silently keep one of the two. */
const duplicateHeader = ({ rawHeaders }: IncomingMessage): string | undefined => {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const { length } = name;
    // The names in `once` have these lengths. Comparing the lengths first excludes most headers cheaply.
    if (length !== 4 && length !== 13 && length !== 15) continue;
    const place = places.get(name) ?? places.get(name.toLowerCase());
    if (place === undefined) continue;
    if (seen & (1 << place)) return once[place];
    seen |= 1 << place;
  }
  return undefined;
};
