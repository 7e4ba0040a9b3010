/** The interface of an attack, and the most common attack: requests at a steady rate, equal to the default rate limit of a key. */
import type { Target } from '../../load/connection';
import type { AttackedBooks } from '../../postgres/attacked-books';
import { createAsking, type Question } from '../asking';
import { nowMs, steadily } from '../pace';

/** The ids of the prepared data. It is a plain object, because it is sent to the attacker's process. */
export type Ammunition = Readonly<Record<string, string>>;

/** The number of responses to the attacker by status. The status 0 stands for no response. */
export type Tally = ReadonlyMap<number, number>;

export interface Assault {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Attack {
  /** The name of the attack in the report. */
  readonly name: string;
  /** The role of the attacked process. With `api` that process posts nothing, and a separate worker posts. */
  readonly role?: 'all' | 'api';
  /** Settings of the attacked service, in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Creates the data that the attack needs, and that an attacker would have written beforehand. */
  readonly prepare?: (books: AttackedBooks) => Promise<Ammunition>;
  readonly carryOut: (target: Target, ammunition: Ammunition, assault: Assault) => Promise<Tally>;
}

/** The largest number of connections that an attacker is expected to open. */
const maxConnections = 500;
const timeoutMs = 60_000;

/**
 * Sends requests at the given rate, whether the earlier ones were answered or not. Requests without a response at the end count as status
 * 0.
 */
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
/** Returns a new idempotency key. It contains the process id and the time, so that it is unique among all processes. */
const freshKey = (): string => `${process.pid}-${Date.now()}-${++keys}`;

/** Returns this many entries, alternately on CASH and SALES, which every ledger here has. `more` adds members to the entry at an index. */
export const legs = (count: number, more: (index: number) => object = () => ({})): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    account_code: index % 2 === 0 ? 'CASH' : 'SALES',
    type: index % 2 === 0 ? 'debit' : 'credit',
    amount: '1.00',
    ...more(index),
  }));

/** Returns the body of a transaction. `more` replaces members of the body. */
export const oneTransaction = (more: object = {}): object => ({
  effective_date: '2026-01-15',
  description: 'a sale',
  idempotency_key: freshKey(),
  entries: legs(2),
  ...more,
});

/** Returns a function that prints the body of a transaction. Only the idempotency key differs, so the rest of the text is composed once. */
export const printedTransactions = (more: object): (() => string) => {
  const [before = '', after = ''] = JSON.stringify(oneTransaction({ ...more, idempotency_key: 'KEY' })).split('KEY');
  return () => before + freshKey() + after;
};

/** The API's limit on transactions in a batch. */
export const maxItems = 100;
/** The maximum number of transactions in a request if each has a hundred entries: a request may have at most 2,000 entries. */
export const maxItemsOfMaxEntries = 20;
export const maxEntries = 100;
