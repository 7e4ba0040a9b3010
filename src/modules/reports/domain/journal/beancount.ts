/**
 * Writes the journal for beancount (version 2): account names are below beancount's five roots, everything else is metadata. Settled
 * transactions have the flag `*`, all others `!`.
 */
import type { AccountType } from '../../../../kernel/accounting';
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
import { accountIn, signedAmounts, type AmountOf, type Chart, type JournalFormat, type ToldTransaction } from './told';

const roots: Readonly<Record<AccountType, string>> = {
  ...{ asset: 'Assets', liability: 'Liabilities', equity: 'Equity', revenue: 'Income', expense: 'Expenses' },
};
/** Accounts are opened on the first supported day, so that no entry is older than its account. */
const opened = '0001-01-01';

export const beancount: JournalFormat = {
  mediaType: 'text/plain',
  write: (ledger, chart) => {
    const { currency } = ledger.denomination;
    const commodity = isCurrency(currency) ? currency : `X-${currency}`;
    const nameOf = namesIn(chart);
    const amountOf = signedAmounts(ledger.denomination, commodity);
    return {
      beginning: [
        `; ${headline(ledger)}`,
        '; Settled entries have the flag *, those of the pending and encumbrance layers the flag !.',
        '',
        `option "title" ${quoted(ledger.name)}`,
        `option "operating_currency" ${quoted(commodity)}`,
        '\n',
      ].join('\n'),
      account: (account) =>
        `${opened} open ${nameOf(account.id)} ${commodity}\n${metadataLines(accountTags(account), 2)}\n`,
      transaction: (transaction) => [written(transaction, nameOf, amountOf)],
      end: lastLine,
    };
  },
};

const written = (transaction: ToldTransaction, nameOf: (id: string) => string, amountOf: AmountOf): string => {
  const { effectiveDate, description, entries, layer } = transaction;
  const isOne = isOfOneLayer(transaction);
  let text = `${effectiveDate} ${isOne ? flagOf(layer) : 'txn'} ${quoted(description)}\n`;
  text += metadataLines(transactionTags(transaction, description), 2) + attributeLines(transaction);
  for (const entry of entries) {
    const amount = amountOf(entry);
    text += `  ${isOne ? '' : `${flagOf(entry.layer)} `}${nameOf(entry.accountId)}  ${amount}\n`;
    text += metadataLines(entryTags(entry, !isOne), 4);
  }
  return `${text}\n`;
};

const metadataLines = (tags: readonly Tag[], indent: 2 | 4): string => {
  let text = '';
  for (const [name, value] of tags) text += `${indent === 2 ? '  ' : '    '}${name}: ${quoted(value)}\n`;
  return text;
};

/** Attributes whose keys beancount does not allow are written as one JSON object under the key `attributes`. */
const attributeLines = (transaction: ToldTransaction): string => {
  const tags = attributeTags(transaction);
  if (tags.length === 0) return '';
  const misfits = tags.filter(([key]) => !isKey(key));
  const together: readonly Tag[] =
    misfits.length === 0 ? [] : [['attributes', JSON.stringify(Object.fromEntries(misfits))]];
  return metadataLines([...together, ...tags.filter(([key]) => isKey(key))], 2);
};

/** A key of beancount has at least two characters and is neither of the two keys that beancount sets itself. */
const isKey = (key: string): boolean => /^[a-z][a-zA-Z0-9_-]+$/.test(key) && key !== 'filename' && key !== 'lineno';

const quoted = (text: string): string =>
  `"${/["\\\n\r]/.test(text) ? text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r') : text}"`;

/** A currency of beancount begins with a letter and has at least two characters. Three words are reserved for values. */
const isCurrency = (currency: string): boolean =>
  /^[A-Z][A-Z0-9]+$/.test(currency) && !['TRUE', 'FALSE', 'NULL'].includes(currency);

/**
 * Returns names of accounts: the root of the type, then the path of codes, adapted to beancount. A number is appended if the name is
 * already taken. Names are created on demand, because a large chart is written in parts. Many codes of a chart may become the same name, so
 * the map remembers the last number used for each.
 */
const namesIn = (chart: Chart): ((id: string) => string) => {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const known = new Map<string, { readonly path: string; readonly name: string }>();
  const named = (id: string): { readonly path: string; readonly name: string } => {
    const found = known.get(id);
    if (found) return found;
    const { code, type, parentId } = accountIn(chart, id);
    const wished = `${parentId === null ? '' : named(parentId).path}:${component(code)}`;
    let path = wished;
    let number = numbers.get(roots[type] + wished) ?? 1;
    while (taken.has(roots[type] + path)) path = `${wished}-${++number}`;
    numbers.set(roots[type] + wished, number);
    const made = { path, name: roots[type] + path };
    taken.add(made.name);
    known.set(id, made);
    return made;
  };
  return (id) => named(id).name;
};

/** Replaces all characters but letters, digits and dashes, and makes the name begin with a capital or a digit. */
const component = (code: string): string => {
  const fitting = code.replace(/[^A-Za-z0-9-]/gu, '-');
  return fitting.startsWith('-') ? `X${fitting}` : fitting.charAt(0).toUpperCase() + fitting.slice(1);
};
