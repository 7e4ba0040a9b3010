/** Reads the query string: grouped parameters, and parameters that the endpoint does not know. */
import { isLeft } from 'fp-ts/Either';
import type { Validation } from 'io-ts';
import { defaultPageLimit, pageBounds, type PageBounds } from '../page';
import { ok, refuse, type FieldErrors, type Outcome } from '../refusal';
import { booleanText, fieldErrors, integerText, object, optional, text, withDefault, type AnyCodec } from './codecs';
import { nearestOf } from './nearest';

const listQueryOf = ({ max, usual }: PageBounds) =>
  object({ limit: integerText(1, max, usual), cursor: optional(text({ max: 2000 })) });
const listQuery = listQueryOf(pageBounds);
const dryRunQuery = object({ dry_run: withDefault(booleanText, false) });

/** The query parameters that a route accepts. */
interface Asks {
  readonly query?: AnyCodec;
  readonly list?: boolean | PageBounds;
  readonly dryRun?: AnyCodec;
}

const listQueryFor = ({ list = false }: Asks) =>
  typeof list === 'object' ? [listQueryOf(list)] : list ? [listQuery] : [];

export interface AskedQuery {
  /** The decoded parameters of the route; undefined if it has none of its own. */
  readonly query: unknown;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly isDryRun: boolean;
}

/** The decoded query of a request without parameters; nearly every write has none. */
const nothingAsked: AskedQuery = { query: undefined, limit: defaultPageLimit, cursor: undefined, isDryRun: false };

/** Returns the decoded query, or all of its errors. */
export const readQuery = (route: Asks, asked: Readonly<Record<string, unknown>>): Outcome<FieldErrors, AskedQuery> => {
  if (!route.query && Object.keys(asked).length === 0) return ok(nothingAsked);
  const codecs = [route.query, ...listQueryFor(route), ...(route.dryRun ? [dryRunQuery] : [])];
  const decoded = codecs.map((codec) => codec?.decode(asked));
  const invalid = errorsIn(decoded);
  const errors: FieldErrors = { ...invalid, ...unknownParameters(asked, ...codecs) };
  if (Object.keys(errors).length > 0) return refuse({ ...errors, ...repeatedParameters(asked, codecs, invalid) });
  const [query, ...others] = decoded.map((one) => (one && !isLeft(one) ? (one.right as object) : undefined));
  const {
    limit,
    cursor,
    dry_run: isDryRun,
  } = Object.assign({}, ...others) as {
    readonly limit?: number;
    readonly cursor?: string;
    readonly dry_run?: boolean;
  };
  return ok({ query, limit: limit ?? defaultPageLimit, cursor, isDryRun: isDryRun ?? false });
};

const errorsIn = (decoded: readonly (Validation<unknown> | undefined)[]): FieldErrors =>
  Object.assign({}, ...decoded.map((one) => (one && isLeft(one) ? fieldErrors(one.left) : {})));

/** The maximum number of values of one parameter that are judged. A request may have thousands, and each is decoded. */
const maxJudgedValues = 4;

/**
 * Returns the errors of parameters that were given several times, each time with a value that would be valid alone: the error of the format
 * would name the wrong cause. Only the first values are judged.
 */
const repeatedParameters = (
  asked: Readonly<Record<string, unknown>>,
  codecs: readonly (AnyCodec | undefined)[],
  errors: FieldErrors,
): FieldErrors => {
  const isValidAlone = (name: string, value: unknown): boolean =>
    !(name in errorsIn(codecs.map((codec) => codec?.decode({ [name]: value }))));
  const repeated = Object.entries(asked).filter(
    ([name, values]) =>
      name in errors &&
      Array.isArray(values) &&
      values.slice(0, maxJudgedValues).every((value) => isValidAlone(name, value)),
  );
  return Object.fromEntries(repeated.map(([name]) => [name, ['must be given only once']]));
};

/**
 * Groups `attributes[region]=north` as the member `region` of `attributes`, and likewise `metadata`; leaves all other
 * parameters unchanged.
 */
export const groupedQuery = (query: object): Readonly<Record<string, unknown>> => {
  const grouped: Record<string, unknown> = {};
  const groups = new Map<string, [string, unknown][]>();
  for (const [name, value] of Object.entries(query)) {
    const [, group, key = ''] = /^(attributes|metadata)\[(.*)\]$/s.exec(name) ?? [];
    if (group) groups.set(group, [...(groups.get(group) ?? []), [key, value]]);
    else Object.defineProperty(grouped, name, { value, enumerable: true });
  }
  for (const [group, members] of groups) grouped[group] = Object.fromEntries(members);
  return grouped;
};

/**
 * A filter that is silently ignored gives wrong results, so an unknown parameter is an error that names the nearest
 * known one.
 */
export const unknownParameters = (
  asked: Readonly<Record<string, unknown>>,
  ...codecs: readonly (AnyCodec | undefined)[]
): FieldErrors => {
  const names = Object.keys(asked);
  if (names.length === 0) return {};
  const known = codecs.flatMap((codec) => Object.keys((codec?.schema['properties'] ?? {}) as object));
  return Object.fromEntries(
    names
      .filter((name) => !known.includes(name))
      .flatMap((name) => asWritten(name, asked[name]).map((written) => [written, [complaint(name, known)]])),
  );
};

/**
 * Returns the name of a parameter as the query has it; for a group, one name per member, such as `attributes[region]`.
 */
const asWritten = (name: string, value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).map((key) => `${name}[${key}]`)
    : [name];

const complaint = (name: string, known: readonly string[]): string => {
  if (known.length === 0) return 'is not known: this endpoint takes no query parameters';
  const nearest = nearestOf(name, known);
  return nearest === undefined
    ? `is not known; known are ${known.join(', ')}`
    : `is not known; the nearest is ${nearest}`;
};
