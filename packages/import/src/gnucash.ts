/**
 * Reads a GnuCash book in XML: the accounts with their names, codes and types, and the transactions. A transaction with a split in shares
 * or in another currency is rejected as a whole. Prices, budgets and templates are ignored.
 */
import type { AccountType } from '../../../src/kernel/accounting';
import type { Minor } from '../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { parseDay } from '../../../src/kernel/time';
import { otherCurrency } from './commodities';
import { rejectedColumns, recordBreak } from './csv-records';
import { collecting, type RecordFields } from './elements';
import { noDescription } from './hledger-transactions';
import { entryOf, plainFields } from './row-reader';
import {
  balanced,
  because,
  minorOf,
  quoted,
  type Books,
  type Emit,
  type FileReader,
  type Reason,
  type Stop,
} from './rows';
import { createXmlReader } from './xml';

interface Account {
  readonly path: string;
  readonly commodity: string;
  readonly isCurrency: boolean;
}

interface Split {
  readonly account: string;
  readonly value: string;
  readonly memo: string;
}

interface Transaction {
  readonly line: number;
  date: string;
  number: string;
  description: string;
  currency: string;
  readonly splits: Split[];
}

const types: Readonly<Record<string, AccountType>> = {
  ...{ ASSET: 'asset', BANK: 'asset', CASH: 'asset', STOCK: 'asset', MUTUAL: 'asset', RECEIVABLE: 'asset' },
  ...{ LIABILITY: 'liability', CREDIT: 'liability', PAYABLE: 'liability' },
  ...{ EQUITY: 'equity', TRADING: 'equity', INCOME: 'revenue', EXPENSE: 'expense' },
};
const ofTransaction = new Set(['currency', 'num', 'date-posted', 'description', 'split']);
const wanted = new Set(['', 'id', 'name', 'type', 'code', 'parent', 'commodity/space', 'commodity/id', 'date']);
const wantedOfSplit = new Set(['account', 'value', 'memo']);
const columns = ['date', 'num', 'description', 'account', 'value', 'currency', 'memo'];
/** The maximum number of splits. A transaction has at most a hundred entries. */
const maxSplits = 1_000;

