/** Reads a transaction of a beancount file from the tokens of its lines. */
import type { Minor } from '../../../src/kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import type { Token } from './beancount-texts';
import { headOf, rawOf, type Block } from './blocks';
import { noDescription } from './hledger-transactions';
import { markedAs } from './own-exports';
import { entryFieldsOf, fieldsOf } from './own-names';
import {
  balanced,
  because,
  minorOf,
  type Books,
  type Reason,
  type TransactionRow,
  type WrittenEntry,
  type Tag,
} from './rows';

export interface LineTokens {
  readonly number: number;
  readonly text: string;
  readonly tokens: readonly Token[];
}

/**
 * The settings at this point of the file, such as the tags and metadata that `pushtag` and `pushmeta` add to the transactions that follow.
 */
export interface Standing {
  readonly books: Books;
  readonly tags: string[];
  readonly metadata: Tag[];
  /** Whether the file is an export of this ledger. */
  isOurs: boolean;
}

/** The number of spaces and tabs at the beginning of the line. */
export const indentOf = (text: string): number => text.length - text.trimStart().length;

type LineReason = Reason & { readonly line: number };

interface Posting {
  readonly number: number;
  readonly flag: string | undefined;
  readonly account: string;
  readonly amount: Minor | null;
  readonly tags: Tag[];
}

export const readTransaction = (
  block: Block,
  date: Day,
  flag: string,
  [header, ...lines]: readonly LineTokens[],
  { books, tags: pushedTags, metadata: pushedMetadata, isOurs }: Standing,
): Outcome<LineReason, TransactionRow> => {
  const line = headOf(block).number;
  const at =
    (number: number) =>
    <A>(outcome: Outcome<Reason, A>): Outcome<LineReason, A> =>
      refused(outcome) ? refuse({ ...outcome.left, line: number }) : outcome;
  const words = wordsOf(header?.tokens.slice(1 + flag.length) ?? []);
  if (words === undefined || words.strings.length > 2)
    return at(line)(because('NOT_UNDERSTOOD', 'Only a payee, a narration, tags and links may follow the flag.'));
  if (isOurs && header?.tokens.length !== 1 + flag.length + 1)
    return at(line)(because('NOT_UNDERSTOOD', 'In an export, only the description may follow the flag.'));
  const tags: Tag[] = [];
  const postings: Posting[] = [];
  for (const { number, text, tokens } of lines) {
    if (tokens.length === 0) continue;
    if (isOurs && indentOf(text) !== (tokens[0]?.kind === 'key' && postings.length > 0 ? 4 : 2))
      return at(number)(misplaced);
    if (tokens[0]?.kind === 'key') {
      const tag = at(number)(tagOf(tokens, isOurs));
      if (refused(tag)) return tag;
      if (tag.right) (postings.at(-1)?.tags ?? tags).push(tag.right);
      continue;
    }
    if (isOurs && !ourPosting.test(text)) return at(number)(otherPosting);
    const posting = at(number)(readPosting(tokens, number, books));
    if (refused(posting)) return posting;
    postings.push(posting.right);
  }
  const own = new Set(tags.map(([name]) => name));
  const fields = at(line)(fieldsOf([...tags, ...pushedMetadata.filter(([name]) => !own.has(name))], isOurs));
  if (refused(fields)) return fields;
  const entries: WrittenEntry[] = [];
  for (const posting of postings) {
    const { number, account, amount, tags: own } = posting;
    const told = at(number)(entryFieldsOf(own, fields.right.layer, isOurs));
    if (refused(told)) return told;
    entries.push({ account, amount, ...told.right });
  }
  const complete = at(line)(balanced(entries));
  if (refused(complete)) return complete;
  const mark = flag === 'txn' ? undefined : flag;
  const flags = postings.map((posting) => posting.flag);
  const marked = at(line)(isOurs ? markedAs(mark, flags, entries) : ok(null));
  if (refused(marked)) return marked;
  const { text, metadata, ...more } = fields.right;
  const labels = {
    ...withMembers('tags', [...words.tags, ...pushedTags]),
    ...withMembers('links', words.links),
  };
  const description = words.strings.filter((each) => each !== '').join(' | ');
  return ok({
    ...{ kind: 'transaction', line, raw: rawOf(block), date },
    description: text ?? (description === '' ? noDescription : description),
    ...more,
    metadata: Object.keys(labels).length === 0 ? metadata : { ...labels, ...metadata },
    entries: complete.right,
  });
};

