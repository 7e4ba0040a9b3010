/** The answers to failures that can occur at any endpoint, before an endpoint is reached, or if there is none. */
import type { FieldErrors } from '../refusal';
import { failure, type Failure } from './envelope';
import { maxHeaderCount } from './request-headers';
import { invalidAnswer, refusalBody } from './status';

export const unauthorized = (): Failure =>
  failure(
    'UNAUTHORIZED',
    'The API key is missing, unknown, expired or revoked. Send a valid one as "Authorization: Bearer sk_…".',
  );

export const unauthorizedAdministrator = (): Failure =>
  failure(
    'UNAUTHORIZED',
    'The administrator key is missing, unknown or revoked. Send a valid one as "Authorization: Bearer ak_…", or sign in as an administrator.',
  );

/** Only a caller with a valid key receives this answer, because nobody else may learn that the key is limited to networks. */
export const outsideOfNetworks = (): Failure =>
  failure(
    'FORBIDDEN',
    'This key may not be used from this address. Use it from one of its networks, or ask an operator for a key without network restrictions.',
  );

export const sessionEnded = (): Failure =>
  failure('UNAUTHORIZED', 'The session has ended. Sign in again with POST /console/session.');

export const csrfTokenInvalid = (): Failure =>
  failure(
    'CSRF_TOKEN_INVALID',
    'A session by cookie writes only with X-CSRF-Token (from GET /console/session) and from the origin of the service itself.',
  );

/** The answer does not reveal whether the ledger belongs to another tenant or does not exist. */
export const ledgerNotFound = (): Failure =>
  failure('LEDGER_NOT_FOUND', 'There is no such ledger. GET /console/session lists those that you may open.');

export const ledgerNotNamed = (): Failure =>
  failure('MALFORMED_REQUEST', 'A session by cookie must name a ledger: send its id in the header X-Ledger.');

export const rateLimited = (retryAfterSeconds: number): Failure =>
  failure('RATE_LIMIT_EXCEEDED', `The rate limit is exceeded. Try again in ${retryAfterSeconds} s.`, {
    meta: { retry_after: retryAfterSeconds },
  });

export const malformedRequest = (header: string): Failure =>
  failure('MALFORMED_REQUEST', `The header ${header} was sent more than once. Send it once.`);

export const malformedSequence = (header: string): Failure =>
  failure('MALFORMED_REQUEST', `The header ${header} must be one sequence, in digits.`);

export const tooManyHeaders = (): Failure =>
  failure(
    'TOO_MANY_HEADERS',
    `A request may have at most ${maxHeaderCount} headers. Nothing was read; send it with fewer.`,
  );

export const internalError = (requestId: string): Failure =>
  failure('INTERNAL_ERROR', `The service failed. Quote the request id ${requestId} when you report this.`);

export const unavailable = (
  why = 'The ledger cannot do this right now. Nothing was written; try again after Retry-After seconds.',
): Failure => failure('SERVICE_UNAVAILABLE', why);

export const commitInDoubt = (): Failure =>
  failure(
    'SERVICE_UNAVAILABLE',
    'The database connection was lost during the write, which may or may not have been committed. If the request had an idempotency key, repeat it with the same key after Retry-After seconds. If it had none, its effect may appear up to a minute later: repeat the request only if it has not appeared by then.',
  );

export const overloaded = (): Failure =>
  failure(
    'SERVICE_UNAVAILABLE',
    'The service is overloaded. Nothing was written; try again after Retry-After seconds.',
  );

/** `message` contains the first error, `errors` contains all of them. */
export const invalidRequest = (errors: FieldErrors): Failure => refusalBody(invalidAnswer, { errors });

/** The caller has more requests in progress than one caller may have. */
export const overShare = (retryAfterSeconds: number): Failure =>
  failure(
    'RATE_LIMIT_EXCEEDED',
    `You have too many requests in progress. Nothing was written; wait for answers, and try again in ${retryAfterSeconds} s.`,
    { meta: { retry_after: retryAfterSeconds } },
  );

export const payloadTooLarge = (bytes: number): Failure =>
  failure('PAYLOAD_TOO_LARGE', `The body may have at most ${bytes} bytes. Split the request.`);

export const bodyTooSlow = (seconds: number): Failure =>
  failure('REQUEST_TIMEOUT', `The body did not arrive within ${seconds} s. Nothing was written. Send it faster.`);
