/**
 * Entries that repeat: `repeat: "params.parts"` creates an entry for each item of the list, in the order of the items. The cost of a
 * template is limited when it is created: each of its parts counts as often as it may be repeated.
 */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { complain, type Complaints } from './complaints';
import type { CompiledEntry } from './entry';
import type { ListParameter, NamedValues } from './parameter';
import type { DecodedParams } from './params';
import { maxExpandedEntries, minExpandedEntries, type EntryTemplate } from './transaction-code';

/** An entry to render, and the values to render it with. */
export interface Repetition {
  readonly entry: CompiledEntry;
  readonly values: NamedValues;
  /** The name of the item in error messages, such as `params.parts[2]`; undefined if the entry does not repeat. */
  readonly item: string | undefined;
}

/** Returns each entry once, or once per item if it repeats. A refusal is a text that completes the sentence "the entries …". */
export const repeatEntries = (
  entries: readonly CompiledEntry[],
  { values, lists }: DecodedParams,
): Outcome<string, readonly Repetition[]> => {
  const itemsOf = ({ name }: ListParameter): readonly NamedValues[] => lists.get(name) ?? [];
  const count = entries.reduce((sum, { list }) => sum + (list ? itemsOf(list).length : 1), 0);
  if (count < minExpandedEntries || count > maxExpandedEntries)
    return refuse(`number ${count}, but a transaction has ${minExpandedEntries} to ${maxExpandedEntries}`);
  return ok(
    entries.flatMap((entry): readonly Repetition[] => {
      const { list } = entry;
      if (!list) return [{ entry, values, item: undefined }];
      return itemsOf(list).map((item, index) => ({
        entry,
        values: withItem(values, item),
        item: `params.${list.name}[${index}]`,
      }));
    }),
  );
};

/** Names of an item's parameters have a prefix, so they never collide with other parameters. */
const withItem = (values: NamedValues, item: NamedValues): NamedValues => ({
  get: (name) => item.get(name) ?? values.get(name),
  has: (name) => item.has(name) || values.has(name),
});

/**
 * The maximum number of characters in the expressions of all amounts, repetitions included: computing them takes 14 ms of CPU in the worst
 * case. A typical expression has thirty characters.
 */
const maxRepeatedCharacters = 10_000;
/** The maximum number of placeholders, repetitions included: each may be replaced by a text of a thousand characters. */
const maxRepeatedPlaceholders = 1_000;
const maxRepeatedBytes = 131_072;

/** Complains if even the shortest lists give too many entries, or if the longest would cost too much. */
export const judgeRepetition = (
  templates: readonly EntryTemplate[],
  entries: readonly CompiledEntry[],
  complaints: Complaints,
): void => {
  if (!entries.some(({ list }) => list)) return;
  const least = entries.reduce((sum, { list }) => sum + (list ? list.minItems : 1), 0);
  if (least > maxExpandedEntries)
    complain(
      complaints,
      'entries_template.entries',
      `number ${least} even with the shortest lists that min_items allows, but a transaction has at most ${maxExpandedEntries}`,
    );
  const judge = (what: string, max: number, weightOf: (template: EntryTemplate) => number): void => {
    const most = heaviest(entries, templates.map(weightOf));
    if (most > max)
      complain(
        complaints,
        'entries_template',
        `must have at most ${max} ${what} in all entries of a transaction, but has ${most} when the lists are longest: lower max_items`,
      );
  };
  judge('characters in amounts', maxRepeatedCharacters, ({ amount }) => amount.length);
  judge('placeholders', maxRepeatedPlaceholders, placeholdersIn);
  judge('bytes of JSON', maxRepeatedBytes, (template) => Buffer.byteLength(JSON.stringify(template)));
};

/**
 * Returns the greatest cost that one transaction can have: all entries that do not repeat, and, up to the maximum number of entries, the most
 * expensive repeating ones.
 */
const heaviest = (entries: readonly CompiledEntry[], weights: readonly number[]): number => {
  const repeated = new Map<ListParameter, { count: number; weight: number }>();
  let [room, sum] = [maxExpandedEntries, 0];
  for (const [index, { list }] of entries.entries()) {
    const weight = weights[index] ?? 0;
    if (list) {
      const others = repeated.get(list) ?? { count: 0, weight: 0 };
      repeated.set(list, { count: others.count + 1, weight: others.weight + weight });
    } else {
      room -= 1;
      sum += weight;
    }
  }
  const lists = [...repeated].map(([{ maxItems }, { count, weight }]) => ({
    most: count * maxItems,
    each: weight / count,
  }));
  for (const { most, each } of lists.sort((x, y) => y.each - x.each)) {
    const rendered = Math.min(most, room);
    room -= rendered;
    sum += rendered * each;
  }
  return Math.ceil(sum);
};

const placeholdersIn = ({ repeat: _, ...template }: EntryTemplate): number =>
  JSON.stringify(template).split(/params\.|item\./).length - 1;
