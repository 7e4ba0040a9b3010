/** The texts of an hledger journal: comments, tags in them, and what our own export encodes. */
import type { Tag } from './own-names';

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
export const tagsIn = (comment: string, isOurs: boolean): readonly Tag[] => {
  if (!comment.includes(':')) return [];
  return [...comment.matchAll(tagPattern)].map(([, name = '', value = '']): Tag => {
    const trimmed = value.trim();
    return isOurs ? [decoded(name), decoded(trimmed)] : [name, trimmed];
  });
};

const tagPattern = /(?:^|[\s,])([^\s:,]+):([^,]*)/g;

/** Percent-encoding as the export writes it: bytes of UTF-8. What is none stays as it is. */
export const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
};
