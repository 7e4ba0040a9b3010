/** Compares an unknown name with the known ones, to recognise a misspelling. */

/** Returns the known name with the fewest edits; undefined if even that name is too different to be a helpful suggestion. */
export const nearestOf = (name: string, known: readonly string[]): string | undefined => {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editsBetween(name.slice(0, maxComparedLength), candidate) }))
    .sort((one, other) => one.edits - other.edits);
  return nearest && nearest.edits <= Math.max(2, nearest.candidate.length / 2) ? nearest.candidate : undefined;
};

/**
 * Returns the absent member that an unknown member of the object certainly means: it names the same object in the other way (`journal_code`
 * for `journal_id`), is spelled in a different convention (`maxBalance`), has one or two wrong letters (`layr`), or lacks its last word
 * (`expires` for `expires_at`). Undefined if the member that the name resembles most is present.
 */
export const meantBy = (
  name: string,
  known: readonly string[],
  object: Readonly<Record<string, unknown>>,
): string | undefined => {
  const isAbsent = (one: string): boolean => !Object.hasOwn(object, one);
  // A reference that is null refers to nothing, as if it were absent.
  const reference = object[name] === null ? undefined : otherReference(name);
  if (reference !== undefined && known.includes(reference) && isAbsent(reference)) return reference;
  return misspeltFor(name, known, isAbsent);
};

const otherReference = (name: string): string | undefined => {
  const [, what, way] = /^(.+)_(id|code)$/.exec(name) ?? [];
  return way && `${what}_${way === 'id' ? 'code' : 'id'}`;
};

/** Returns the absent known name of which the name is a misspelling; undefined if it is none, or if that name is present. */
export const misspeltFor = (
  name: string,
  known: readonly string[],
  isAbsent: (known: string) => boolean,
): string | undefined => {
  const plain = plainOf(name);
  if (plain.length < minMisspeltLength || plain.length > maxComparedLength) return undefined;
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editsOfMisspelling(plain, plainOf(candidate)) }))
    .sort((one, other) => one.edits - other.edits);
  const longer = known.filter((candidate) => candidate.startsWith(`${name.toLowerCase()}_`));
  if (longer.length > 0 && longer.every(isAbsent)) return longer[0];
  return nearest && nearest.edits < Infinity && isAbsent(nearest.candidate) ? nearest.candidate : undefined;
};

/** Returns the number of edits between two names, or Infinity if they are different words. */
const editsOfMisspelling = (plain: string, meant: string): number => {
  if (Math.abs(plain.length - meant.length) > maxEdits) return Infinity;
  const edits = editsBetween(plain, meant);
  return edits <= (meant.length < longNameLength ? 1 : maxEdits) ? edits : Infinity;
};

const maxComparedLength = 64;
const minMisspeltLength = 4;
const longNameLength = 8;
const maxEdits = 2;

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the number of letters to insert, delete or replace (Levenshtein distance), computed row by row. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const above = row;
    row = [at];
    for (let to = 1; to <= other.length; to++) {
      const replaced = (above[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[to] as number) + 1, (row[to - 1] as number) + 1));
    }
  }
  return row[other.length] as number;
};
