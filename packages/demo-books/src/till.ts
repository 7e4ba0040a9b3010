/** Computes the balances that the deeds of a story produce, by the rules of the ledger. All amounts are in minor units. */
import { oppositeOf, type Layer } from '../../../src/kernel/accounting';
import type { AccountPlan, Entry, LedgerPlan } from './deeds';

export interface Till {
  open(ledger: string, account: AccountPlan): void;
  post(ledger: string, key: string, entries: readonly Entry[], layer: Layer): void;
  settle(ledger: string, hold: string, key: string, amount: bigint | undefined, isFinal: boolean): void;
  release(ledger: string, hold: string, amount?: bigint): void;
  reverse(ledger: string, key: string, amount?: bigint): void;
  move(from: Place, to: Place): void;
  /** Returns the settled balance, positive on the account's normal side. Zero if the account does not exist. */
  settled(ledger: string, account: string): bigint;
  /** Returns the available balance: the settled balance less the amounts that holds reserve. */
  spendable(ledger: string, account: string): bigint;
  /** Returns the remaining amount of a hold or of a posting; zero if the key is unknown. */
  leftOf(key: string): bigint;
  /** Returns the settled balances of all opened accounts, by ledger and then by code. */
  balances(): ReadonlyMap<string, ReadonlyMap<string, bigint>>;
}

type Place = readonly [ledger: string, account: string, amount: bigint];

interface Account {
  readonly plan: AccountPlan;
  settled: bigint;
  held: bigint;
}

/** A posting with its remaining amount: the part of its debits that is neither settled, released nor reversed. */
interface Known {
  readonly entries: readonly Entry[];
  readonly layer: Layer;
  left: bigint;
}

export const createTill = (ledgers: readonly LedgerPlan[]): Till => {
  const accounts = new Map<string, Map<string, Account>>();
  const known = new Map<string, Known>();

  const open: Till['open'] = (ledger, plan) => {
    const of = accounts.get(ledger) ?? new Map<string, Account>();
    accounts.set(ledger, of.set(plan.code, { plan, settled: 0n, held: 0n }));
  };
  for (const { code, accounts: plans } of ledgers) for (const plan of plans) open(code, plan);

  const accountOf = (ledger: string, code: string): Account => {
    const found = accounts.get(ledger)?.get(code);
    if (!found) throw new Error(`the ledger ${ledger} has no account ${code}`);
    return found;
  };
  const knownAs = (key: string): Known => {
    const found = known.get(key);
    if (!found) throw new Error(`nothing was posted under the key ${key}`);
    return found;
  };

  const take = (ledger: string, entries: readonly Entry[]): void => {
    for (const { account: code, type, amount } of entries) {
      const account = accountOf(ledger, code);
      account.settled += type === account.plan.normalBalance ? amount : -amount;
    }
    for (const { account: code } of entries) complainOf(ledger, accountOf(ledger, code));
  };
  /** A hold reserves only the amounts of its entries that reduce a balance. */
  const hold = (ledger: string, entries: readonly Entry[], sign: 1n | -1n): void => {
    for (const { account: code, type, amount } of entries) {
      const account = accountOf(ledger, code);
      if (type !== account.plan.normalBalance) account.held += sign * amount;
      complainOf(ledger, account);
    }
  };
  const complainOf = (ledger: string, { plan, settled, held }: Account): void => {
    const left = plan.floor === 'available' ? settled - held : settled;
    if (plan.floor !== null && left < 0n) throw new Error(`the story leaves ${left} in ${plan.code} of ${ledger}`);
  };

  /**
   * Returns the entries with the whole remaining amount, or with a part of it. A part is only possible for a posting with one debit and one
   * credit.
   */
  const partOf = (key: string, amount: bigint | undefined): readonly Entry[] => {
    const { entries, left } = knownAs(key);
    if (amount === undefined && left === debitsOf(entries)) return entries;
    const part = amount ?? left;
    if (entries.length !== 2 || part > left) throw new Error(`${part} is not part of ${key}, of which ${left} is left`);
    return entries.map((entry) => ({ ...entry, amount: part }));
  };
  const releaseOf: Till['release'] = (ledger, key, amount) => {
    const part = partOf(key, amount);
    const found = knownAs(key);
    if (found.layer === 'pending') hold(ledger, part, -1n);
    found.left -= debitsOf(part);
  };

  return {
    open,
    post: (ledger, key, entries, layer) => {
      if (debitsOf(entries) !== debitsOf(mirrorOf(entries))) throw new Error(`the entries of ${key} do not balance`);
      known.set(key, { entries, layer, left: debitsOf(entries) });
      if (layer === 'settled') take(ledger, entries);
      if (layer === 'pending') hold(ledger, entries, 1n);
    },
    settle: (ledger, key, settlement, amount, isFinal) => {
      const part = partOf(key, amount);
      releaseOf(ledger, key, amount);
      if (isFinal && knownAs(key).left > 0n) releaseOf(ledger, key);
      known.set(settlement, { entries: part, layer: 'settled', left: debitsOf(part) });
      take(ledger, part);
    },
    release: releaseOf,
    reverse: (ledger, key, amount) => {
      const part = partOf(key, amount);
      knownAs(key).left -= debitsOf(part);
      take(ledger, mirrorOf(part));
    },
    move: ([source, from, leaves], [target, to, enters]) => {
      const side = accountOf(source, from).plan;
      take(source, [{ account: from, type: oppositeOf(side.normalBalance), amount: leaves }]);
      if (!accounts.get(target)?.has(to)) open(target, { ...side, code: to, floor: null });
      take(target, [{ account: to, type: accountOf(target, to).plan.normalBalance, amount: enters }]);
    },
    settled: (ledger, code) => accounts.get(ledger)?.get(code)?.settled ?? 0n,
    spendable: (ledger, code) => {
      const account = accounts.get(ledger)?.get(code);
      return account ? account.settled - account.held : 0n;
    },
    leftOf: (key) => known.get(key)?.left ?? 0n,
    balances: () =>
      new Map(
        [...accounts].map(([ledger, of]) => [ledger, new Map([...of].map(([code, { settled }]) => [code, settled]))]),
      ),
  };
};

const debitsOf = (entries: readonly Entry[]): bigint =>
  entries.reduce((sum, { type, amount }) => (type === 'debit' ? sum + amount : sum), 0n);

/** Returns the entries with debit and credit exchanged, as a reversal has them. */
const mirrorOf = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => ({ ...entry, type: oppositeOf(entry.type) }));
