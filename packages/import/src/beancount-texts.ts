/** Reads the tokens of a beancount file: strings (which may span several lines), tags, links, dates and amounts. */
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { parseDay, type Day } from '../../../src/kernel/time';
import { ourFirstLine } from './own-exports';
import { because, type LineReader, type Reason } from './rows';

export type Token =
  | { readonly kind: 'string' | 'tag' | 'link' | 'account' | 'currency' | 'number' | 'key'; readonly text: string }
  | { readonly kind: 'date'; readonly text: Day }
  | { readonly kind: 'sign'; readonly text: string };

/**
 * The patterns of the tokens. Names have a limited length and keys begin at a word boundary. Otherwise a long word would be scanned again
 * from each of its letters.
 */
const patterns: readonly (readonly [Exclude<Token['kind'], 'date'> | 'date', RegExp])[] = [
  ['string', /"((?:[^"\\]|\\[^])*)"/y],
  ['tag', /#([A-Za-z0-9\-_/.]+)/y],
  ['link', /\^([A-Za-z0-9\-_/.]+)/y],
  ['date', /(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?![\d.,])/y],
  ['key', /(?<![a-zA-Z0-9\-_])([a-z][a-zA-Z0-9\-_]{0,254}):(?=\s|$)/y],
  ['account', /((?:[\p{Lu}][\p{L}\p{Nd}-]{0,254})(?::[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]{0,254})+)/uy],
  ['currency', /([A-Z](?:[A-Z0-9'._-]{0,22}[A-Z0-9])?)(?![a-z])/y],
  ['number', /((?:[+-][ \t]*)?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+))/y],
  ['sign', /([^\s])/y],
];

/** Returns the tokens of a line without its comment. In an export of this ledger a semicolon is text, because exports have no comments. */
export const tokensOf = (text: string, isOurs: boolean): Outcome<Reason, readonly Token[]> => {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    if (at >= text.length || (text[at] === ';' && !isOurs)) return ok(tokens);
    let found: string | undefined;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      found = match[0];
      const word = match[1] ?? '';
      if (isOurs && kind === 'string' && !ourString.test(word))
        return because(
          'NOT_UNDERSTOOD',
          'In an export, a backslash may precede only n, r, a quote or a backslash, and a line break is written as \\n or \\r.',
        );
      if (kind === 'date') {
        const day = dayOf(word);
        if (day === undefined) return because('DATE_INVALID', `${word} is not a day.`);
        tokens.push({ kind, text: day });
      } else if (kind === 'string') tokens.push({ kind, text: unescaped(word) });
      else tokens.push({ kind, text: kind === 'number' ? word.replaceAll(/[\s,+]/g, '') : word });
      break;
    }
    if (found === undefined)
      return because('NOT_UNDERSTOOD', `${JSON.stringify(text.slice(at, at + 40))} is not understood.`);
    at += found.length;
  }
};

const ourString = /^(?:[^\\\r]|\\["\\nr])*$/;

const dayOf = (text: string): Day | undefined => {
  const [year = '', month = '', day = ''] = text.split(/[-/]/);
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', b: '\b' };

/** Decodes a string by beancount's rules: before a character without a special meaning, a backslash is dropped. */
const unescaped = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\([^])/g, (_, escaped: string) => escapes[escaped] ?? escaped) : text;

/** The maximum number of lines in a string, the same as in beancount. */
const maxStringLines = 64;

/**
 * Joins the lines of a string that spans several lines, so that `reader` gets the whole string in one line. If the string is not closed
 * within `maxStringLines`, only its first line is passed on. Strings in an export of this ledger have no line breaks.
 */
export const joiningStrings = (reader: LineReader): LineReader => {
  let held: { readonly text: string; readonly number: number }[] = [];
  let isOpen = false;
  let isOurs = false;
  const release = (): void => {
    const [first, ...others] = held;
    held = [];
    isOpen = false;
    if (!first) return;
    reader.line(first.text, first.number);
    for (const { text, number } of others) take(text, number);
  };
  const take = (text: string, number: number): void => {
    isOurs ||= number === 1 && ourFirstLine.test(text);
    isOpen = !isOurs && endsOpen(text, isOpen);
    held.push({ text, number });
    if (!isOpen) {
      const { number: at } = held[0] as { number: number };
      const joined = held.length === 1 ? text : held.map((line) => line.text).join('\n');
      held = [];
      reader.line(joined, at);
    } else if (held.length >= maxStringLines) release();
  };
  const releaseAll = (): void => {
    while (held.length > 0) release();
  };
  return {
    line: take,
    unreadable: (number, reason) => {
      releaseAll();
      reader.unreadable(number, reason);
    },
    end: () => {
      releaseAll();
      reader.end();
    },
  };
};

/** Returns whether a string is open at the end of the line. */
const endsOpen = (text: string, wasOpen: boolean): boolean => {
  if (!text.includes('"') || (!wasOpen && skipped.test(text))) return wasOpen;
  let isOpen = wasOpen;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isOpen && character === '\\') at += 1;
    else if (character === '"') isOpen = !isOpen;
    else if (character === ';' && !isOpen) return false;
  }
  return isOpen;
};

/** Returns whether beancount ignores the line: an org-mode heading, or a comment. */
export const skipped = /^[*:#!&?%;]/;
