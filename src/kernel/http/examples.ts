/**
 * The examples of the document. A row cannot know the id that a service will give to an account, so it names the account;
 * where the demo has made that account, the document that is served has the demo's id in its place.
 */
import { idFromName, type Id } from '../ids';

/** A request that succeeds as it stands where the demo was made. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string>>;
  /** Required members only: an optional one without an example is not sent unawares. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const namespace = '6b0f2c5e-54d1-4c0e-9a3f-2f6f3c1d7a10';

/** The same id for the same name, such as `account BANK`. */
export const exampleId = <Of extends string>(name: string): Id<Of> => idFromName(namespace, name);

/** Name → the id that the thing has in this installation. */
export type KnownIds = Readonly<Record<string, string>>;

/** The document with the ids that are known. */
export const withKnownIds = (document: object, known: KnownIds): object => {
  const ids = new Map(Object.entries(known).map(([name, id]) => [exampleId(name) as string, id]));
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' ? (ids.get(value) ?? value) : value,
  ) as object;
};
