/** A copy of a ledger that is built only from its events, as a reader of the feed would keep it. */
import type { Event } from '../support/feed';

interface Account {
  readonly code: string;
  readonly normal_balance: 'debit' | 'credit';
}

interface Transaction {
  /** The start of the day, as an instant. */
  readonly effective_date: string;
  readonly entries: readonly {
    readonly account_id: string;
    readonly type: 'debit' | 'credit';
    readonly layer: string;
    readonly amount: string;
  }[];
}

/** The maximum number of decimals of an amount. */
const decimals = 8;
const unitsOf = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

export class NaiveCopy {
  readonly accounts = new Map<string, Account>();
  /** Account and layer → day → debits minus credits. */
  private readonly debits = new Map<string, Map<string, bigint>>();
  private last = { sequence: 0, hash: '' };

  apply({ type, sequence, data, subject, hash, previous_hash }: Event): void {
    if (sequence !== this.last.sequence + 1) throw new Error(`${sequence} came behind ${this.last.sequence}`);
    if (sequence > 1 && previous_hash !== this.last.hash) throw new Error(`${sequence} continues another log`);
    this.last = { sequence, hash };
    if (type === 'account.deleted') this.accounts.delete(subject.id);
    else if (subject.type === 'account') this.accounts.set(subject.id, data);
    else if (type === 'transaction.posted') this.move(data, 1n);
    else if (type === 'transaction.voided') this.move(data, -1n);
  }

  /** The balance of an account's layer at the end of a day, in units of the eighth decimal. */
  balanceOf(accountId: string, layer: string, asOf: string): bigint {
    let debits = 0n;
    for (const [day, change] of this.debits.get(`${accountId} ${layer}`) ?? []) if (day <= asOf) debits += change;
    return this.accounts.get(accountId)?.normal_balance === 'credit' ? -debits : debits;
  }

  /** Converts an amount that the service shows into units of the eighth decimal. */
  static unitsOf(amount: string): bigint {
    return amount.startsWith('-') ? -unitsOf(amount.slice(1)) : unitsOf(amount);
  }

  private move({ effective_date, entries }: Transaction, sign: 1n | -1n): void {
    const day = effective_date.slice(0, 10);
    for (const { account_id, type, layer, amount } of entries) {
      const place = `${account_id} ${layer}`;
      const units = (type === 'debit' ? sign : -sign) * unitsOf(amount);
      const days = this.debits.get(place) ?? new Map<string, bigint>();
      this.debits.set(place, days.set(day, (days.get(day) ?? 0n) + units));
    }
  }
}
