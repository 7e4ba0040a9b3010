/** Reads a transaction of an hledger journal from its block. */
import type { Minor } from '../../../src/kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import { parseDay, type Day } from '../../../src/kernel/time';
import { sumOf } from './assertions';
import { headOf, rawOf, type Block, type Line } from './blocks';
import { readAmount, type AmountStyle } from './hledger-amounts';
import { commentOf, ourTag, tagsIn } from './hledger-texts';
import { markedAs, shownOf } from './own-exports';
import { entryFieldsOf, fieldsOf, type TaggedFields } from './own-names';
import {
  because,
  completed,
  minorOf,
  type AssertionRow,
  type Books,
  type Reason,
  type TransactionRow,
  type WrittenEntry,
  type Tag,
} from './rows';

export interface TransactionContext {
  readonly books: Books;
  readonly style: AmountStyle;
  /** The year for dates without a year; undefined if no directive gave one. */
  readonly year: string | undefined;
  /** Whether the file is an export of this ledger, whose names and tags are percent-encoded. */
  readonly isOurs: boolean;
  /** The prefix that the directive `apply account` adds to every account name. */
  readonly prefix: string;
}

export type LineReason = Reason & { readonly line: number };
type Remark = (line: number, code: string, message: string) => void;

interface Header {
  readonly date: Day;
  /** The status of the transaction, `*` or `!`; undefined if there is none. */
  readonly mark: string | undefined;
  readonly code: string | null;
  readonly description: string;
  readonly comment: string;
}

interface Posting {
  /** The status of the posting, `*` or `!`; undefined if there is none. */
  readonly mark: string | undefined;
  /** The balance that the file asserts after the posting; undefined if there is none. */
  readonly asserted: Pick<AssertionRow, 'amount' | 'isWithin'> | undefined;
  readonly tags: Tag[];
  readonly entry: WrittenEntry;
}

/** The description for a transaction that has none in the file, because the ledger requires one. */
export const noDescription = '(no description)';

export const readTransaction = (
  block: Block,
  context: TransactionContext,
  remark: Remark,
): Outcome<LineReason, TransactionRow> => {
  const head = headOf(block);
  const at =
    (line: Line) =>
    <A>(outcome: Outcome<Reason, A>): Outcome<LineReason, A> =>
      refused(outcome) ? refuse({ ...outcome.left, line: line.number }) : outcome;
  const header = at(head)(readHeader(head, context, remark));
  if (refused(header)) return header;
  const tags: Tag[] = [...tagsIn(header.right.comment)];
  const postings: (Posting & { readonly line: Line })[] = [];
  for (const line of block.lines.slice(1)) {
    const text = line.text.trim();
    const last = postings.at(-1);
    if (text.startsWith(';')) {
      const dated = at(line)(withoutDate(text, last !== undefined && !context.isOurs));
      if (refused(dated)) return dated;
      const told = at(line)(context.isOurs ? ourTag(line.text, last ? 'second' : 'first') : ok(tagsIn(text.slice(1))));
      if (refused(told)) return told;
      (last?.tags ?? tags).push(...told.right);
      continue;
    }
    const posting = at(line)(readPosting(line, context, remark));
    if (refused(posting)) return posting;
    postings.push({ line, ...posting.right });
  }
  const fields = at(head)(fieldsOf(tags, context.isOurs));
  if (refused(fields)) return fields;
  const entries: WrittenEntry[] = [];
  for (const { line, tags: own, entry } of postings) {
    const tagged = at(line)(entryFieldsOf(own, fields.right.layer, context.isOurs));
    if (refused(tagged)) return tagged;
    entries.push({ ...entry, ...tagged.right });
  }
  const complete = at(head)(completed(entries));
  if (refused(complete)) return complete;
  const marks = postings.map(({ mark }) => mark);
  const exact = at(head)(context.isOurs ? asExported(header.right, fields.right, marks, entries) : ok(null));
  if (refused(exact)) return exact;
  const { text, reference, ...more } = fields.right;
  const { date, code, description } = header.right;
  const assertions = postings.flatMap(({ line, entry: { account }, asserted }, place): readonly AssertionRow[] => {
    if (!asserted) return [];
    const row = {
      ...asserted,
      kind: 'assertion',
      line: line.number,
      account,
      date,
      isBeforeDay: false,
      behind: 0n,
    } as const;
    return [{ ...row, behind: sumOf(row, complete.right.slice(place + 1)) }];
  });
  return ok({
    kind: 'transaction',
    line: head.number,
    raw: rawOf(block),
    date,
    description: text ?? (description === '' ? noDescription : description),
    reference: reference ?? code,
    ...more,
    entries: complete.right.filter(({ amount }) => amount !== 0n),
    ...(assertions.length === 0 ? {} : { assertions }),
  });
};

