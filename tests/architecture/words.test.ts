/** Fails if an invented word or a meaningless function name reappears after it has been replaced. */
import { readSourceFile, sourceFiles } from '../support/source-files';

/** Invented word → the term of the field, or of docs/reference/glossary.md. Applies to code and comments. */
const coined: Readonly<Record<string, string>> = {
  overtaken: 'write conflict',
  patience: 'timeout',
  undecided: 'commit in doubt',
  suspicion: 'quarantine',
  condemned: 'poison',
  forecast: 'known ledger',
  whoever: 'the client, the caller, the process',
  whomever: 'the client, the caller, the process',
};

/** Names that no top-level function may have, because they do not describe it. */
const mute: ReadonlySet<string> = new Set([
  'rarely',
  'carrying',
  'given',
  'plainly',
  'senseless',
  'strictly',
  'either',
  'under',
  'within',
]);

/** The invented words and meaningless names in this text, each as `place: fault`. */
const complaintsAbout = (name: string, text: string): readonly string[] =>
  text.split('\n').flatMap((line, index) => [
    ...(line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => Object.hasOwn(coined, word))
      .map((word) => `${name}:${index + 1}: ${word}, for: ${coined[word]}`),
    ...[...line.matchAll(/^(?:export )?(?:const|function) (\w+)(?: = (?:async )?)?[(<]/g)]
      .filter(([, declared = '']) => mute.has(declared))
      .map(([, declared]) => `${name}:${index + 1}: ${declared} does not say what it does`),
  ]);

test('no source has an invented word or a meaningless function name', () => {
  const files = sourceFiles(/\.(ts|sql)$/);
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((name) => complaintsAbout(name, readSourceFile(name)))).toEqual([]);
});

test.each([
  ['// The write was Overtaken.', 'file:1: overtaken, for: write conflict'],
  ['\nlockPatienceMs: 5,', 'file:2: patience, for: timeout'],
  ['const MAX_FORECAST = 3;', 'file:1: forecast, for: known ledger'],
  ['export const given = (change: object) => change;', 'file:1: given does not say what it does'],
])('the check finds the fault in %j', (text, complaint) => {
  expect(complaintsAbout('file', text)).toEqual([complaint]);
});

test.each(['impatience', 'const given2 = 1;', 'const given = 1;', '  const given = () => 1;'])(
  'the check accepts %j',
  (text) => {
    expect(complaintsAbout('file', text)).toEqual([]);
  },
);
