/**
 * Reversals, settlements, releases and extensions as commands for the service and the naive ledger: their requests, results and
 * repetitions.
 */
import type { TestLedger } from '../support/ledger';
import { nowhere } from '../support/requests';
import type { Command, Part } from './commands';
import { dataOf, sameTransaction, type Comparison } from './comparison';
import { expectToFit } from './fitting';
import type { LeanAnswer } from './lean-client';
import { expireUntil } from './pausing';
import type { ExtensionBody, Made, Refused, Transaction, Undoing, UndoingBody } from './records';

export interface Both {
  readonly ledger: TestLedger;
  readonly ledgerId: Parameters<typeof expireUntil>[1];
  readonly comparison: Comparison;
  call(method: 'post', path: string, body: unknown): Promise<LeanAnswer>;
  /** Expects the same result from the service and from the naive ledger, and returns true if both accepted the request. */
  same(answer: LeanAnswer, expected: Refused | Made, accepted: number): expected is Made;
  /** Returns the id of one of the items, or an id that does not exist. */
  idOf(items: readonly { readonly id: string }[], which: number): string;
}

interface Asked {
  readonly what: Undoing;
  readonly id: string;
  readonly body: UndoingBody;
}

export const createUndoing = ({ ledger, ledgerId, comparison, call, same, idOf }: Both) => {
  const { api, naive, decimals } = comparison;
  const { transactions } = naive;
  const asked: Asked[] = [];

  /**
   * Reads the newest transactions of the service, which the naive ledger has just created as well, and copies their ids into the naive
   * ledger.
   */
  const meet = async (made: readonly Transaction[]): Promise<readonly Transaction[]> => {
    if (made.length === 0) return [];
    const shown = dataOf(await api.get(`/transactions?limit=${made.length}`), 200);
    for (const [index, it] of made.toReversed().entries()) {
      it.id = shown[index].id;
      sameTransaction(comparison, shown[index], it);
    }
    return made;
  };

  const send = async (request: Asked): Promise<readonly Transaction[]> => {
    const { what, id, body } = request;
    const before = transactions.length;
    const expected = naive.undo(what, id, body);
    const answer = await call('post', `/transactions/${id}/${what}`, body);
    asked.push(request);
    if (!same(answer, expected, 201)) return [];
    const { made, replayed } = expected;
    expectToFit(answer.isReplay, replayed);
    const met = await meet(transactions.slice(before));
    sameTransaction(comparison, answer.body.data, made);
    return met;
  };

  const partOf = async (it: Transaction | undefined, { units, pair }: Part): Promise<UndoingBody> => {
    const amount = decimals.print(units);
    if (!pair || !it) return { amount };
    if (it.entry_ids.length === 0)
      sameTransaction(comparison, dataOf(await api.get(`/transactions/${it.id}`), 200), it);
    const named = (type: string, which: number): string => {
      const ids = it.entry_ids.filter((_, index) => it.entries[index]?.type === type);
      return ids[which % ids.length] ?? nowhere;
    };
    const entry_id = pair.flaw === 'unknown entry' ? nowhere : named('credit', pair.credit);
    const other = pair.flaw === 'unbalanced' ? decimals.print(units + 1n) : amount;
    return {
      entries: [
        { entry_id: named('debit', pair.debit), amount },
        { entry_id, amount: other },
      ],
    };
  };

  return {
    undo: async (
      { what, among, target, day, part, final, reference }: Extract<Command, { readonly kind: 'undo' }>,
      idempotency_key: string | undefined,
    ): Promise<readonly Transaction[]> => {
      const open = transactions.filter((it) => naive.holdOf(it)?.state === 'open');
      const id = idOf(among === 'open' && open.length > 0 ? open : transactions, target);
      const it = transactions.find((each) => each.id === id);
      const body = {
        ...{ date: day, final, reference, idempotency_key },
        ...(what === 'reverse' ? { reason: 'a mistake' } : {}),
        ...(part && (await partOf(it, part))),
      };
      return send({ what, id, body: JSON.parse(JSON.stringify(body)) as UndoingBody });
    },
    extend: async (
      { target, units, end }: Extract<Command, { readonly kind: 'extend' }>,
      idempotency_key: string | undefined,
    ): Promise<readonly Transaction[]> => {
      const open = transactions.filter((it) => naive.holdOf(it)?.state === 'open');
      const id = idOf(open.length > 0 ? open : transactions, target);
      const held = open.find((it) => it.id === id);
      const amount = units === undefined ? undefined : ((held && naive.holdOf(held)?.units) ?? 0n) + units;
      const body = {
        ...(amount === undefined || amount <= 0n ? {} : { amount: decimals.print(amount) }),
        ...{ expires_at: end, idempotency_key },
      };
      const before = transactions.length;
      const expected = naive.extend(id, JSON.parse(JSON.stringify(body)) as ExtensionBody);
      const answer = await call('post', `/transactions/${id}/extend`, body);
      if (!same(answer, expected, 200)) return [];
      expectToFit(answer.isReplay, expected.replayed);
      const met = await meet(transactions.slice(before));
      sameTransaction(comparison, answer.body.data, expected.made);
      return met;
    },
    undoAgain: async (which: number): Promise<readonly Transaction[]> => {
      const earlier = asked[which % (asked.length || 1)];
      return earlier ? send(earlier) : [];
    },
    expire: async (until: string): Promise<readonly Transaction[]> => {
      const before = transactions.length;
      naive.expire(until);
      await expireUntil(ledger, ledgerId, until);
      return meet(transactions.slice(before));
    },
    keys: (): readonly (string | undefined)[] => asked.map(({ body }) => body.idempotency_key),
  };
};
