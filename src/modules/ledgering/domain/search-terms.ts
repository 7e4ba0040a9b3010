/**
 * The terms by which transactions are searched: words, amounts, metadata, transaction codes and origins. The search index stores the terms
 * of 128 events of the log as one bit filter (a Bloom filter). A filter never misses a term that it has, but may claim one that it does not
 * have. So each transaction that a filter leads to is compared with the question (`answers`). Stored filters depend on the form of the
 * terms: if the form changes, `searchFormat` must change too.
 */
import { comparable } from '../../../kernel/wording';

/** The number of the format of terms and filters, stored with each block. */
export const searchFormat = 3;
/** The number of events of the log that one filter covers. */
export const searchBlockEvents = 128n;

export const maxSearchWords = 10;

/** The origin of a transaction: the kind of operation that created it. */
export const origins = [
  'post',
  'settlement',
  'release',
  'expiry',
  'reversal',
  'extension',
  'string_operation',
] as const;
export type Origin = (typeof origins)[number];

/** The members of a transaction by which it can be searched. */
export interface Searched {
  readonly description: string;
  readonly reference: string | null;
  readonly totalAmount: bigint;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly transactionCode: string | null;
  readonly origin: Origin;
}

export interface SearchQuestion {
  readonly words?: readonly string[] | undefined;
  /** The lowest and the highest amount in minor units. */
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly transactionCode?: string | undefined;
  readonly origins?: readonly Origin[] | undefined;
}

/** Returns the words of a text in lower case and NFC. A word is a run of letters, marks and digits. */
export const wordsOf = (text: string): readonly string[] => wordsIn(lowered(text));

