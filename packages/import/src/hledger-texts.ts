/** The texts of an hledger journal: comments, tags in them, and what our own export encodes. */
import { asTagValue } from '../../../src/kernel/percent-encoding';
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { because, type Reason, type Tag } from './rows';

/** A line up to its comment, and the comment. A semicolon within quotes begins none. */
export const commentOf = (text: string): { readonly before: string; readonly comment: string } => {
  if (!text.includes(';')) return { before: text, comment: '' };
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ';' && !isQuoted) return { before: text.slice(0, at), comment: text.slice(at + 1) };
  }
  // An odd quote protects nothing.
  const at = text.indexOf(';');
  return isQuoted ? { before: text.slice(0, at), comment: text.slice(at + 1) } : { before: text, comment: '' };
};

/** Tags as hledger has them: a word with a colon, and the text up to the next comma. */
export const tagsIn = (comment: string): readonly Tag[] =>
  comment.includes(':')
    ? [...comment.matchAll(tagPattern)].map(([, name = '', value = '']): Tag => [name, value.trim()])
    : [];

/**
 * An export has one tag a line, and no other comment within a block: those of what stands at the margin at the first place, those
 * of an entry at the second one.
 */
export const ourTag = (line: string, place: 'first' | 'second'): Outcome<Reason, readonly Tag[]> => {
  const [match, name = '', written = ''] = (place === 'first' ? firstTag : secondTag).exec(line) ?? [];
  const value = decoded(written);
  return match === undefined || encoded(value, place) !== written
    ? because(
        'NOT_UNDERSTOOD',
        'An export has one tag in such a line, as in "; reference: 7", behind four spaces or, of an entry, eight. A comma is %2C there, a space at an end %20, and what need not be encoded is not.',
      )
    : ok([[name, value]]);
};

/** As the export writes it: behind an entry hledger takes what is in brackets for a day. */
const encoded = (value: string, place: 'first' | 'second'): string =>
  place === 'first' ? asTagValue(value) : asTagValue(value).replaceAll('[', '%5B');

// White space at an end of a value is encoded: where it stands plainly, something else stood there.
const firstTag = /^ {4}; ([^\s:,]+):(?: ([^\s,](?:[^,]*[^\s,])?))?$/;
const secondTag = /^ {8}; ([^\s:,]+):(?: ([^\s,](?:[^,]*[^\s,])?))?$/;

const tagPattern = /(?:^|[\s,])([^\s:,]+):([^,]*)/g;

/** Percent-encoding as the export writes it: bytes of UTF-8. Other text stays as it is. */
const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
};
