/**
 * Sentences have a subject, a verb and the words of the field. Older comments often begin with a bare clause ("What is told of …") and are
 * corrected folder by folder: each folder has a limit that may only fall. A folder without a limit may have none.
 */
import { readSourceFile, testFiles } from '../support/source-files';
import { allWritten, isHeadless, writtenIn, type Written } from '../support/written-words';

const written = allWritten();

const folderOf = ({ place }: Written): string => {
  const parts = place.replace(/:\d+$/, '').split('/');
  const isDeep = ['modules', 'decisions'].includes(parts[1] ?? '') || parts[0] === 'docs';
  const isRoom = parts[0] === 'src' || parts[0] === 'packages';
  return parts.slice(0, isDeep ? (parts[1] === 'modules' ? 3 : 2) : isRoom ? 2 : 1).join('/');
};

/**
 * The number of remaining headless sentences by folder or page. A number may only fall: correct the sentences that you change, and lower
 * it. Those of migrations stay, because a migration that has run cannot be changed.
 */
const ceilings: Readonly<Record<string, number>> = {
  migrations: 70,
  // The examples in the tests below.
  tests: 2,
};

const headless = written.filter(({ sentence }) => isHeadless(sentence));

const told = (list: readonly Written[]): readonly string[] =>
  list.map(({ place, sentence }) => `${place}: ${sentence}`);

test('no text of the program begins with a clause in place of a subject', () => {
  expect(written.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1_000);
  const texts = told(headless.filter(({ kind }) => kind === 'text'));
  expect(texts).toEqual([]);
});

test('no folder has more headless comments and pages than its limit', () => {
  const left = headless.filter(({ kind }) => kind !== 'text');
  const folders = [...new Set(left.map(folderOf))];
  const beyond = folders.flatMap((folder) => {
    const here = left.filter((one) => folderOf(one) === folder);
    return here.length > (ceilings[folder] ?? 0) ? [`${folder} has ${here.length}:`, ...told(here)] : [];
  });
  expect(beyond).toEqual([]);
});

/** Former phrases that readers did not understand, each with a better one. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/What the books come to/, 'Financial position'],
  [/\bLeave it( open)?$/, 'Cancel'],
  [/Nobody is told yet/, 'No webhooks yet'],
  [/All that it says/, 'Details'],
  [/It stands alone: nothing/, 'Not related to any other transaction'],
  [/The same again$/, 'Repeat the password'],
  [/, in all$/, 'Total …'],
  [/\bnot known any more\b/, 'no longer known'],
  [/there before, \d/, 'already there'],
  [
    /\b[Ss]ay (it|so|which|where|what) (in|by|is|with|to)\b|\b[Ss]ay in the map\b/,
    'set … in the map, name … with --option',
  ],
  [/\bstands? (behind|before|beside|below|twice|outside|elsewhere|within|in order)\b/, 'follows, precedes, is in'],
  [/\b(is|are|be) good (until|nowhere|in|for)\b/, 'valid'],
  [/\bby what came of\b|\bcame to nothing\b/, 'by outcome, was cancelled'],
  [/\b[Tt]ake (it|them|the \w+) out\b/, 'remove'],
  [/\b(transactions|requests|times|events|postings|attempts) a second\b/, 'per second'],
  [/\b(is|are) kept in \$\{/, 'has the currency'],
  [/\bcolumns that \w+ \w+ has not\b/, 'does not have'],
  [/\bmay be posted\b/, 'may have been posted'],
  [/\bas (an?|the) \w+ who administers\b/, 'as an administrator'],
];

test('no text of the program has a banned phrase', () => {
  const found = written
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ place, sentence }) =>
      banned.flatMap(([phrase, better]) => (phrase.test(sentence) ? [`${place}: "${sentence}", for: ${better}`] : [])),
    );
  expect(found).toEqual([]);
});

test.each<[string, string, readonly string[]]>([
  ['src/a.ts', '/** What is told. */\n', ['What is told.']],
  ['src/a.ts', '// Fine: it counts. Who asks first waits.\n', ['Who asks first waits.']],
  ['src/a.ts', '/** Where it is. */\n/** Where it is late, it waits. */\n', ['Where it is.']],
  ['src/a.ts', "const text = 'Of the entry 60.00 is left.';\n", ['Of the entry 60.00 is left.']],
  ['docs/a.md', 'It holds.\nBeside busy loops it waits.\n', ['Beside busy loops it waits.']],
  ['migrations/a.sql', '-- Of each account one row.\n', ['Of each account one row.']],
  ['src/a.ts', '/** What does it cost? The ledger waits. Whatever comes, it counts. */\n', []],
  ['docs/a.md', '```sh\n# What is here\n```\n', []],
])('%s with %j has the headless sentences %j', (file, text, expected) => {
  const found = writtenIn(file, text).filter(({ sentence }) => isHeadless(sentence));
  expect(found.map(({ sentence }) => sentence)).toEqual(expected);
});

/** The titles of tests and of their groups: texts that are followed by a comma, and names in tables are not found. */
const titlesIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /(?:\b(?:test|it|describe\w*)(?:\.\w+)*(?:<[^>]*>)?\(|\)\()\s*(?<quote>['"`])(?<title>(?:(?!\k<quote>)[^\\\n]|\\.)+)\k<quote>\s*,/g,
    ),
  ].flatMap(({ groups }) => groups?.['title'] ?? []);

/** A title begins with its subject or, below a group, with its verb, and names things by the words of the field. */
const isRiddle = (title: string): boolean =>
  /^(what|who|of|where|beside)\b/i.test(title) ||
  /\bwho(m)?ever\b|\b(gives?|given) (it )?back\b|\b(is|are) told\b|\btells of\b/i.test(title);

test('no title of a test is a riddle', () => {
  const titles = testFiles()
    .filter((file) => !file.endsWith('architecture/sentences.test.ts'))
    .flatMap((file) => titlesIn(readSourceFile(file)).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(4_000);
  expect(titles.filter(({ title }) => isRiddle(title)).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

test.each([
  ["test('what is short stands on one line', () => {", ['what is short stands on one line']],
  ["test.each<[a: string]>([['a']])('is told to %s', async () => {", ['is told to %s']],
  ["describe('a hold', () => {\n  test(\n    'of encumbrance is settled',\n", ['of encumbrance is settled']],
  ["test('a short text is written on one line', () => {", []],
])('%j has the riddles %j', (text, expected) => {
  expect(titlesIn(text).filter(isRiddle)).toEqual(expected);
});
