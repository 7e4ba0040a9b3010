/**
 * Texts that may be in no answer and in no line of the log: keys, statements, constraint names, stack traces. Every answer that a
 * test gets and every line that a service writes is looked through; what is found ends the run (stop-database.ts).
 */
import { noteOf } from './answers';

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a key', /sk_[0-9a-z]{12}_[0-9A-Za-z]{49}/],
  ['a stack trace', /(?:\n|\\n)\s+at (?:.+ \()?[\w./:-]+:\d+:\d+/],
  ['a statement', /\b(?:select\s[^"]{1,300}\sfrom|insert\s+into|delete\s+from|update\s+\w+\s+set)\s+\w/i],
  ['a hash or a secret', /secret_hash|installation_?secret/i],
  ['a URL with a password', /\b(?:postgres(?:ql)?|rediss?):\/\/[^\s"/@]*:[^\s"/@]+@/],
];

/** Read once for each list: this module outlives the file that set it. */
let names: { readonly list: string; readonly each: readonly string[] } | undefined;

/** Names of constraints and indexes, as the run's own database has them (start-database.ts): words with an underscore. */
const constraintNames = (): readonly string[] => {
  const list = process.env['LEDGER_TEST_CONSTRAINTS'] ?? '';
  if (names?.list !== list) names = { list, each: list.split(',').filter((name) => name !== '') };
  return names.each;
};

/** The words of the text that have an underscore, each once: the names are hundreds, and answers long. */
const wordsOf = (text: string): string => [...new Set(text.match(/(?<!\w)[^\W_]*_\w*/g))].join(' ');

export const leaksIn = (text: string): readonly string[] => [
  ...patterns.flatMap(([what, pattern]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${what}: ${found.slice(0, 200)}`];
  }),
  ...namesIn(wordsOf(text)),
];

const namesIn = (words: string): readonly string[] =>
  constraintNames()
    .filter((name) => words.includes(name))
    .map((name) => `the name ${name}`);

/** Secrets that are shown to one person, once. */
const secretsOnce: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a secret that signs webhooks', /whsec_/],
  ['the token of a session or a link', /(?:session|invite)_[\w-]{43}/],
  ['a cookie', /ledger-session(-\d+)?=/],
];

/** Notes what leaked; the run fails in the end, whichever test it was that made it. */
export const lookForLeaks = (where: string, text: string): void => {
  const test = expect.getState().testPath ?? '';
  // A secret that signs webhooks is shown once, in an answer.
  const secrets =
    where === 'the log' ? secretsOnce.filter(([, pattern]) => pattern.test(text)).map(([what]) => what) : [];
  for (const leak of [...leaksIn(text), ...secrets]) noteOf({ test, leak: `${where} holds ${leak}` });
};
