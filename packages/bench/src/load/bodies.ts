/** The bodies of POST /transactions and /transactions/batch. They are composed as text, because serialising objects would take longer. */
import type { Spreading } from '../targets';
import { drawAccounts, drawCents, type Random } from './random';

export interface BodyOptions {
  readonly spreading: Spreading;
  readonly accounts: number;
  /** The effective date of all transactions, such as `2026-01-15`. */
  readonly day: string;
}

/** Returns the code of an account in ASCII, so that the length of the text is its length in bytes. */
export const accountCode = (account: number): string => `A${String(account).padStart(5, '0')}`;

export const transactionBodies = (random: Random, options: BodyOptions): (() => string) =>
  bodies(
    random,
    options,
    (debited, credited, amount) =>
      `"entries":[{"account_code":"${debited}","type":"debit","amount":"${amount}"},{"account_code":"${credited}","type":"credit","amount":"${amount}"}]`,
  );

/** The transaction code that every ledger of the benchmark has. */
export const transferCode = {
  code: 'TRANSFER',
  name: 'Transfer',
  params_schema: { from: { type: 'account_code' }, to: { type: 'account_code' }, amount: { type: 'decimal' } },
  entries_template: {
    entries: [
      { account: '{params.to}', type: 'debit', amount: '{params.amount}' },
      { account: '{params.from}', type: 'credit', amount: '{params.amount}' },
    ],
  },
};

export const codedBodies = (random: Random, options: BodyOptions): (() => string) =>
  bodies(
    random,
    options,
    (debited, credited, amount) =>
      `"transaction_code":"${transferCode.code}","transaction_code_params":{"from":"${credited}","to":"${debited}","amount":"${amount}"}`,
  );

const bodies = (
  random: Random,
  { spreading, accounts, day }: BodyOptions,
  what: (debited: string, credited: string, amount: string) => string,
): (() => string) => {
  const codes = Array.from({ length: accounts }, (_, account) => accountCode(account));
  const word = (): string => random(4_294_967_296).toString(36);
  const head = `{"effective_date":"${day}","description":"Payment for goods","idempotency_key":"`;
  return () => {
    const [debited, credited] = drawAccounts(random, accounts, spreading);
    const cents = drawCents(random);
    const fraction = cents % 100;
    const amount = `${Math.floor(cents / 100)}.${fraction < 10 ? '0' : ''}${fraction}`;
    return `${head}${word()}-${word()}-${word()}",${what(codes[debited] ?? '', codes[credited] ?? '', amount)}}`;
  };
};

export const batchBodies = (transaction: () => string, size: number): (() => string) => {
  const items = Array.from({ length: size }, () => '');
  return () => `{"transactions":[${items.map(transaction).join(',')}]}`;
};
