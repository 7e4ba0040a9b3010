/**
 * Texts that no answer and no log line may contain: keys, statements, constraint names, stack traces. Every answer that a test receives and
 * every line that a service logs is searched; a match fails the run (stop-database.ts).
 */
import { noteOf } from './notes';

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a key', /sk_[0-9a-z]{12}_[0-9A-Za-z]{49}/],
  ['a stack trace', /(?:\n|\\n)\s+at (?:.+ \()?[\w./:-]+:\d+:\d+/],
  ['a statement', /\b(?:select\s[^"]{1,300}\sfrom|insert\s+into|delete\s+from|update\s+\w+\s+set)\s+\w/i],
  ['a hash or a secret', /secret_hash|installation_?secret/i],
  ['a URL with a password', /\b(?:postgres(?:ql)?|rediss?):\/\/[^\s"/@]*:[^\s"/@]+@/],
];

/** The list of names is parsed again when the environment variable changes, because this module stays loaded for several test files. */
let names: { readonly list: string; readonly each: readonly string[] } | undefined;

/** The names of constraints and indexes in the run's database (start-database.ts) that contain an underscore. */
const constraintNames = (): readonly string[] => {
  const list = process.env['LEDGER_TEST_CONSTRAINTS'] ?? '';
  if (names?.list !== list) names = { list, each: list.split(',').filter((name) => name !== '') };
  return names.each;
};

/**
 * The distinct words of the text that contain an underscore. Only these are compared with the names, because there are hundreds of names
 * and the answers are long.
 */
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

/** Secrets that the service shows to one person, once. */
const secretsOnce: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a secret that signs webhooks', /whsec_/],
  ['the token of a session or a link', /(?:session|invite)_[\w-]{43}/],
  ['a cookie', /ledger-session(-\d+)?=/],
];

/** Notes the secrets in the text. If any test of the run caused one, the run fails at its end. */
export const lookForLeaks = (where: string, text: string): void => {
  const test = expect.getState().testPath ?? '';
  // A webhook secret is shown once in an answer, so only the log is searched for it.
  const secrets =
    where === 'the log' ? secretsOnce.filter(([, pattern]) => pattern.test(text)).map(([what]) => what) : [];
  for (const leak of [...leaksIn(text), ...secrets]) noteOf({ test, leak: `${where} holds ${leak}` });
};
