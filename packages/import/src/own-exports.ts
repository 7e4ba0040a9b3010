/**
 * Additional rules for this ledger's exports. An export writes everything in exactly one form, and some data twice. A line in any other
 * form must be damaged and is rejected. In a file of another program the same line would only be a remark or an attribute.
 */
import type { Layer } from '../../../src/kernel/accounting';
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { because, quoted, type Reason, type SettingRow, type StopRow, type Tag } from './rows';

/** Matches the first line of an export of this ledger. The names and tags of such a file are percent-encoded. */
export const ourFirstLine = /^; \S+ ".*" in [A-Z0-9]{1,12}, at sequence \d+ of its log/;

export const ourLastLine = /^; end of the journal: \d+ transactions?$/;
/** Matches the beginning of the second line of an export. */
export const ourSecondLine = /^; Settled entries /;
/** The text at the end of the first line of a file of rejected rows. */
export const rejectedRows = ', rejected rows';

/** Returns the setting for the first line of an export. A file of rejected rows is also read as an export, but lacks the last line. */
export const settingOfOurs = (text: string, line: number): SettingRow => ({
  ...{ kind: 'setting', line, isOurs: true },
  isWhole: !text.endsWith(rejectedRows) && !/, (from|to) \d{4}-\d\d-\d\d/.test(text),
  isOfRejected: text.endsWith(rejectedRows),
  raw: text.endsWith(rejectedRows) ? text : `${text}${rejectedRows}`,
});

/** The reason if a file has the last line of an export but not the first. Its names could not be decoded correctly. */
export const firstLineMissing: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'This line belongs to an export whose first line is missing or damaged: import the whole file.',
};

/**
 * The reason for rejecting the last transaction of a file that was cut off. Entries or tags may be missing, even if the transaction
 * balances.
 */
export const cutOffHere: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'The file was cut off here, and this transaction may be incomplete. Import the whole file.',
};

export const lastLineMissing: Reason = {
  code: 'FILE_CUT_OFF',
  message: 'The file was cut off: the last line of the export, which contains the number of transactions, is missing.',
};

/**
 * Returns whether a tag is an attribute. An attribute whose key is a reserved name is written with an additional `_` at its end. This is
 * unambiguous, because no attribute key ends in `_`.
 */
const isAttribute = (name: string, reserved: (name: string) => boolean): boolean =>
  name.endsWith('_') ? reserved(name.slice(0, -1)) : /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && !reserved(name);

/**
 * Refuses tags that are unknown or occur twice. A transaction may have reserved names and attributes. An account or an entry may only have
 * reserved names.
 */
export const knownTags = (
  tags: readonly Tag[],
  names: ReadonlySet<string>,
  /** Whether a name is reserved; undefined if attributes are not allowed. */
  reserved?: (name: string) => boolean,
): Outcome<Reason, null> => {
  const before = new Set<string>();
  for (const [name, value] of tags) {
    if (!names.has(name) && !(reserved && isAttribute(name, reserved)))
      return because('TAG_UNKNOWN', `An export has no tag ${quoted(name)} here. Correct the tag, or remove it.`);
    if (before.has(name)) return because('TAG_TWICE', `${quoted(name)} appears twice.`);
    if (reserved && idNames.has(name) && !isId(value))
      return because(
        'ID_INVALID',
        `In an export, ${name} is the id of a transaction, but ${quoted(value)} is not an id.`,
      );
    before.add(name);
  }
  const [hasSource, hasType] = [before.has('correlation_source'), before.has('correlation_type')];
  return reserved && (hasSource !== hasType || (hasSource && !before.has('correlation_id')))
    ? because(
        'CORRELATION_INCOMPLETE',
        'In an export, a transaction has both correlation_type and correlation_source or neither, and with them a correlation_id. Export the journal again.',
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
 * Checks that the status agrees with the layer. Otherwise a hold whose layer tag was lost would be posted as settled. If the entries have
 * different layers, each entry has its own status and the transaction has none.
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
        'The mark after the date must be * for the layer settled, and ! if a tag names pending or encumbrance. If the layers of the entries differ, each entry has this mark instead.',
      );
};

/**
 * Returns whether beancount accepts a key for metadata. An export writes a member with such a key in its own line, and all other members
 * together in one line.
 */
export const isKeyOfBeancount = (key: string): boolean => key.length > 1 && key !== 'filename' && key !== 'lineno';

/** The number of lines at the beginning that show whether a journal is an export of this ledger. */
const tellingLines = 2;

/** Returns the row that stops the import if one of the first lines of a journal cannot be read; undefined otherwise. */
export const unreadBeginning = (broken: (Reason & { readonly line: number }) | undefined): StopRow | undefined =>
  broken && broken.line <= tellingLines
    ? {
        ...{ kind: 'stop', line: broken.line, code: broken.code },
        message: `${broken.message} The first lines determine how all others are read.`,
      }
    : undefined;

/**
 * Returns the part of a description that the first line of a transaction in hledger can contain. If it is not the whole description, a tag
 * contains the whole.
 */
export const shownOf = (description: string): string =>
  description
    .replace(/[;|\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/^[\s*!(]+/, '')
    .trim();
