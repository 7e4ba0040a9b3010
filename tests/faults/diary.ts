/** Records the requests and answers of a fault test in the test's own memory, which no fault affects. */
import type { LeanAnswer } from '../model/lean-client';
import type { AccountChange, TransactionBody, Undoing } from '../model/records';
import type { StagedLedger } from './books';

export interface Item {
  /** The transaction that the ledger should post. It has entries even if the request names a transaction code instead. */
  readonly body: TransactionBody;
  readonly asSent: object;
}

export type Wish =
  | { readonly kind: 'post'; readonly items: readonly Item[]; readonly batch: 'none' | 'loose' | 'atomic' }
  | {
      readonly kind: 'reverse';
      readonly target: string;
      readonly key: string | undefined;
      readonly day: string;
      readonly amount?: string | undefined;
    }
  | { readonly kind: 'release'; readonly target: string; readonly key: string; readonly amount?: string | undefined }
  | {
      readonly kind: 'settle';
      readonly target: string;
      readonly key: string;
      readonly amount?: string | undefined;
      readonly isFinal: boolean;
      readonly allowsExcess: boolean;
    }
  | {
      readonly kind: 'extend';
      readonly target: string;
      readonly key: string;
      /** The hold's new total amount. A request has a new amount, a new expiry (`end`), or both. */
      readonly amount?: string | undefined;
      readonly end?: string | undefined;
    }
  | { readonly kind: 'deprecate'; readonly code: string; readonly codeId: string }
  | { readonly kind: 'void'; readonly target: string; readonly reason: string }
  | { readonly kind: 'change'; readonly accountId: string; readonly change: AccountChange }
  | { readonly kind: 'journal'; readonly journalId: string; readonly status: 'active' | 'closed' }
  | Administering
  | { readonly kind: 'lock'; readonly lockedUntil: string }
  | { readonly kind: 'unlock'; readonly lockId: string }
  | {
      readonly kind: 'move';
      readonly operation: 'convert' | 'transfer';
      readonly key: string;
      readonly source: StagedLedger;
      readonly target: StagedLedger;
      readonly accountCode: string;
      readonly sourceAmount: string;
      readonly targetAmount: string;
    };

/**
 * A request of an administrator that sets a register: something with one value at a time, such as the role of a person or the time zone of
 * a ledger.
 */
export interface Administering {
  readonly kind: 'administer';
  readonly register: string;
  readonly value: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path of the request below /admin/v1. */
  readonly path: string;
  readonly body?: object;
}

/** One request of one client, with all its attempts. */
export interface Noted {
  readonly ledger: StagedLedger;
  readonly wish: Wish;
  /** The number of the request among all requests and answers, in the order in which this process sent or received them. */
  readonly sentAt: number;
  /** The number of the final answer in the same order; undefined if the request got no final answer. */
  answeredAt: number | undefined;
  /** The number of attempts that got no answer. */
  unheard: number;
  /** The final answer, which may be a refusal; undefined if the request got no final answer. */
  answer: LeanAnswer | undefined;
  /** True when the replay of the log has found the request's effect. */
  isFound: boolean;
  /** The operation id of a conversion or transfer that took place. */
  operationId: string | undefined;
}

export interface Diary {
  readonly notes: readonly Noted[];
  note(ledger: StagedLedger, wish: Wish): Noted;
  /** The ids of a ledger's acknowledged transactions, which later requests reverse or void. */
  acknowledgedIn(ledger: StagedLedger): readonly string[];
  /** The ids of a ledger's acknowledged holds. */
  holdsIn(ledger: StagedLedger): readonly string[];
  locksOf(ledger: StagedLedger): readonly string[];
  /** Records the final answer to a request. */
  settle(noted: Noted, answer: LeanAnswer): void;
  count(): Count;
}

export interface Count {
  readonly requests: number;
  /** The number of acknowledged transactions, reversals, voids, conversions, transfers and changes. */
  readonly acknowledged: number;
  readonly refused: number;
  readonly unheard: number;
}

export const isAcknowledged = ({ answer }: Noted): boolean => answer !== undefined && answer.status < 300;

export const openDiary = (): Diary => {
  const notes: Noted[] = [];
  const transactions = new Map<StagedLedger, string[]>();
  const holds = new Map<StagedLedger, string[]>();
  const locks = new Map<StagedLedger, string[]>();
  let moment = 0;
  const add = (to: Map<StagedLedger, string[]>, ledger: StagedLedger, id: string | null): void => {
    if (id !== null) to.set(ledger, [...(to.get(ledger) ?? []), id].slice(-maxRemembered));
  };
  return {
    notes,
    note: (ledger, wish) => {
      const noted: Noted = {
        ...{ ledger, wish, sentAt: ++moment, answeredAt: undefined, unheard: 0, answer: undefined },
        ...{ isFound: false, operationId: undefined },
      };
      notes.push(noted);
      return noted;
    },
    acknowledgedIn: (ledger) => transactions.get(ledger) ?? [],
    holdsIn: (ledger) => holds.get(ledger) ?? [],
    locksOf: (ledger) => locks.get(ledger) ?? [],
    settle: (noted, answer) => {
      noted.answer = answer;
      noted.answeredAt = ++moment;
      if (!isAcknowledged(noted)) return;
      for (const [index, id] of transactionsIn(noted).entries()) {
        add(transactions, noted.ledger, id);
        const layer = noted.wish.kind === 'post' ? noted.wish.items[index]?.body.layer : undefined;
        if (layer !== undefined && layer !== 'settled') add(holds, noted.ledger, id);
      }
      if (noted.wish.kind === 'lock') add(locks, noted.ledger, answer.body.data.id);
    },
    count: () => ({
      requests: notes.length,
      acknowledged: notes.reduce((sum, noted) => sum + (isAcknowledged(noted) ? weightOf(noted) : 0), 0),
      refused: notes.filter((noted) => noted.answer !== undefined && !isAcknowledged(noted)).length,
      unheard: notes.filter(({ answer }) => answer === undefined).length,
    }),
  };
};

/** Whether the request creates a reversal, settlement or release. */
export const undoes = (wish: Wish): wish is Extract<Wish, { readonly kind: Undoing }> =>
  wish.kind === 'reverse' || wish.kind === 'settle' || wish.kind === 'release';

/** Reversals and voids choose among this many of the latest transactions. */
const maxRemembered = 60;

/** The ids in an acknowledgement, one for each item of the request; null if an item was refused. */
export const transactionsIn = ({ wish, answer }: Noted): readonly (string | null)[] => {
  if (!answer || answer.status >= 300) return [];
  const { data } = answer.body;
  if (undoes(wish)) return [data.id];
  if (wish.kind !== 'post') return [];
  return wish.batch === 'none' ? [data.id] : data.results.map(({ id }: { id: string | null }) => id);
};

const weightOf = (noted: Noted): number =>
  noted.wish.kind === 'post' ? transactionsIn(noted).filter((id) => id !== null).length : 1;
