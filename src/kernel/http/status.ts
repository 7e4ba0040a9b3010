/** How a refusal is answered: one row for each kind, in each module's own table. */
import type { FieldErrors } from '../refusal';

export interface Tagged {
  readonly kind: string;
}

export interface RefusalAnswer<R> {
  readonly status: number;
  /** Stable: clients branch on it. */
  readonly code: string;
  /** Cause and cure, in one or two sentences. */
  readonly message: (refusal: R) => string;
  readonly errors?: (refusal: R) => FieldErrors;
  readonly data?: (refusal: R) => unknown;
}

/** A row for every kind of R: a missing row does not compile. */
export type RefusalAnswers<R extends Tagged> = {
  readonly [K in R['kind']]: RefusalAnswer<Extract<R, { readonly kind: K }>>;
};

/** The rows of a table that one route can give. */
export const only = <T extends object, K extends keyof T>(table: T, ...kinds: readonly K[]): Pick<T, K> =>
  Object.fromEntries(kinds.map((kind) => [kind, table[kind]])) as Pick<T, K>;

/** The same rows under another status, where an endpoint is documented so. */
export const under = <T extends Readonly<Record<string, RefusalAnswer<never>>>>(status: number, table: T): T =>
  Object.fromEntries(Object.entries(table).map(([kind, row]) => [kind, { ...row, status }])) as unknown as T;
