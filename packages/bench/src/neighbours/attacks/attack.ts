/** The interface of an attack, and the common case: sending requests at the default rate limit of a key. */
import type { Target } from '../../load/connection';
import type { AttackedBooks } from '../../postgres/attacked-books';
import { createAsking, type Question } from '../asking';
import { nowMs, steadily } from '../pace';

/** The ids that the preparation passes to the attack: plain data, because another process uses it. */
export type Ammunition = Readonly<Record<string, string>>;

/** The number of responses to the attacker by status; 0 counts the requests without a response. */
export type Tally = ReadonlyMap<number, number>;

export interface Assault {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Attack {
  /** The name of its row in the report. */
  readonly name: string;
  /** The role of the attacked process; `api`: it posts nothing, and a separate worker posts. */
  readonly role?: 'all' | 'api';
  /** Settings of the attacked service, in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Creates the data that the attacker would have written beforehand. */
  readonly prepare?: (books: AttackedBooks) => Promise<Ammunition>;
  readonly carryOut: (target: Target, ammunition: Ammunition, assault: Assault) => Promise<Tally>;
}

/** The connections that an attacker may plausibly open. */
const maxConnections = 500;
const timeoutMs = 60_000;

/** Sends requests at the given rate, whether earlier ones were answered or not. Abandons unanswered ones at the end. */
export const asking =
  (questionsFrom: (ammunition: Ammunition) => (number: number) => Question): Attack['carryOut'] =>
  async (target, ammunition, { perSecond, seconds }) => {
    const ask = createAsking(target, maxConnections, timeoutMs);
    const questionOf = questionsFrom(ammunition);
    const tally = new Map<number, number>();
    let answered = 0;
    const sent = await steadily(perSecond, nowMs() + seconds * 1_000, (_, number) => {
      void ask(questionOf(number)).then((status) => {
        answered += 1;
        tally.set(status, (tally.get(status) ?? 0) + 1);
      });
    });
    if (sent > answered) tally.set(0, (tally.get(0) ?? 0) + sent - answered);
    return tally;
  };

let keys = 0;
/** Returns an idempotency key that no process has used before. */
const freshKey = (): string => `${process.pid}-${Date.now()}-${++keys}`;

/** Returns this many entries on the two accounts that every ledger here has; `more` adds members to the entry at an index. */
export const legs = (count: number, more: (index: number) => object = () => ({})): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    account_code: index % 2 === 0 ? 'CASH' : 'SALES',
    type: index % 2 === 0 ? 'debit' : 'credit',
    amount: '1.00',
    ...more(index),
  }));

/** The body of a transaction; `more` replaces its members. */
export const oneTransaction = (more: object = {}): object => ({
  effective_date: '2026-01-15',
  description: 'a sale',
  idempotency_key: freshKey(),
  entries: legs(2),
  ...more,
});

/** Returns such bodies as text. The text is composed once, and only the idempotency key differs. */
export const printedTransactions = (more: object): (() => string) => {
  const [before = '', after = ''] = JSON.stringify(oneTransaction({ ...more, idempotency_key: 'KEY' })).split('KEY');
  return () => before + freshKey() + after;
};

/** The limits of transactions in a batch, and of entries in a transaction. */
export const maxItems = 100;
/** The number of transactions with the maximum of entries that reach the limit of two thousand entries in a request. */
export const maxItemsOfMaxEntries = 20;
export const maxEntries = 100;