/** The pattern of a posting in an export of this ledger. */
const ourPosting = /^ {2}(?:[*!] )?\S+ {2}-?(?:0|[1-9]\d*)(?:\.\d+)? [^\s{@]+$/;
const otherPosting = because(
  'AMOUNT_INVALID',
  'The line does not have an account and an amount in the form of an export.',
);

const misplaced = because(
  'NOT_UNDERSTOOD',
  'In an export, entries and the metadata of the transaction are indented by two spaces, and the metadata of an entry by four.',
);

const withMembers = (name: string, members: readonly string[]): object =>
  members.length === 0 ? {} : { [name]: members };

const wordsOf = (
  tokens: readonly Token[],
):
  | { readonly strings: readonly string[]; readonly tags: readonly string[]; readonly links: readonly string[] }
  | undefined => {
  const of = (kind: Token['kind']): readonly string[] =>
    tokens.filter((token) => token.kind === kind).map(({ text }) => text);
  const words = { strings: of('string'), tags: of('tag'), links: of('link') };
  const known = words.strings.length + words.tags.length + words.links.length;
  return known === tokens.length ? words : undefined;
};

/**
 * Reads a metadata line `key: value`. Returns undefined if the value is missing. In an export of this ledger the value is always one
 * string.
 */
export const tagOf = ([key, ...value]: readonly Token[], isOurs: boolean): Outcome<Reason, Tag | undefined> => {
  if (key?.kind !== 'key') return because('NOT_UNDERSTOOD', 'Metadata begins with a key and a colon.');
  if (isOurs && (value.length !== 1 || value[0]?.kind !== 'string'))
    return because('NOT_UNDERSTOOD', `In an export, exactly one string follows ${key.text}.`);
  if (value.length === 0) return ok(undefined);
  return ok([key.text, value.map(({ text }) => text).join(value.every(({ kind }) => kind === 'sign') ? '' : ' ')]);
};

const readPosting = (tokens: readonly Token[], number: number, books: Books): Outcome<Reason, Posting> => {
  const [first] = tokens;
  // A flag may precede the account. It has a meaning only in an export of this ledger, where it shows the layer.
  const isFlagged =
    (first?.kind === 'sign' && /^[*!&#?%]$/.test(first.text)) ||
    (first?.kind === 'currency' && /^[PSTCURM]$/.test(first.text));
  const [account, ...rest] = isFlagged ? tokens.slice(1) : tokens;
  if (account?.kind !== 'account') return because('NOT_UNDERSTOOD', 'A posting begins with an account.');
  if (rest.some(({ kind, text }) => kind === 'sign' && /[@{}]/.test(text)))
    return because('NOT_SUPPORTED', 'Prices and costs (@, {}) are not supported, because a ledger has one currency.');
  if (rest.some(({ kind }) => kind === 'sign'))
    return because('NOT_SUPPORTED', 'Calculated amounts are not supported.');
  const [digits, currency, ...more] = rest;
  const posting = { number, flag: isFlagged ? first.text : undefined, account: account.text, tags: [] };
  if (digits === undefined) return ok({ ...posting, amount: null });
  if (digits?.kind !== 'number' || currency?.kind !== 'currency' || more.length > 0)
    return because('AMOUNT_INVALID', 'An amount must be a number and a currency.');
  const amount = minorOf(
    { commodity: currency.text, digits: digits.text.replace(/\.$/, '').replace(/^(-?)\./, '$10.') },
    books,
  );
  return refused(amount) ? amount : ok({ ...posting, amount: amount.right });
};
