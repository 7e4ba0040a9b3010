/**
 * A bank of 1993: its rows as double entry, converted as its data folder's README explains, and the balances that its books must have. The
 * sums are computed here from the file alone, in whole haléře (hundredths of a koruna).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface BankRow {
  readonly transId: string;
  readonly account: string;
  readonly date: string;
  readonly direction: 'in' | 'out';
  readonly operation: string;
  readonly cents: bigint;
  readonly purpose: string;
}

/** One of the two entries of a row, as an account's listing shows it. */
export interface BankEntry {
  readonly row: BankRow;
  readonly type: 'debit' | 'credit';
}

const named = process.env['LEDGER_BANK_DATA'];

/** The path of transactions.csv or of its folder: LEDGER_BANK_DATA if set, otherwise a folder next to the repository. */
export const bankData = named ?? resolve(__dirname, '../../../shared/data/bank-1993');

const bankFile = (): string => (statSync(bankData).isDirectory() ? join(bankData, 'transactions.csv') : bankData);

export const hasBankData = (): boolean => existsSync(bankData) && existsSync(bankFile());

const columns = 'trans_id,account_id,date,direction,operation,amount,bank_balance,purpose,other_bank,other_account';

/** No field of the file is quoted, so the fields of a line are split at each comma. */
export const readBankRows = (): readonly BankRow[] => {
  const [header, ...lines] = readFileSync(bankFile(), 'utf8').trimEnd().split(/\r?\n/);
  if (header !== columns) throw new Error(`unexpected columns: ${header}`);
  return lines.map((line) => {
    const [transId = '', accountId = '', date = '', direction, operation = '', amount = '', , purpose = '', ...rest] =
      line.split(',');
    if (rest.length !== 2 || (direction !== 'in' && direction !== 'out') || !/^\d+\.\d\d$/.test(amount))
      throw new Error(`unexpected line: ${line}`);
    const cents = BigInt(amount.replace('.', ''));
    return { transId, account: `C${accountId}`, date, direction, operation, cents, purpose };
  });
};

/** The bank's own accounts. */
export const systemAccounts = [
  { code: 'CASH', type: 'asset' },
  { code: 'INTERBANK', type: 'asset' },
  { code: 'INTEREST-PAID', type: 'expense' },
  { code: 'FEES', type: 'revenue' },
  { code: 'INTEREST-EARNED', type: 'revenue' },
] as const;

const counterparts: Readonly<Record<string, (typeof systemAccounts)[number]['code']>> = {
  'in VKLAD': 'CASH',
  'in PREVOD Z UCTU': 'INTERBANK',
  'in PREVOD Z UCTU DUCHOD': 'INTERBANK',
  'in UROK': 'INTEREST-PAID',
  'out VYBER': 'CASH',
  'out VYBER KARTOU': 'CASH',
  'out VYBER SIPO': 'INTERBANK',
  'out VYBER SLUZBY': 'FEES',
  'out VYBER SANKC. UROK': 'INTEREST-EARNED',
  'out PREVOD NA UCET': 'INTERBANK',
  'out PREVOD NA UCET POJISTNE': 'INTERBANK',
  'out PREVOD NA UCET SIPO': 'INTERBANK',
  'out PREVOD NA UCET UVER': 'INTERBANK',
};

export const counterpartOf = ({ direction, operation, purpose, transId }: BankRow): string => {
  const kind = [direction, operation, purpose].filter((word) => word !== '').join(' ');
  const code = counterparts[kind];
  if (code === undefined) throw new Error(`transaction ${transId} is of an unknown kind: ${kind}`);
  return code;
};

export const descriptionOf = ({ operation, purpose }: BankRow): string =>
  [operation, purpose].filter(Boolean).join(' ');

/** The body of POST /transactions for this row. */
export const transactionOf = (row: BankRow): object => {
  const amount = formatCents(row.cents);
  const customer = { account_code: row.account, type: row.direction === 'in' ? 'credit' : 'debit', amount };
  const counterpart = { account_code: counterpartOf(row), type: row.direction === 'in' ? 'debit' : 'credit', amount };
  return {
    idempotency_key: row.transId,
    effective_date: row.date,
    description: descriptionOf(row),
    attributes: {
      ...(row.operation === '' ? {} : { operation: row.operation }),
      ...(row.purpose === '' ? {} : { purpose: row.purpose }),
    },
    entries: row.direction === 'in' ? [counterpart, customer] : [customer, counterpart],
  };
};

