/**
 * Writes the journal for hledger (1.25 and newer): one tag per line, account names are paths of codes. Settled transactions are cleared, so
 * that `hledger --cleared` agrees with the ledger's reports. Characters that have a meaning in hledger are percent-encoded.
 */
import type { AccountType } from '../../../../kernel/accounting';
import { asTagValue, percent } from '../../../../kernel/percent-encoding';
import {
  accountTags,
  attributeTags,
  entryTags,
  flagOf,
  headline,
  isOfOneLayer,
  lastLine,
  transactionTags,
} from './tags';
import type { Tag } from './tags';
import { cashFlowClassesIn } from '../cash-flow-class';
import {
  accountIn,
  signedAmounts,
  type AmountOf,
  type Chart,
  type JournalFormat,
  type ToldAccount,
  type ToldTransaction,
} from './told';

/** The letters of the types. `hledger cashflow` counts the accounts of the type C, which the other reports of hledger count as assets. */
const typeLetters: Readonly<Record<Kind, string>> = {
  ...{ asset: 'A', liability: 'L', equity: 'E', revenue: 'R', expense: 'X', cash: 'C' },
};

export const hledger: JournalFormat = {
  mediaType: 'text/plain',
  write: (ledger, chart) => {
    const { currency, storageDecimals } = ledger.denomination;
    // A currency with a digit is quoted, because hledger reads a digit as the beginning of an amount.
    const commodity = /\d/.test(currency) ? `"${currency}"` : currency;
    const classOf = cashFlowClassesIn((id) => chart.get(id));
    const placeOf = placesIn(chart, (account) => (classOf(account) === 'cash' ? 'cash' : account.type));
    const nameOf = (id: string): string => placeOf(id).name;
    const amountOf = signedAmounts(ledger.denomination, commodity);
    return {
      beginning: [
        `; ${headline(ledger)}`,
        '; Settled entries are cleared (*), those of the pending and encumbrance layers pending (!): hledger --cleared counts what is settled.',
        '',
        `commodity 1000.${'0'.repeat(storageDecimals)} ${commodity}`,
        '\n',
      ].join('\n'),
      account: (account) => {
        const { name, kind, parent } = placeOf(account.id);
        const tags: readonly Tag[] = [
          ['type', typeLetters[kind]],
          ...accountTags(account),
          ...(parent === null ? [] : ([['parent', parent]] as const)),
        ];
        return `account ${name}\n${taggedLines(tags, 4)}\n`;
      },
      transaction: (transaction) => [written(transaction, nameOf, amountOf)],
      end: lastLine,
    };
  },
};

const written = (transaction: ToldTransaction, nameOf: (id: string) => string, amountOf: AmountOf): string => {
  const { effectiveDate, entries, description } = transaction;
  const isOne = isOfOneLayer(transaction);
  const status = isOne ? ` ${flagOf(transaction.layer)}` : '';
  const printed = printable(description);
  let text = `${effectiveDate}${status}${printed === '' ? '' : ` ${printed}`}\n`;
  text += taggedLines(transactionTags(transaction, printed), 4) + taggedLines(attributeTags(transaction), 4);
  const postings = entries.map((entry) => ({
    account: `${isOne ? '' : `${flagOf(entry.layer)} `}${nameOf(entry.accountId)}`,
    amount: amountOf(entry),
    tags: entryTags(entry, !isOne),
  }));
  const [wide, long] = [widest(postings.map(({ account }) => account)), widest(postings.map(({ amount }) => amount))];
  for (const { account, amount, tags } of postings) {
    text += `    ${account.padEnd(wide)}  ${amount.padStart(long)}\n`;
    if (tags.length > 0) text += taggedLines(tags, 8).replaceAll('[', '%5B');
  }
  return `${text}\n`;
};

const widest = (texts: readonly string[]): number => texts.reduce((most, { length }) => Math.max(most, length), 0);

/** Writes each tag on a line. An empty value has no space after the colon, because readers and editors trim lines. */
const taggedLines = (tags: readonly Tag[], indent: 4 | 8): string => {
  let text = '';
  for (const [name, value] of tags)
    text += `${indent === 4 ? '    ' : '        '}; ${name}:${value === '' ? '' : ` ${asTagValue(value)}`}\n`;
  return text;
};

/**
 * Removes characters of the description that hledger would interpret: `;` begins a comment, `|` ends a payee, and at the beginning `*` and
 * `!` are a status and `(` begins a code.
 */
const printable = (description: string): string =>
  /^\w[\w .,:/#&-]*$/.test(description) && !description.endsWith(' ')
    ? description
    : description
        .replace(/[;|\p{Cc}\u2028\u2029]/gu, ' ')
        .replace(/^[\s*!(]+/, '')
        .trim();

/** The accounts that the reports of hledger tell apart: the types, and the assets that are cash. */
type Kind = AccountType | 'cash';

interface Placed {
  readonly name: string;
  readonly type: AccountType;
  readonly kind: Kind;
  /** The kinds of the accounts on the path, including the account's own kind. */
  readonly kinds: ReadonlySet<Kind>;
  /** The name of the parent if it is not part of the path; else null. */
  readonly parent: string | null;
}

/**
 * Returns the name of each account: the path of codes from the top of its section, as in our reports, so that `--depth` of hledger shows
 * the same levels as `depth` of a report. An account whose parent has a different type begins a new path, and a tag names its parent. The
 * reports of hledger before 1.27 leave out an account below one of a different kind below one of its own kind. In a section, such accounts
 * are assets below cash below assets, and cash below assets below cash. They begin a new path, too. Names are created on demand, because a
 * large chart is written in parts.
 */
const placesIn = (chart: Chart, kindOf: (account: ToldAccount) => Kind): ((id: string) => Placed) => {
  const places = new Map<string, Placed>();
  const placeOf = (id: string): Placed => {
    const known = places.get(id);
    if (known !== undefined) return known;
    const account = accountIn(chart, id);
    const { code, type, parentId } = account;
    const own = code.replace(/[^\w.-]/gu, percent);
    const kind = kindOf(account);
    const parent = parentId === null ? null : placeOf(parentId);
    const isApart = parent !== null && (parent.type !== type || (parent.kind !== kind && parent.kinds.has(kind)));
    const place: Placed =
      parent === null || isApart
        ? { name: own, type, kind, kinds: new Set([kind]), parent: parent?.name ?? null }
        : {
            ...{ name: `${parent.name}:${own}`, type, kind, parent: null },
            kinds: parent.kinds.has(kind) ? parent.kinds : new Set([...parent.kinds, kind]),
          };
    places.set(id, place);
    return place;
  };
  return placeOf;
};
