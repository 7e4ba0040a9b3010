/** The search terms for transactions: words, amounts, metadata, transaction codes and origins. */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { money, orNull } from '../../../../kernel/http/answers';
import { failure } from '../../../../kernel/http/codec';
import {
  amount,
  booleanText,
  Codec,
  integer,
  named,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  type Decoded,
} from '../../../../kernel/http/codecs';
import { formatAmount, parseAmount, type Denomination, type Minor } from '../../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import { comparable } from '../../../../kernel/wording';
import { entrySorts, maxTotalledRows, transactionSorts, type SelectionTotals } from '../../application/reader';
import type { Invalid } from '../../domain/refusals';
import { maxSearchWords, origins, wordsOf, type Origin, type SearchQuestion } from '../../domain/search-terms';

/** Decodes grouped parameters such as `attributes[region]=north` into texts by key. */
export const textsByKey = (
  name: string,
  maxLength: number,
  maxKeys: number,
): Codec<Readonly<Record<string, string>>> => {
  const one = text({ max: maxLength });
  return new Codec<Readonly<Record<string, string>>>(
    { type: 'object', additionalProperties: one.schema, maxProperties: maxKeys },
    (input) => {
      const wrong = (message: string, ...path: readonly string[]): t.Errors => [
        { value: input, context: path.map((key) => ({ key, type: t.unknown })), message },
      ];
      if (typeof input !== 'object' || input === null) return t.failures(wrong(`must be given as ${name}[key]=value`));
      const filters = Object.entries(input);
      if (filters.length > maxKeys) return t.failures(wrong(`must be at most ${maxKeys}`));
      const errors = filters.flatMap(([key, value]) => {
        const decoded = [key, value].map((member) => one.decode(member)).find(E.isLeft);
        return decoded ? decoded.left.flatMap(({ message = '' }) => wrong(message, key)) : [];
      });
      return errors.length > 0 ? t.failures(errors) : t.success(Object.fromEntries(filters));
    },
  );
};

const maxTextCharacters = 200;

const words = new Codec<readonly string[]>({ type: 'string', minLength: 1, maxLength: maxTextCharacters }, (input) => {
  const read = text({ min: 1, max: maxTextCharacters }).decode(input);
  if (E.isLeft(read)) return read;
  const found = [...new Set(wordsOf(read.right))];
  return found.length >= 1 && found.length <= maxSearchWords
    ? t.success(found)
    : failure(input, `must have 1 to ${maxSearchWords} words of letters and digits`);
});

const oneOrigin = `-?(${origins.join('|')})`;

/**
 * Decodes `origin=reversal,release` (only these origins) and `origin=-settlement` (all origins except this one). The parameter may be
 * repeated.
 */
const askedOrigins = new Codec<readonly Origin[]>(
  { type: 'string', pattern: `^${oneOrigin}(,${oneOrigin})*$`, examples: ['reversal,release', '-settlement'] },
  (input) => {
    const names = (Array.isArray(input) ? input : [input]).flatMap((one) => String(one).split(','));
    const named = names.map((name) => ({
      isLeftOut: name.startsWith('-'),
      origin: origins.find((one) => one === name.replace(/^-/, '')),
    }));
    if (named.some(({ origin }) => origin === undefined))
      return failure(
        input,
        `must be some of ${origins.join(', ')}, separated by commas, each with or without a - in front`,
      );
    const kept = named.filter(({ isLeftOut }) => !isLeftOut).map(({ origin }) => origin);
    const leftOut = named.filter(({ isLeftOut }) => isLeftOut).map(({ origin }) => origin);
    return t.success(origins.filter((one) => (kept.length === 0 || kept.includes(one)) && !leftOut.includes(one)));
  },
);

const maxMetadataFilters = 5;

const maxAttributeFilters = 20;

/** Decodes `attributes[region]=north`. The attribute catalog decides which keys are searchable. */
const attributeFilter = textsByKey('attributes', 128, maxAttributeFilters);

const totalsField = withDefault(booleanText, false).described(
  `Whether \`meta.totals\` has the sums of the whole list: of all pages, with these filters. They look at ${maxTotalledRows.toLocaleString('en')} rows at most; a larger list is refused (422 \`TOTALS_TOO_LARGE\`).`,
);