const lowered = (text: string): string => comparable(text.toLowerCase());
/** Most texts are ASCII, for which the short expression finds the same words in a third of the time. */
const wordsIn = (text: string): readonly string[] =>
  text.match(isAscii(text) ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? [];
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Returns whether each searched word is the beginning of a word in the description or the reference. A searched word of one or two
 * characters must be a whole word.
 */
export const hasWords = (
  asked: readonly string[],
  { description, reference }: Pick<Searched, 'description' | 'reference'>,
): boolean => {
  const texts = [lowered(description), lowered(reference ?? '')];
  // Most texts do not contain the words, and finding that out costs only a fraction of splitting a text into words.
  if (!asked.every((word) => texts.some((text) => text.includes(word)))) return false;
  const words = texts.flatMap(wordsIn);
  return asked.every((word) =>
    words.some((one) => (word.length < shortestPrefix ? one === word : one.startsWith(word))),
  );
};

/** Returns whether a transaction matches the question, without the search index. */
export const answers = (question: SearchQuestion, searched: Searched): boolean => {
  const { words, minAmount, maxAmount, metadata = {}, transactionCode, origins: asked } = question;
  return (
    (words === undefined || hasWords(words, searched)) &&
    (minAmount === undefined || searched.totalAmount >= minAmount) &&
    (maxAmount === undefined || searched.totalAmount <= maxAmount) &&
    (transactionCode === undefined || searched.transactionCode === transactionCode) &&
    (asked === undefined || asked.includes(searched.origin)) &&
    Object.entries(metadata).every(([key, value]) =>
      Object.entries(searched.metadata ?? {}).some(
        ([name, one]) => comparable(name) === comparable(key) && metadataValue(one) === value,
      ),
    )
  );
};

/** Returns whether the question needs the search index. */
export const isSearch = (question: SearchQuestion): boolean =>
  question.words !== undefined ||
  question.minAmount !== undefined ||
  question.maxAmount !== undefined ||
  question.transactionCode !== undefined ||
  question.origins !== undefined ||
  Object.keys(question.metadata ?? {}).length > 0;

/** Returns a metadata value as text for comparison, if it is a text, a number or a boolean; undefined for any other value. */
export const metadataValue = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? comparable(value)
    : typeof value === 'number' || typeof value === 'boolean'
      ? JSON.stringify(value)
      : undefined;

/** A word has one term for each of its prefixes of these lengths. A word that is too short for any of them is itself a term. */
const prefixes = [3, 5, 7, 10] as const;
const [shortestPrefix] = prefixes;

/** The terms of the transactions of a block. */
export interface BlockTerms {
  readonly add: (searched: Searched) => void;
  readonly all: ReadonlySet<string>;
}

/** Collects the terms of a block. Texts often repeat within a block, and are split into words only once. */
export const collectTerms = (): BlockTerms => {
  const all = new Set<string>();
  const texts = new Set<string>();
  const addWords = (text: string): void => {
    if (texts.has(text)) return;
    texts.add(text);
    for (const word of wordsOf(text))
      if (word.length < shortestPrefix) all.add(`w${word}`);
      else for (const length of prefixes) if (length <= word.length) all.add(`w${word.slice(0, length)}`);
  };
  const add = ({ description, reference, totalAmount, metadata, transactionCode, origin }: Searched): void => {
    addWords(description);
    if (reference !== null) addWords(reference);
    const digits = totalAmount.toString();
    all
      .add(magnitude(digits.length))
      .add(leading(digits.length, digits.slice(0, 2)))
      .add(exactly(digits));
    for (const key in metadata) {
      const text = metadataValue(metadata[key]);
      if (text !== undefined) all.add(ofMetadata(key, text));
    }
    if (transactionCode !== null) all.add(ofCode(transactionCode));
    all.add(ofOrigin(origin));
  };
  return { add, all };
};

const magnitude = (digits: number): string => `d${digits}`;
const leading = (digits: number, first: string): string => `a${digits} ${first}`;
const exactly = (amount: bigint | string): string => `e${amount}`;
const ofMetadata = (key: string, value: string): string => `m${comparable(key)}=${value}`;
const ofCode = (code: string): string => `c${code}`;
const ofOrigin = (origin: Origin): string => `o${origin}`;

/** Returns lists of terms. A block that contains a matching transaction has at least one term of each list. */
export const askedTerms = (question: SearchQuestion): readonly (readonly string[])[] => [
  ...(question.words ?? []).map((word) => {
    const longest = prefixes.findLast((length) => length <= word.length);
    return [`w${longest === undefined ? word : word.slice(0, longest)}`];
  }),
  ...amountTerms(question),
  ...Object.entries(question.metadata ?? {}).map(([key, value]) => [ofMetadata(key, value)]),
  ...(question.transactionCode === undefined ? [] : [[ofCode(question.transactionCode)]]),
  ...(question.origins === undefined ? [] : [question.origins.map(ofOrigin)]),
];

/** The maximum number of decimal digits of an amount in minor units. */
const maxDigits = 38;
/**
 * The maximum number of terms for a range of amounts. A short range has a term for each amount, a longer one a term for each pair of
 * leading digits. If there would be too many terms, only the numbers of digits are terms.
 */
const maxAmountTerms = 30;

const amountTerms = ({ minAmount, maxAmount }: SearchQuestion): readonly (readonly string[])[] => {
  if (minAmount === undefined && maxAmount === undefined) return [];
  const least = minAmount === undefined || minAmount < 1n ? 1n : minAmount;
  const most = maxAmount ?? 10n ** BigInt(maxDigits) - 1n;
  if (most < least) return [[]];
  if (most - least < BigInt(maxAmountTerms))
    return [Array.from({ length: Number(most - least) + 1 }, (_, index) => exactly(least + BigInt(index)))];
  const terms: string[] = [];
  const lengths = [least, most].map((amount) => amount.toString().length) as [number, number];
  for (let digits = lengths[0]; digits <= lengths[1]; digits++) {
    const unit = 10n ** BigInt(Math.max(0, digits - 2));
    const [lowest, highest] = [10n ** BigInt(digits - 1), 10n ** BigInt(digits) - 1n];
    const from = (least > lowest ? least : lowest) / unit;
    const to = (most < highest ? most : highest) / unit;
    for (let first = from; first <= to && terms.length <= maxAmountTerms; first++)
      terms.push(leading(digits, first.toString()));
  }
  if (terms.length <= maxAmountTerms) return [terms];
  const magnitudes = Array.from({ length: lengths[1] - lengths[0] + 1 }, (_, index) => magnitude(lengths[0] + index));
  return [magnitudes];
};

/**
 * The size of a filter in bytes per term, and the number of bits that each term sets. With these values one filter in ten thousand claims a
 * term that it does not have, so a search for a rare value hardly ever reads the 128 transactions of a block in vain.
 */
const bytesPerTerm = 3;
const probesPerTerm = 7;
const minFilterBytes = 8;

export const filterOf = (terms: ReadonlySet<string>): Buffer => {
  const filter = Buffer.alloc(Math.max(minFilterBytes, terms.size * bytesPerTerm));
  const bits = filter.length * 8;
  for (const term of terms) {
    const [first, step] = hashes(term);
    for (let probe = 0; probe < probesPerTerm; probe++) {
      const bit = (first + probe * step) % bits;
      filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return filter;
};

/** Returns one number for each bit that a term sets. The position of the bit is this number modulo the number of bits of the filter. */
export const probesOf = (term: string): readonly number[] => {
  const [first, step] = hashes(term);
  return Array.from({ length: probesPerTerm }, (_, index) => first + index * step);
};

/** Returns two FNV-1a hashes of the UTF-8 bytes with different seeds, each followed by a final mix of its bits. The second is odd. */
const hashes = (text: string): readonly [number, number] => {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  const bytes = isAscii(text) ? undefined : Buffer.from(text);
  const length = bytes?.length ?? text.length;
  for (let at = 0; at < length; at++) {
    const byte = bytes ? (bytes[at] as number) : text.charCodeAt(at);
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other ^ byte, 0x01000193);
  }
  return [mixed(one), (mixed(other) | 1) >>> 0];
};

const mixed = (hash: number): number => {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

/** Returns the origin of a transaction: the kind of operation that created it. */
export const originOf = (of: {
  readonly undoesTransactionId: string | null;
  readonly settlesTransactionId: string | null;
  readonly stringOperationId: string | null;
  readonly correlationType: string | null;
  readonly acceptedBy: string;
}): Origin => {
  if (of.undoesTransactionId !== null) {
    if (of.correlationType === 'reversal' || of.correlationType === 'extension') return of.correlationType;
    return of.acceptedBy === 'expiry' ? 'expiry' : 'release';
  }
  if (of.settlesTransactionId !== null) return 'settlement';
  return of.stringOperationId === null ? 'post' : 'string_operation';
};