export const createGnuCashReader = (books: Books, emit: Emit): Promise<FileReader> => {
  const stop: Stop = (line, reason) => emit({ kind: 'stop', line, ...reason });
  const accounts = new Map<string, Account>();
  let transaction: Transaction | undefined;
  let isTemplate = false;
  let hasHeader = false;

  const takeAccount = (fields: RecordFields, line: number): void => {
    const [id = '', name = '', type = ''] = ['id', 'name', 'type'].map((key) => fields.one(key));
    const above = accounts.get(fields.one('parent') ?? '')?.path ?? '';
    const path = type === 'ROOT' ? '' : above === '' ? name : `${above}:${name}`;
    const isCurrency = /^(?:CURRENCY|ISO4217)$/.test(fields.one('commodity/space') ?? 'CURRENCY');
    const commodity = fields.one('commodity/id') ?? '';
    accounts.set(id, { path, isCurrency, commodity });
    // Accounts in shares or in another currency are not opened: a ledger has one currency.
    if (type === 'ROOT' || !isCurrency || !['', books.denomination.currency].includes(commodity)) return;
    const code = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,36}$/.test(fields.one('code') ?? '') ? fields.one('code') : undefined;
    emit({ kind: 'account', line, raw: path, account: path, code, name, type: types[type] });
  };

  const entriesOf = ({ splits, currency }: Transaction): Outcome<Reason, ReturnType<typeof entryOf>[]> => {
    const entries: ReturnType<typeof entryOf>[] = [];
    for (const { account: id, value, memo } of splits) {
      const account = accounts.get(id);
      if (!account || account.path === '')
        return because('ACCOUNT_MISSING', `A split names the account ${quoted(id)}, which is not in the book.`);
      const digits = digitsOf(value);
      if (digits === undefined) return because('AMOUNT_INVALID', `${quoted(value)} is not an amount.`);
      if (!account.isCurrency)
        return because(
          'SHARES',
          `${account.path} is in ${quoted(account.commodity)}, which is not a currency: remove the transaction, or post its value by hand.`,
        );
      if (account.commodity !== '' && account.commodity !== currency)
        return because('OTHER_CURRENCY', otherCurrency(account.commodity, digits, books.denomination.currency));
      const amount = minorOf({ commodity: currency, digits }, books);
      if (refused(amount)) return amount;
      entries.push(entryOf(account.path, amount.right as Minor, memo || null));
    }
    return ok(entries);
  };

  const endTransaction = (): void => {
    const whole = transaction;
    transaction = undefined;
    if (whole === undefined || isTemplate) return;
    const { line, number, description, splits } = whole;
    const raw = splits.map((split) => recordOf(whole, split, accounts)).join(recordBreak);
    const reject = ({ code, message }: Reason): void => {
      if (!hasHeader) emit({ kind: 'setting', line, raw: [...columns, ...rejectedColumns].join(',') });
      hasHeader = true;
      emit({ kind: 'rejected', line, raw, code, message });
    };
    const date = parseDay(whole.date.slice(0, 'YYYY-MM-DD'.length));
    if (date === undefined) return reject({ code: 'DATE_INVALID', message: `${quoted(whole.date)} is not a day.` });
    if (splits.length > maxSplits) return reject(tooLarge);
    const written = entriesOf(whole);
    if (refused(written)) return reject(written.left);
    const entries = balanced(written.right);
    if (refused(entries)) return reject(entries.left);
    emit({
      ...{ kind: 'transaction', line, raw, ...plainFields({ journal: undefined }), date, entries: entries.right },
      ...{ description: description || noDescription, reference: number || null },
    });
  };

  const taker = collecting(
    {
      isRecord: (name) => (transaction ? ofTransaction.has(name) : name === 'account' && !isTemplate),
      keyOf: (path) => {
        const key = path.join('/');
        return wanted.has(key) || wantedOfSplit.has(key) ? key : undefined;
      },
      begin: (name, line) => {
        if (name === 'template-transactions') isTemplate = true;
        if (name === 'transaction')
          transaction = { line, date: '', number: '', description: '', currency: '', splits: [] };
      },
      record: (name, fields, line) => {
        if (!transaction) return takeAccount(fields, line);
        if (name === 'split') {
          const [account = '', value = '', memo = ''] = ['account', 'value', 'memo'].map((key) => fields.one(key));
          if (transaction.splits.length <= maxSplits) transaction.splits.push({ account, value, memo });
        } else if (name === 'currency') transaction.currency = fields.one('id') ?? '';
        else if (name === 'date-posted') transaction.date = fields.one('date') ?? '';
        else if (name === 'num') transaction.number = fields.one('') ?? '';
        else transaction.description = fields.one('') ?? '';
      },
      end: (name) => {
        if (name === 'transaction') endTransaction();
        if (name === 'template-transactions') isTemplate = false;
      },
    },
    stop,
  );
  return createXmlReader(taker, undefined, stop);
};

/** Converts a fraction to decimal digits: `-1250/100` becomes -12.50. */
const digitsOf = (value: string): string | undefined => {
  const [, sign, over = '', under = '1'] = /^(-?)(\d{1,30})(?:\/([1-9]\d{0,17}))?$/.exec(value) ?? [];
  if (sign === undefined) return undefined;
  const decimals = 18n;
  const scaled = BigInt(over) * 10n ** decimals;
  if (scaled % BigInt(under) !== 0n) return undefined;
  const digits = (scaled / BigInt(under)).toString().padStart(Number(decimals) + 1, '0');
  const whole = digits.slice(0, -Number(decimals));
  const fraction = digits.slice(-Number(decimals)).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

const recordOf = (
  { date, number, description, currency }: Transaction,
  { account, value, memo }: Split,
  accounts: ReadonlyMap<string, Account>,
): string =>
  [date, number, description, accounts.get(account)?.path ?? account, digitsOf(value) ?? value, currency, memo]
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"` : text))
    .join(',');

const tooLarge: Reason = { code: 'TOO_LARGE', message: `The transaction has more than ${maxSplits} splits.` };