/** The filters that lists of transactions and of an account's entries share. */
const searchFields = {
  text: optional(words).described(
    `Only transactions whose description or reference has every word of this text; upper and lower case are the same, in Unicode NFC: a word of three characters or more also finds words that begin with it. At most ${maxSearchWords} words, which consist of letters and digits; all other characters separate words.`,
  ),
  metadata: optional(textsByKey('metadata', 255, maxMetadataFilters)).described(
    `Only transactions whose metadata has these texts, numbers or truth values at its top level, such as \`metadata[invoice]=2026-17\`. At most ${maxMetadataFilters} keys; texts are compared whole, in Unicode NFC.`,
  ),
  trancode: optional(text({ min: 1, max: 50 })).described('Only transactions that this transaction code posted.'),
  origin: optional(askedOrigins).described(
    'Only transactions of these origins: `post` for transactions posted on their own, `settlement`, `release`, `expiry`, `reversal`, `extension`, and `string_operation` for the leg of a conversion or transfer. Separate several by commas; a `-` in front leaves an origin out.',
  ),
  attributes: optional(attributeFilter).described(
    `Only transactions whose attributes have these values, such as \`attributes[region]=north\`. At most ${maxAttributeFilters} keys, each of which must be indexed. Values are compared in Unicode NFC, so it does not matter whether an accent is sent as one character or as two.`,
  ),
};

export const transactionSearchFields = {
  ...searchFields,
  min_amount: optional(amount).described('Only transactions of at least this amount, in major units.'),
  max_amount: optional(amount).described('Only transactions of at most this amount, in major units.'),
  sort: withDefault(oneOf(transactionSorts), '-sequence').described(
    'The order of the list: `sequence` is the order of acceptance, `effective_date` goes by day and, within a day, by acceptance. A `-` in front puts the latest first. A cursor keeps the order, and is refused with another.',
  ),
  totals: totalsField,
};

export const entrySearchFields = {
  ...searchFields,
  min_amount: optional(amount).described('Only entries of at least this amount, in major units.'),
  max_amount: optional(amount).described('Only entries of at most this amount, in major units.'),
  sort: withDefault(oneOf(entrySorts), 'effective_date').described(
    'The order of the list: `effective_date` goes by day and, within a day, by posting; `-effective_date` is the reverse. A cursor keeps the order, and is refused with another.',
  ),
  totals: totalsField,
};

type Searched = Omit<typeof entrySearchFields, 'sort' | 'totals' | 'attributes'>;

export const totalsShape = orNull(
  named(
    'ListTotals',
    'The sums of the whole list, not only of one page.',
    object({
      count: integer(0, Number.MAX_SAFE_INTEGER).described(
        'The number of transactions in the list, or of entries in a list of entries.',
      ),
      debits: money.described('The sum of the debits, in major units.'),
      credits: money.described('The sum of the credits, in major units.'),
    }),
  ),
).described(
  'With `totals=true` the sums of the whole list. A list of transactions counts all of their entries, in any layer and status, or with `account_id` the entries of that account. Null without `totals=true`.',
);

export const totalsView = (totals: SelectionTotals | null, denomination: Denomination): object | null =>
  totals && {
    count: totals.count,
    debits: formatAmount(totals.debits as Minor, denomination),
    credits: formatAmount(totals.credits as Minor, denomination),
  };

export const questionOf = (
  query: { readonly [Key in keyof Searched]: Decoded<Searched[Key]> },
  denomination: Denomination,
): Outcome<Invalid, SearchQuestion> => {
  const least = readAmount('min_amount', query.min_amount, denomination);
  if (refused(least)) return least;
  const most = readAmount('max_amount', query.max_amount, denomination);
  if (refused(most)) return most;
  return ok({
    words: query.text,
    minAmount: least.right,
    maxAmount: most.right,
    metadata:
      query.metadata &&
      Object.fromEntries(Object.entries(query.metadata).map(([key, value]) => [key, comparable(value)])),
    transactionCode: query.trancode,
    origins: query.origin,
  });
};

/** Reads an amount in a query. One that is too fine is invalid like any other parameter: only amounts to post have a code of their own. */
const readAmount = (
  field: string,
  text: string | undefined,
  denomination: Denomination,
): Outcome<Invalid, Minor | undefined> => {
  if (text === undefined) return ok(undefined);
  const parsed = parseAmount(text, denomination);
  if (!refused(parsed)) return parsed;
  const because =
    parsed.left.kind === 'AmountPrecisionExceeded'
      ? `must have at most ${denomination.storageDecimals} decimals, because this ledger has ${denomination.storageDecimals}`
      : 'is larger than any amount of this ledger';
  return refuse({ kind: 'Invalid', errors: { [field]: [because] } });
};
