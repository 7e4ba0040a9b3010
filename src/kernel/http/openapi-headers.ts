/** The headers of the document, each written once: those that a request may send, and those that an answer carries. */
import { maxKeyLength, type KeyRule } from './request-headers';
import type { Callers, Route } from './route';

type Spec = Route['spec'];

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
/** A sequence as digits; an empty text counts as an absent header. */
const sequence = { type: 'string', pattern: '^[0-9]{0,19}$', examples: ['1204'] };

export const headerComponents = {
  'X-Request-Id': {
    description:
      'Names the request in logs and in answers of 500: the id that the request sent (at most 64 characters), or one that the service created.',
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'The number of requests per second that the key may send.', schema: count },
  'X-RateLimit-Remaining': { description: 'The number of requests that remain in this second.', schema: count },
  'X-RateLimit-Reset': { description: 'Seconds until all requests are available again, rounded up.', schema: count },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: count },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { const: 'Bearer' } },
  Location: { description: 'The path of the created object.', schema: text },
  'Idempotency-Replayed': {
    description:
      '`true` if the idempotency key was used before, and this is the response to the earlier request; otherwise absent.',
    schema: { const: 'true' },
  },
  'X-Ignored-Fields': {
    description:
      'The unknown members of the body, which were ignored: at most 20, separated by commas, percent-encoded. Absent if there are none.',
    schema: text,
  },
  'X-Warning': {
    description:
      'The request was executed; this sentence points out something that the caller may have overlooked. Absent if there is nothing to point out.',
    schema: text,
  },
  'X-Accel-Buffering': { description: 'For streams: proxies must not buffer events.', schema: { const: 'no' } },
  'Ledger-Log-Epoch': {
    description: 'The epoch of the log, which changes after a restore, and after a failover that lost events.',
    schema: text,
  },
  Vary: {
    description:
      'The response depends on the request header Accept: a cache must not return it for another media type.',
    schema: { const: 'Accept' },
  },
  'Set-Cookie': { description: 'The session cookie. Scripts in a page cannot read it.', schema: text },
  'Content-Disposition': { description: 'For a file: `attachment`, and the suggested file name.', schema: text },
  'Preference-Applied': {
    description:
      'The preferences of the header Prefer that were followed: `wait`, or `consistency=eventual` if a replica answered. Absent if none was.',
    schema: text,
  },
  'X-Ledger-Sequence': {
    description:
      "A sequence of the ledger's log that the answer includes. Send it with a later read, so that its answer is at least as recent.",
    schema: count,
  },
} as const;

type HeaderName = keyof typeof headerComponents;

const references = (...names: readonly HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers of answers that may be sent before the caller is known. */
export const headersOfStrangers = (...more: readonly HeaderName[]): object => references('X-Request-Id', ...more);

const budget = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** Headers of answers to an authenticated caller, which also state its request budget. */
export const headersOfCallers = (...more: readonly HeaderName[]): object => headersOfStrangers(...budget, ...more);

const accepted = 202;
const makes = new Set([201, accepted]);

const ofReading = ({ eventual }: Spec): readonly HeaderName[] =>
  eventual ? ['Preference-Applied', 'X-Ledger-Sequence'] : [];

const ofBody = ({ body, strict }: Spec): readonly HeaderName[] => (body && !strict ? ['X-Ignored-Fields'] : []);

export const headersOfSuccess = (spec: Spec, callers: Callers): object =>
  headersOfCallers(
    ...(callers === 'visitors' ? (['Set-Cookie'] as const) : []),
    ...(makes.has(spec.ok) ? (['Location'] as const) : []),
    ...(spec.idempotency || spec.ok === accepted ? (['Idempotency-Replayed'] as const) : []),
    ...ofBody(spec),
    ...(spec.warns ? (['X-Warning'] as const) : []),
    ...(spec.waits && !spec.streams ? (['Preference-Applied', 'X-Ledger-Sequence'] as const) : []),
    ...((spec.files ?? spec.streams) ? (['Vary'] as const) : []),
    ...(spec.files ? (['Content-Disposition'] as const) : []),
    ...(spec.streams ? (['Ledger-Log-Epoch', 'X-Accel-Buffering'] as const) : []),
    ...(spec.onlyFiles ? (['Content-Disposition', 'X-Accel-Buffering', 'X-Ledger-Sequence'] as const) : []),
    ...ofReading(spec),
  );

export const headersOfFailure = (spec: Spec, status: number): object =>
  headersOfCallers(
    ...ofBody(spec),
    ...ofReading(spec),
    ...(status === 429 || saysWhen(spec, status) ? (['Retry-After'] as const) : []),
  );

/** Returns whether a refusal of the route with this status sends `Retry-After`. */
const saysWhen = ({ refusals }: Spec, status: number): boolean =>
  Object.values(refusals).some(
    (row) => row.status === status && row.example && row.headers?.(row.example)['Retry-After'],
  );

const preferencesOf = ({ waits, streams, maxWaitSeconds, eventual, body, strict }: Spec): string =>
  [
    ...(eventual ? ['`consistency=eventual`: a replica, which may be slightly behind, may answer.'] : []),
    ...(waits && !streams ? ['`wait=N`: answer when it is posted or failed, after N seconds (10) at the latest.'] : []),
    ...(waits && streams
      ? [`\`wait=N\`: answer when the next one comes, after N seconds (${maxWaitSeconds}) at the latest.`]
      : []),
    ...(body && !strict ? ['`handling=strict`: refuse members of the body that the endpoint does not know.'] : []),
  ].join(' ');

/**
 * Returns the request headers of a route. Optional headers have no example: a first try of an operation should not send
 * them.
 */
export const requestHeaders = (spec: Spec): readonly object[] => {
  const preferences = preferencesOf(spec);
  return [
    ...(spec.idempotency
      ? [{ name: 'Idempotency-Key', ...optional(keyRules[spec.idempotency]), schema: keySchema(spec.idempotency) }]
      : []),
    ...(preferences === '' ? [] : [{ name: 'Prefer', ...optional(preferences), schema: text }]),
    ...(spec.streams ? [{ name: 'Last-Event-ID', ...optional(lastEventRule), schema: text }] : []),
    ...(spec.eventual ? [{ name: 'X-Ledger-Sequence', ...optional(sequenceRule), schema: sequence }] : []),
  ];
};

const optional = (description: string): object => ({ in: 'header', required: false, description });
const sequenceRule =
  'A sequence from an earlier response: this response is at least as recent. The response has a sequence of its own.';
const lastEventRule =
  'The id of the last event of an earlier stream, which is its sequence: this stream continues after it. An empty value counts as absent.';
/** An idempotency key; an empty one counts as absent. */
const keySchema = (rule: KeyRule): object => ({ type: 'string', maxLength: maxKeyLength[rule] });
const keyRules = {
  'header must agree': 'The same as `idempotency_key`; if both are given, they must be equal.',
  'header wins': 'Replaces `idempotency_key`, and takes precedence over it.',
  'header with index':
    'Each item without an `idempotency_key` gets this key, a slash and its index: `import-7/0` for the first item. So the same batch can be sent again with the same header.',
} as const satisfies Record<KeyRule, string>;
