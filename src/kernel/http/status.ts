/** The answer to each kind of refusal: one row per kind, in each module's own table. */
import type { FieldErrors } from '../refusal';
import { failure, type Failure } from './envelope';

export interface Tagged {
  readonly kind: string;
}

export interface RefusalAnswer<R> {
  readonly status: number;
  /** The code of a refusal never changes, because clients branch on it. */
  readonly code: string;
  /** One or two sentences for the OpenAPI document: when the refusal occurs. */
  readonly when: string;
  /** Returns cause and remedy in one or two sentences. */
  readonly message: (refusal: R) => string;
  readonly errors?: (refusal: R) => FieldErrors;
  readonly data?: (refusal: R) => unknown;
  readonly headers?: (refusal: R) => Readonly<Record<string, string>>;
  /** Example values for the refusal's members, for the OpenAPI document; absent if the refusal has no members. */
  readonly example?: Omit<R, 'kind'>;
}

/** A row for every kind of refusal in `R`: if a row is missing, the table does not compile. */
export type RefusalAnswers<R extends Tagged> = {
  readonly [K in R['kind']]: RefusalAnswer<Extract<R, { readonly kind: K }>>;
};

/** An example for each refusal that has members; if one is missing, the examples do not compile. */
export type RefusalExamples<R extends Tagged> = {
  readonly [K in R['kind'] as keyof Omit<Extract<R, { readonly kind: K }>, 'kind'> extends never ? never : K]: Omit<
    Extract<R, { readonly kind: K }>,
    'kind'
  >;
};

/** Returns the table of refusals with the examples added to their rows. */
export const exemplified = <T extends object>(table: T, examples: Readonly<Record<string, object>>): T =>
  Object.fromEntries(
    Object.entries(table).map(([kind, row]) => [kind, examples[kind] ? { ...row, example: examples[kind] } : row]),
  ) as T;

/** Selects the rows of the table that one route can answer. */
export const only = <T extends object, K extends keyof T>(table: T, ...kinds: readonly K[]): Pick<T, K> =>
  Object.fromEntries(kinds.map((kind) => [kind, table[kind]])) as Pick<T, K>;

/** Returns the same rows with a different status, for an endpoint whose status the specification prescribes. */
export const withStatus = <T extends Readonly<Record<string, RefusalAnswer<never>>>>(status: number, table: T): T =>
  Object.fromEntries(Object.entries(table).map(([kind, row]) => [kind, { ...row, status }])) as unknown as T;

/** Returns the first error, which becomes the message; `errors` contains all of them. */
export const firstOf = (errors: FieldErrors): string => {
  const [field, [text] = []] = Object.entries(errors)[0] ?? [];
  return `${field} ${text}`;
};

/**
 * A route answers invalid input in the same way, whether its codecs or its use case reported
 * it. The route decides the status (`invalid`).
 */
export const invalidAnswer = {
  status: 422,
  code: 'VALIDATION_ERROR',
  when: 'A field is missing or invalid; `errors` names each, up to twenty.',
  message: ({ errors }) => `The request is not valid: ${firstOf(errors)}.`,
  errors: ({ errors }) => errors,
} as const satisfies RefusalAnswer<{ readonly errors: FieldErrors }>;

/**
 * Returns the rows of a route in which every invalid request has one status, whether its codecs or its call find it.
 */
export const judgedAs = <T extends Readonly<Record<string, { readonly code: string }>>>(
  status: 400 | 422 = invalidAnswer.status,
  table: T,
): T => {
  const judged = Object.entries(table).map(([kind, row]) => {
    const isInvalid = row.code === invalidAnswer.code;
    return [kind, isInvalid ? { ...row, status } : row];
  });
  return Object.fromEntries(judged) as T;
};

/** Returns the body of the answer to a refusal. */
export const refusalBody = <R>(row: RefusalAnswer<R>, refusal: R): Failure => {
  const errors = row.errors?.(refusal);
  const data = row.data?.(refusal);
  return failure(row.code, row.message(refusal), {
    ...(errors ? { errors } : {}),
    ...(data === undefined ? {} : { data }),
  });
};