export const formatCents = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The expected state of one account in the books. */
export interface ExpectedAccount {
  readonly code: string;
  readonly normalBalance: 'debit' | 'credit';
  /** The account's entries, in the order of the file. */
  readonly entries: readonly BankEntry[];
}

export const expectedAccounts = (rows: readonly BankRow[]): ReadonlyMap<string, ExpectedAccount> => {
  const accounts = new Map<string, { code: string; normalBalance: 'debit' | 'credit'; entries: BankEntry[] }>();
  const note = (code: string, normalBalance: 'debit' | 'credit', entry: BankEntry): void => {
    const account = accounts.get(code) ?? { code, normalBalance, entries: [] };
    account.entries.push(entry);
    accounts.set(code, account);
  };
  for (const row of rows) {
    const isIn = row.direction === 'in';
    const counterpart = counterpartOf(row);
    const type = systemAccounts.find(({ code }) => code === counterpart)?.type;
    note(row.account, 'credit', { row, type: isIn ? 'credit' : 'debit' });
    note(counterpart, type === 'revenue' ? 'credit' : 'debit', { row, type: isIn ? 'debit' : 'credit' });
  }
  return accounts;
};

/** The lowest settled balance from `asOf` on, which is the amount available on that day. */
const lowestFrom = (asOf: string, { normalBalance, entries }: Omit<ExpectedAccount, 'code'>): bigint => {
  const changes = new Map<string, bigint>([[asOf, 0n]]);
  for (const { row, type } of entries) {
    const day = row.date > asOf ? row.date : asOf;
    changes.set(day, (changes.get(day) ?? 0n) + (type === normalBalance ? row.cents : -row.cents));
  }
  const days = [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  let settled = days[0]?.[1] ?? 0n;
  let lowest = settled;
  for (const [, change] of days.slice(1)) {
    settled += change;
    if (settled < lowest) lowest = settled;
  }
  return lowest;
};

/** The account's part of the balance view as of a day. The default is a day after the last row. */
export const expectedBalance = ({ normalBalance, entries }: ExpectedAccount, asOf = '9999-12-31'): object => {
  const upTo = entries.filter(({ row }) => row.date <= asOf);
  const debits = sumOf(upTo, 'debit');
  const credits = sumOf(upTo, 'credit');
  const signed = (sum: bigint): bigint => (normalBalance === 'debit' ? sum : -sum);
  const all = sumOf(entries, 'debit') - sumOf(entries, 'credit');
  const settled = formatCents(signed(debits - credits));
  return {
    balances: {
      settled,
      pending: '0.00',
      available: formatCents(lowestFrom(asOf, { normalBalance, entries })),
      overdue: '0.00',
      future: formatCents(signed(all - (debits - credits))),
    },
    settledDetail: {
      debits: formatCents(debits),
      credits: formatCents(credits),
      balance: settled,
      entry_count: upTo.length,
      last_entry_date: upTo.reduce<string | null>((last, { row }) => (row.date > (last ?? '') ? row.date : last), null),
    },
  };
};

export const signedCents = ({ normalBalance }: ExpectedAccount, { row, type }: BankEntry): bigint =>
  type === normalBalance ? row.cents : -row.cents;

/** The account's balance in cents: positive on the side of its normal balance. */
export const totalCents = (account: ExpectedAccount): bigint =>
  account.entries.reduce((sum, entry) => sum + signedCents(account, entry), 0n);

const sumOf = (entries: readonly BankEntry[], side: BankEntry['type']): bigint =>
  entries.reduce((sum, { row, type }) => (type === side ? sum + row.cents : sum), 0n);

/** Picks `count` items at equal distances, including the first and the last. */
export const spread = <A>(items: readonly A[], count: number): readonly A[] =>
  Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as A);

/** Ten days: five that are the same for every account, the day before the account's first entry, and four days on which it has entries. */
export const tenDatesOf = ({ entries }: ExpectedAccount): readonly string[] => {
  const own = entries.map(({ row }) => row.date);
  return [
    '1992-12-31',
    '1993-06-30',
    '1993-12-31',
    '1994-02-28',
    '1994-03-31',
    dayBefore(own[0] ?? ''),
    ...spread(own, 4),
  ];
};

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
