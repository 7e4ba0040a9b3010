/**
 * The examples of the OpenAPI document. A route row cannot know the id that the service will give to an account, so it
 * names the account; if the demo created that account, the served document shows the account's real id.
 */
import { idFromName, type Id } from '../ids';

/** A request that succeeds as written on an installation with the demo data. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string>>;
  /**
   * The required query parameters. Optional ones are left out, so that nobody who tries the example sends them by
   * accident.
   */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const namespace = '6b0f2c5e-54d1-4c0e-9a3f-2f6f3c1d7a10';

/** Returns the example id for a name such as `account BANK`: always the same id for the same name. */
export const exampleId = <Of extends string>(name: string): Id<Of> => idFromName(namespace, name);

/** The ids that records have in this installation, by the names that the examples use. */
export type KnownIds = Readonly<Record<string, string>>;

/** Returns the document with the known ids in place of the example ids. */
export const withKnownIds = (document: object, known: KnownIds): object => {
  const ids = new Map(Object.entries(known).map(([name, id]) => [exampleId(name) as string, id]));
  // Replaces whole strings in the text. A reviver of `JSON.parse` is called for each member and takes ten times as long.
  const text = JSON.stringify(document).replace(/"([0-9a-f-]{36})"/g, (told, id: string) => {
    const real = ids.get(id);
    return real === undefined ? told : JSON.stringify(real);
  });
  return JSON.parse(text) as object;
};
