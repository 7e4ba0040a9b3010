/** The terms of the search index: no block with a match is ever skipped, and stored terms never change. */
import {
  answers,
  askedTerms,
  collectTerms,
  filterOf,
  hasWords,
  origins,
  probesOf,
  wordsOf,
  type Searched,
  type SearchQuestion,
} from '../../../src/modules/ledgering/domain/search-terms';
import { randomFrom } from '../../support/random';

const sale: Searched = {
  description: 'Rent of the Straße, 2026-01',
  reference: 'INV-100234',
  totalAmount: 1050n,
  metadata: { invoice: 'Caf\u00e9', count: 3, isPaid: true, lines: [1] },
  transactionCode: 'RENT',
  origin: 'post',
};

test.each<[string, boolean]>([
  ['rent', true],
  ['RENT straße', true],
  ['stra', true],
  ['re', false],
  ['of', true],
  ['ent', false],
  ['inv 1002', true],
  ['INV-100234', true],
  ['2026-01', true],
  ['2026-02', false],
])('the words of %j are found: %s', (asked, isFound) => {
  expect(hasWords(wordsOf(asked), sale)).toBe(isFound);
});

test.each<[string, boolean, SearchQuestion]>([
  ['an accent in two characters', true, { words: wordsOf('cafe\u0301'), metadata: { invoice: 'Caf\u00e9' } }],
  ['a number', true, { metadata: { count: '3' } }],
  ['a truth value', true, { metadata: { isPaid: 'true' } }],
  ['a list', false, { metadata: { lines: '[1]' } }],
  ['another origin', false, { origins: ['reversal'] }],
  ['a transaction code', true, { transactionCode: 'RENT' }],
  ['a minimum equal to the amount', true, { minAmount: 1050n }],
  ['a minimum above the amount', false, { minAmount: 1051n }],
  ['a maximum below the amount', false, { maxAmount: 1049n }],
])('a search by %s matches: %s', (_, isAnswer, question) => {
  expect(answers(question, { ...sale, description: 'Café' })).toBe(isAnswer);
});

const may = (filter: Buffer, term: string): boolean =>
  probesOf(term).every((probe) => {
    const bit = probe % (filter.length * 8);
    return (((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
  });
const mayAnswer = (filter: Buffer, question: SearchQuestion): boolean =>
  askedTerms(question).every((terms) => terms.some((term) => may(filter, term)));

test('a filter never misses a transaction that matches, and has few false matches', () => {
  const seed = 20261129;
  const random = randomFrom(seed);
  const digits = () => 10n ** BigInt(Math.floor(random.next() * 9)) * BigInt(1 + Math.floor(random.next() * 99));
  const draw = (): Searched => ({
    description: `order ${Math.floor(random.next() * 1e9)} of ${random.pick(['Ann', 'Bob', 'Zoë'])}`,
    reference: random.pick([null, 'A', `R-${Math.floor(random.next() * 1e6)}`]),
    totalAmount: digits(),
    metadata: random.pick([null, { key: String(Math.floor(random.next() * 1e6)) }]),
    transactionCode: random.pick([null, 'SALE']),
    origin: random.pick(origins),
  });
  const missed: SearchQuestion[] = [];
  let claims = 0;
  for (let block = 0; block < 10; block++) {
    const all = Array.from({ length: 128 }, draw);
    const terms = collectTerms();
    for (const one of all) terms.add(one);
    const filter = filterOf(terms.all);
    for (const one of all) {
      const question: SearchQuestion = {
        words: wordsOf(`${one.description} ${one.reference ?? ''}`).map((word) =>
          word.length < 3 ? word : word.slice(0, 4),
        ),
        minAmount: one.totalAmount - digits(),
        maxAmount: one.totalAmount + digits(),
        metadata: one.metadata as Readonly<Record<string, string>> | undefined,
        transactionCode: one.transactionCode ?? undefined,
        origins: [one.origin],
      };
      const cut = { ...question, words: wordsOf(one.description) };
      const exact = { minAmount: one.totalAmount, maxAmount: one.totalAmount };
      const near = { minAmount: one.totalAmount - 7n, maxAmount: one.totalAmount + 3n };
      const asked = [question, cut, exact, near, { minAmount: one.totalAmount }, { maxAmount: one.totalAmount }];
      missed.push(...asked.filter((each) => !mayAnswer(filter, each)));
    }
    for (let other = 0; other < 100; other++) {
      if (mayAnswer(filter, { words: [`z${block}x${other}`] })) claims++;
      // No drawn amount ends in 7, so each block that may contain this amount is a false match.
      const missing = BigInt(1_007 + other * 10);
      if (mayAnswer(filter, { minAmount: missing, maxAmount: missing })) claims++;
    }
  }
  expect({ seed, missed }).toEqual({ seed, missed: [] });
  expect(claims).toBeLessThan(10);
});

test('stored terms and bits never change', () => {
  const terms = collectTerms();
  terms.add(sale);
  expect([...terms.all]).toEqual([
    ...['wren', 'wof', 'wthe', 'wstr', 'wstraß', 'w202', 'w01', 'winv', 'w100', 'w10023', 'd4', 'a4 10', 'e1050'],
    ...['minvoice=Café', 'mcount=3', 'misPaid=true', 'cRENT', 'opost'],
  ]);
  expect(filterOf(terms.all).toString('hex')).toBe(
    '432e31ec108103544b206b544cc200310040410c0400005088870c0630002349a048403b25008e0400261a2109100120405094080090',
  );
});