/** Checks the data that an export contains twice, such as the description and the layer. Both copies must agree. */
const asExported = (
  { mark, description, comment }: Header,
  { text }: TaggedFields,
  markOfEach: readonly Posting['mark'][],
  entries: readonly WrittenEntry[],
): Outcome<Reason, null> => {
  if (comment !== '') return because('NOT_UNDERSTOOD', 'In an export, this line has no comment: remove the comment.');
  if (shownOf(text ?? description) !== description)
    return because(
      'TEXT_DIFFERS',
      'The description in this line must be that of the tag text, with spaces in place of ;, | and control characters, and without *, ! and ( at its beginning. Without that tag, it must not contain any of these.',
    );
  return markedAs(mark, markOfEach, entries);
};

// With the flag s, `.*` also matches a carriage return or U+2028, so the pattern does not fail at its end and scan again.
const headerPattern =
  /^(\d{1,4}(?:[-/.]\d{1,2}){1,2})(?:=(\d{1,4}(?:[-/.]\d{1,2}){1,2}))?(?=[\s;*!(]|$)\s*([*!](?=[\s(;]|$))?\s*(?:\(([^)]*)\))?\s*(.*)$/s;

/** The pattern of a transaction's first line in an export: one space between date, status and description. */
const ourHeader = /^\d{4}-\d\d-\d\d(?: [*!])?(?: [^\s*!(].*)?$/s;
const ourPosting = /^ {4}(?:[*!] )?\S+ {2,}-?(?:0|[1-9]\d*)(?:\.\d+)? [^\s=@{]+$/;

const readHeader = (
  { text, number }: Line,
  { year, isOurs }: TransactionContext,
  remark: Remark,
): Outcome<Reason, Header> => {
  const match = headerPattern.exec(text);
  if (!match) return because('DATE_INVALID', 'The line does not begin with a date such as 2026-01-31.');
  if (isOurs && !ourHeader.test(text))
    return because(
      'NOT_UNDERSTOOD',
      'An export separates the day, the mark and the description by one space: remove the other spaces.',
    );
  const [, dateText = '', secondary, status, code, rest = ''] = match;
  const date = dayFrom(dateText, year);
  if (date === undefined)
    return because(
      'DATE_INVALID',
      /^\d{1,2}\D\d{1,2}$/.test(dateText) && year === undefined
        ? `${dateText} has no year: add a line such as Y2026 before it.`
        : `${dateText} is not a day.`,
    );
  if (secondary !== undefined)
    remark(number, 'SECONDARY_DATES_LEFT_OUT', 'Secondary dates are left out: the first date is the effective one.');
  const semicolon = rest.indexOf(';');
  const [before, comment] = semicolon < 0 ? [rest, ''] : [rest.slice(0, semicolon), rest.slice(semicolon + 1)];
  if (status === '!' && !isOurs && !comment.includes('layer:'))
    remark(
      number,
      'PENDING_MARKS_LEFT_OUT',
      'Transactions marked ! are imported as settled unless they have the tag layer.',
    );
  return ok({
    ...{ date, mark: status, code: code === undefined || code === '' ? null : code },
    ...{ description: before.trim(), comment },
  });
};

const dayFrom = (text: string, year: string | undefined): Day | undefined => {
  const separators = new Set(text.match(/\D/g));
  const parts = text.split(/\D/);
  const [y, m = '', d = ''] = parts.length === 3 ? parts : [year, ...parts];
  if (y?.length !== 4 || separators.size !== 1) return undefined;
  return parseDay(`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
};

/** Refuses a posting that has its own date: in the ledger all entries of a transaction have the same date. */
const withoutDate = (text: string, isPosting: boolean): Outcome<Reason, null> =>
  isPosting && (/(^|[\s,;])date2?:\s*\d/.test(text) || /\[=?\d+[-/.]\d+([-/.]\d+)?(=[\d./-]+)?\]/.test(text))
    ? because(
        'NOT_SUPPORTED',
        'Postings with their own date are not supported: all entries of a transaction have the same date.',
      )
    : ok(null);

const readPosting = (
  { text: whole, number }: Line,
  { books, style, isOurs, prefix }: TransactionContext,
  remark: Remark,
): Outcome<Reason, Posting> => {
  const { before, comment } = commentOf(whole.trim());
  const dated = withoutDate(comment, !isOurs);
  if (refused(dated)) return dated;
  if (isOurs && comment !== '')
    return because('NOT_UNDERSTOOD', 'In an export, this line has no comment: remove the comment.');
  if (isOurs && !ourPosting.test(whole))
    return because('AMOUNT_INVALID', 'The line does not have an account and an amount in the form of an export.');
  const [, mark, account = '', written = ''] =
    /^(?:([*!])\s*)?(.*?)(?:(?:\s{2,}|\t)\s*(.*))?$/s.exec(before.trimEnd()) ?? [];
  if (account === '') return because('NOT_UNDERSTOOD', 'A posting begins with an account.');
  if (/^[([].*[)\]]$/.test(account))
    return because(
      'NOT_SUPPORTED',
      'Virtual postings, in brackets, are not supported: every entry needs a real account.',
    );
  const posted = readPostedAmount(written.trim(), number, { books, style }, remark);
  if (refused(posted)) return posted;
  const { amount, asserted } = posted.right;
  return ok({
    mark,
    asserted,
    tags: [...tagsIn(comment)],
    entry: {
      account: `${prefix}${account}`,
      amount,
      layer: 'settled',
      description: null,
      metadata: null,
    },
  });
};

interface Posted {
  /** The amount of the posting; null if the file leaves it out. */
  readonly amount: Minor | null;
  readonly asserted: Posting['asserted'];
}

const readPostedAmount = (
  text: string,
  number: number,
  { books, style }: Pick<TransactionContext, 'books' | 'style'>,
  remark: Remark,
): Outcome<Reason, Posted> => {
  const unquoted = text.replaceAll(/"[^"]*"/g, (quoted) => '"'.repeat(quoted.length));
  if (unquoted.includes('@') || /[{}]/.test(unquoted))
    return because('NOT_SUPPORTED', 'Prices and costs (@, {}) are not supported, because a ledger has one currency.');
  if (/^[(*]/.test(unquoted)) return because('NOT_SUPPORTED', 'Calculated amounts are not supported.');
  const assertion = unquoted.indexOf('=');
  const own = (assertion < 0 ? text : text.slice(0, assertion)).trim();
  if (assertion >= 0) {
    if (own === '')
      return because('NOT_SUPPORTED', 'Balance assignments (= without an amount) are not supported: write the amount.');
  }
  const asserted = assertion < 0 ? undefined : readAsserted(text.slice(assertion), { books, style });
  if (assertion >= 0 && asserted === undefined)
    remark(
      number,
      'ASSERTIONS_NOT_CHECKED',
      'Balance assertions that name another currency, or are not amounts, are not checked.',
    );
  if (own === '') return ok({ amount: null, asserted });
  const written = readAmount(own, style);
  if (refused(written)) return written;
  const amount = minorOf(written.right, books);
  return refused(amount) ? amount : ok({ amount: amount.right, asserted });
};

/**
 * Reads a balance assertion, such as `= 5.00` or `== 5.00`. With a star, the balance includes the accounts below. Returns undefined if the
 * amount is invalid.
 */
const readAsserted = (
  text: string,
  { books, style }: Pick<TransactionContext, 'books' | 'style'>,
): Posting['asserted'] => {
  const [, star, written = ''] = /^==?(\*)?\s*(.*)$/s.exec(text) ?? [];
  const read = readAmount(written, style);
  const amount = refused(read) ? read : minorOf(read.right, books);
  return refused(amount) ? undefined : { amount: amount.right, isWithin: star !== undefined };
};
