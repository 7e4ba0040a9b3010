/**
 * The additional rules for this ledger's exports. An export has only one form for each thing, and writes some data twice. A line that no
 * export would write is damaged and is rejected; in a file of another program it would be a remark or an attribute.
 */
import type { Layer } from '../../../src/kernel/accounting';
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { because, quoted, type Reason, type SettingRow, type StopRow, type Tag } from './rows';

/** The first line identifies a journal as an export of this ledger: then names and tags are percent-encoded. */
export const ourFirstLine = /^; \S+ ".*" in [A-Z0-9]{1,12}, at sequence \d+ of its log/;

export const ourLastLine = /^; end of the journal: \d+ transactions?$/;
/** The beginning of the second line of an export. */
export const ourSecondLine = /^; Settled entries /;
/** The end of the first line in a file of rejected rows. */
export const rejectedRows = ', rejected rows';

/** The setting of an export. A file of rejected rows counts as an export too, although it has no last line. */
export const settingOfOurs = (text: string, line: number): SettingRow => ({
  ...{ kind: 'setting', line, isOurs: true },
  isWhole: !text.endsWith(rejectedRows) && !/, (from|to) \d{4}-\d\d-\d\d/.test(text),
  raw: text.endsWith(rejectedRows) ? text : `${text}${rejectedRows}`,
});

/** The last line of an export is present and the first one is not, so the names of the file would be decoded wrongly. */
export const firstLineMissing: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'This line is of an export of which the first line is missing or damaged: import the whole file.',
};

/** The last transaction of such a file may lack entries and tags: it may be incomplete even if it balances. */
export const cutOffHere: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'The file was cut off here, and more may have belonged to it. Import the whole file.',
};

export const lastLineMissing: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'The file was cut off: the last line of an export, which says how many transactions there are, is missing.',
};

/** An attribute name with one more `_` at its end is an escaped reserved name, because no attribute key ends in `_`. */
const isAttribute = (name: string, reserved: (name: string) => boolean): boolean =>
  name.endsWith('_') ? reserved(name.slice(0, -1)) : /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && !reserved(name);

/** Refuses unknown and repeated tags. A transaction may have reserved names and attributes; an account or an entry only reserved names. */
export const knownTags = (
  tags: readonly Tag[],
  names: ReadonlySet<string>,
  /** The reserved names. An attribute with such a name is written with one more `_`. */
  reserved?: (name: string) => boolean,
): Outcome<Reason, null> => {
  const before = new Set<string>();
  for (const [name, value] of tags) {
    if (!names.has(name) && !(reserved && isAttribute(name, reserved)))
      return because(
        'TAG_UNKNOWN',
        `${quoted(name)} is nothing that an export says here. Correct it, or take the line out.`,
      );
    if (before.has(name)) return because('TAG_TWICE', `${quoted(name)} stands twice.`);
    if (reserved && idNames.has(name) && !isId(value))
      return because('ID_INVALID', `${name} is the id of a transaction in an export, and ${quoted(value)} is none.`);
    before.add(name);
  }
  const [hasSource, hasType] = [before.has('correlation_source'), before.has('correlation_type')];
  return reserved && (hasSource !== hasType || (hasSource && !before.has('correlation_id')))
    ? because(
        'CORRELATION_INCOMPLETE',
        'In an export correlation_type and correlation_source stand behind a correlation_id, both or neither.',
      )
    : ok(null);
};

const idNames: ReadonlySet<string> = new Set([
  'id',
  'correlation_source',
  'reverses',
  'releases',
  'settles',
  'extends',
]);

export const isId = (text: string): boolean =>
  text.length === 36 && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Checks that the status agrees with the layer, so that a hold that lost its layer is not posted as settled. If the entries have different
 * layers, each has its own status and the transaction has none.
 */
export const markedAs = (
  mark: string | undefined,
  markOfEach: readonly (string | undefined)[],
  entries: readonly { readonly layer: Layer }[],
): Outcome<Reason, null> => {
  const isOfOneLayer = new Set(entries.map(({ layer }) => layer)).size <= 1;
  return entries.every(({ layer }, place) => {
    const own = layer === 'settled' ? '*' : '!';
    const [ofAll, ofEntry] = isOfOneLayer ? [own, undefined] : [undefined, own];
    return mark === ofAll && markOfEach[place] === ofEntry;
  })
    ? ok(null)
    : because(
        'LAYER_DIFFERS',
        'Behind the date stands * where the layer is settled, and ! where a tag says that it is pending or encumbrance. Where the layers of the entries differ, each entry has this mark instead.',
      );
};

/** Keys that beancount accepts for metadata. An export writes such a key on a line of its own, and all others together. */
export const isKeyOfBeancount = (key: string): boolean => key.length > 1 && key !== 'filename' && key !== 'lineno';

/** The number of lines that show whether a journal is an export, and so how all others are read. */
const tellingLines = 2;

/** Stops the import if the first lines of a journal cannot be read; undefined if they can. */
export const unreadBeginning = (broken: (Reason & { readonly line: number }) | undefined): StopRow | undefined =>
  broken && broken.line <= tellingLines
    ? {
        ...{ kind: 'stop', line: broken.line, code: broken.code },
        message: `${broken.message} The first lines say how all others are read.`,
      }
    : undefined;

/** Returns the part of a description that a line of hledger can show. If it is not the whole description, a tag has the whole. */
export const shownOf = (description: string): string =>
  description
    .replace(/[;|\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/^[\s*!(]+/, '')
    .trim();
