/** Reads the texts of an hledger journal: comments, the tags in them, and the percent-encoded texts of this ledger's exports. */
import { asTagValue } from '../../../src/kernel/percent-encoding';
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { because, type Reason, type Tag } from './rows';

/** Splits a line into its text and its comment, which begins with a semicolon. A semicolon within quotes does not begin a comment. */
export const commentOf = (text: string): { readonly before: string; readonly comment: string } => {
  if (!text.includes(';')) return { before: text, comment: '' };
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ';' && !isQuoted) return { before: text.slice(0, at), comment: text.slice(at + 1) };
  }
  // If a quote is not closed, the first semicolon begins the comment.
  const at = text.indexOf(';');
  return isQuoted ? { before: text.slice(0, at), comment: text.slice(at + 1) } : { before: text, comment: '' };
};

/** Returns the tags in a comment. In hledger a tag is a word with a colon, followed by a value up to the next comma. */
export const tagsIn = (comment: string): readonly Tag[] =>
  comment.includes(':')
    ? [...comment.matchAll(tagPattern)].map(([, name = '', value = '']): Tag => [name, value.trim()])
    : [];

/**
 * Reads a tag line of an export of this ledger. Such a line has one tag and nothing else. The tags of a transaction or an account have the
 * first indentation, and the tags of an entry the second.
 */
export const ourTag = (line: string, place: 'first' | 'second'): Outcome<Reason, readonly Tag[]> => {
  const [match, name = '', written = ''] = (place === 'first' ? firstTag : secondTag).exec(line) ?? [];
  const value = decoded(written);
  return match === undefined || encoded(value, place) !== written
    ? because(
        'NOT_UNDERSTOOD',
        'An export has one tag in such a line, as in "; reference: 7", indented by four spaces, or by eight for an entry. A comma is written as %2C and a space at either end as %20; nothing else is encoded unless it must be.',
      )
    : ok([[name, value]]);
};

/**
 * Encodes a value as the export does. In the tags of an entry, brackets are encoded too, because hledger reads text in brackets as a date.
 */
const encoded = (value: string, place: 'first' | 'second'): string =>
  place === 'first' ? asTagValue(value) : asTagValue(value).replaceAll('[', '%5B');

// An export encodes white space at the ends of a value. If it is not encoded, somebody has changed the file.
const firstTag = /^ {4}; ([^\s:,]+):(?: ([^\s,](?:[^,]*[^\s,])?))?$/;
const secondTag = /^ {8}; ([^\s:,]+):(?: ([^\s,](?:[^,]*[^\s,])?))?$/;

const tagPattern = /(?:^|[\s,])([^\s:,]+):([^,]*)/g;

/** Decodes percent-encoded UTF-8. Text that is not percent-encoded stays unchanged. */
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
