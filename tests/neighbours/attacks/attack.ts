/** What an attack is, and what most of them do: ask at the pace that a key of the usual budget is granted. */
import { createAsking, type Question, type Target } from '../asking';
import { nowMs, steadily } from '../clock';
import type { Books } from '../neighbourhood';

/** What the preparation leaves for the attack: plain data, because another process uses it. */
export type Ammunition = Readonly<Record<string, string>>;

/** How often each status was answered to the attacker; 0 is no answer. */
export type Tally = ReadonlyMap<number, number>;

export interface Attack {
  /** As its line in the report says it. */
  readonly name: string;
  /** `api`: against a process that posts nothing, beside one that does. */
  readonly role?: 'all' | 'api';
  /** Where the harm adds up: so many a second do in the short form what ten a second do in half a minute. */
  readonly hastyPerSecond?: number;
  /** What the attacker wrote before, at leisure. */
  readonly prepare: (books: Books) => Promise<Ammunition>;
  readonly attack: (target: Target, ammunition: Ammunition, perSecond: number, seconds: number) => Promise<Tally>;
}

/** As many connections as an attacker may well open. */
const maxConnections = 500;
const patienceMs = 60_000;

/** Asks at the pace, whether the questions before were answered or not. What is out at the end is given up. */
export const askSteadily = async (
  target: Target,
  perSecond: number,
  seconds: number,
  questionOf: (number: number) => Question,
): Promise<Tally> => {
  const ask = createAsking(target, maxConnections, patienceMs);
  const tally = new Map<number, number>();
  const count = (status: number): void => void tally.set(status, (tally.get(status) ?? 0) + 1);
  let answered = 0;
  const sent = await steadily(perSecond, nowMs() + seconds * 1_000, (_, number) => {
    void ask(questionOf(number)).then((status) => {
      answered += 1;
      count(status);
    });
  });
  if (sent > answered) tally.set(0, (tally.get(0) ?? 0) + sent - answered);
  return tally;
};

let keys = 0;
/** Never used before, in any process. */
export const freshKey = (): string => `${process.pid}-${Date.now()}-${++keys}`;

/** The body of a transaction of the accounts that every ledger here has; `more` goes into it as it is. */
export const transactionBody = (more: object = {}): object => ({
  effective_date: '2026-01-15',
  description: 'an attack',
  idempotency_key: freshKey(),
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '1.00' },
    { account_code: 'SALES', type: 'credit', amount: '1.00' },
  ],
  ...more,
});
