/**
 * A random sample of the repository's texts: comments, console texts, error messages, pages. `make words-sample SEED=…` prints
 * it, for a reader who knows the field and sees nothing but the text.
 */
import { randomFrom, seedOf } from '../../support/random';
import { allPassages, type Passage } from '../../support/written-words';

/** Files whose texts are refusals, faults, and messages of the command line, the importer and the doctor. */
const errors =
  /(status|refusals|failures|sentences|config|complaints?|headers|optimistic|password-required)\.ts:|^packages\/import\/src\/|^src\/app\/(cli|doctor|operating)\/|\/(target|reasons|needs|body|quotas)\.ts:/;

/** A message that begins with a small letter or a value follows the name of a field, an option or a file. */
const isFragment = (text: string): boolean => /^[a-z`]/.test(text);

const parts: readonly { readonly name: string; readonly count: number; readonly has: (one: Passage) => boolean }[] = [
  {
    name: 'comments',
    count: 180,
    has: ({ kind, place }) => kind === 'comment' && !/^(migrations|deploy)/.test(place),
  },
  {
    name: 'texts of the console',
    count: 120,
    has: ({ kind, place }) => kind === 'text' && place.startsWith('packages/console/src/web'),
  },
  {
    name: 'error messages',
    count: 60,
    has: ({ kind, place, text }) =>
      kind === 'text' &&
      (errors.test(place) || isFragment(text)) &&
      !/^packages\/(console\/src\/web|bench)/.test(place),
  },
];
const passages = { name: 'pages, each with one of its passages: read the whole page', count: 15, leastCharacters: 80 };

interface Sample {
  readonly name: string;
  readonly drawn: readonly Passage[];
}

/** Draws `count` passages, none twice, in the order of drawing. */
const draw = (from: readonly Passage[], count: number, random: { next(): number }): readonly Passage[] => {
  const rest = [...from];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const at = Math.floor(random.next() * rest.length);
    return rest.splice(at, 1)[0] as Passage;
  });
};

const sampleOf = (all: readonly Passage[], seed: number): readonly Sample[] => {
  const random = randomFrom(seed);
  const drawn = parts.map(({ name, count, has }) => ({ name, drawn: draw(all.filter(has), count, random) }));
  const byPage = new Map<string, Passage[]>();
  for (const one of all.filter(({ kind, text }) => kind === 'page' && text.length >= passages.leastCharacters)) {
    const page = one.place.replace(/:\d+$/, '');
    byPage.set(page, [...(byPage.get(page) ?? []), one]);
  }
  // One passage per page, so that long pages do not dominate the sample.
  const oneEach = [...byPage.values()].flatMap((list) => draw(list, 1, random));
  return [...drawn, { name: passages.name, drawn: draw(oneEach, passages.count, random) }];
};

const asked = process.env['WORDS_SEED'];
const seed = asked === undefined || asked === 'new' ? seedOf('LEDGER_TEST_SEED') : Number(asked);

test(`a sample is random, and the same for the same seed (LEDGER_TEST_SEED=${seed})`, () => {
  const all = allPassages();
  const sample = sampleOf(all, seed);
  expect(sample.map(({ name, drawn }) => [name, drawn.length])).toEqual(
    [...parts, passages].map(({ name, count }) => [name, count]),
  );
  for (const { drawn } of sample) expect(new Set(drawn.map(({ place, text }) => place + text)).size).toBe(drawn.length);
  expect(sampleOf(all, seed)).toEqual(sample);
  expect(sampleOf(all, seed + 1)).not.toEqual(sample);
  if (asked === undefined) return;
  const lines = sample.flatMap(({ name, drawn }) => [
    `\n# ${drawn.length} ${name}`,
    ...drawn.map(({ place, text }) => `${place}  ${text}`),
  ]);
  process.stdout.write(`${[`SEED=${seed}`, ...lines].join('\n')}\n`);
});
