/** The same ledger twice: in the service, over HTTP, and in the naive ledger. Each command runs on both, and their answers are compared. */
import { BOOKKEEPING, type Bookkeeping } from '../../src/modules/ledgering/application/bookkeeping';
import type { TestLedger } from '../support/ledger';
import { nowhere } from '../support/requests';
import { bodyOf } from './bodies';
import { openAccounts, openJournals } from './chart';
import { days, today, type Command, type Draft, type Sequence } from './commands';
import * as compare from './comparison';
import { expectToFit, something } from './fitting';
import { leanClient, type LeanAnswer } from './lean-client';
import { openNaiveLedger } from './naive-ledger';
import { pausedLedgers } from './pausing';
import { decimals as decimalsOf, isRefused, refuse, type Account, type AccountChange, type Journal } from './records';
import type { Made, Refused, Transaction, TransactionBody } from './records';
import { createUndoing } from './undoing';

export interface World {
  play(command: Command): Promise<void>;
  /** Waits until nothing is pending, and compares everything. */
  finish(): Promise<void>;
  close(): void;
  /** The requests and answers so far, as text, to analyse a failure. */
  readable(): string;
}

/** Every twenty steps, all books are compared, instead of only one account that the command changed. */
const stepsBetweenBooks = 20;
const waitSeconds = 10;

/** `outcomes` counts the answers of each kind. */
export const openWorld = async (
  ledger: TestLedger,
  sequence: Sequence,
  outcomes: Map<string, number>,
): Promise<World> => {
  const [storageDecimals, displayDecimals] = sequence.decimals;
  const books = await ledger.newLedger({ storageDecimals, displayDecimals });
  const api = leanClient(ledger.baseUrl, books.key);
  const ledgerId = books.ledger.id;
  const decimals = decimalsOf(storageDecimals, displayDecimals);
  const naive = openNaiveLedger(decimals, await openAccounts(api), await openJournals(api));
  const comparison: compare.Comparison = { api, naive, decimals };
  const { accounts, journals, locks, transactions } = naive;

  const transcript: string[] = [];
  const sent: TransactionBody[] = [];
  let lastKey = 0;
  let steps = 0;
  let wasRefused = false;

  const isPaused = (): boolean => pausedLedgers.has(ledgerId);
  const freshKey = (): string => `key ${++lastKey}`;
  const pick = <T>(items: readonly T[], which: number): T | undefined => items[which % (items.length || 1)];
  /** Returns the id of one of the items, or in one of 25 cases an id that does not exist. */
  const idOf = (items: readonly { readonly id: string }[], which: number): string =>
    which % 25 === 0 ? nowhere : (pick(items, which)?.id ?? nowhere);

  const call = async (
    method: 'post' | 'put',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LeanAnswer> => {
    const asked = `${method.toUpperCase()} ${path} ${JSON.stringify(body) ?? ''}`;
    transcript.push(asked);
    const answer = await api[method](path, body, headers);
    wasRefused = answer.status >= 400;
    const outcome = `${answer.status} ${answer.body.code ?? answer.body.data?.status ?? ''}`;
    transcript[transcript.length - 1] = `${asked} ⇒ ${outcome}`;
    const kind = `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} ${outcome}`;
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    return answer;
  };
  /** Expects the same result from the service and from the naive ledger, and returns true if both accepted the request. */
  const same = <A extends object>(
    { status, body }: LeanAnswer,
    expected: Refused | A,
    accepted: number,
  ): expected is A => {
    const answered = isRefused(expected) ? expected : { status: accepted, code: undefined };
    expectToFit({ status, code: body.code }, answered);
    return !isRefused(expected);
  };
  const learn = ({ made }: Made, id: string): void => {
    expectToFit(id, made.id || something);
    made.id = id;
  };

  const both = { ledger, ledgerId, comparison, call, same, idOf };
  const { undo, extend, undoAgain, expire, keys } = createUndoing(both);

  const toldAsFailed: Transaction[] = [];
  const postPending = async (): Promise<readonly Transaction[]> => {
    const pending = transactions.filter(({ status }) => status === 'pending');
    if (isPaused()) return [];
    naive.postPending();
    for (const { status } of toldAsFailed.splice(0)) expectToFit('failed', status);
    const { awaitDecision } = ledger.app.container.get<Bookkeeping>(BOOKKEEPING);
    for (const { id } of pending) await awaitDecision(ledgerId, id, waitSeconds);
    return pending;
  };

  const bodyOfDraft = (draft: Draft, before?: TransactionBody): TransactionBody => {
    const { reuse } = draft;
    const earlier = reuse && (reuse.which === 'before' ? before : pick(sent, reuse.which));
    return earlier && reuse.what === 'body'
      ? earlier
      : bodyOf(draft, earlier?.idempotency_key ?? freshKey(), naive, decimals);
  };

  const post = async (draft: Draft): Promise<readonly Transaction[]> => {
    const body = bodyOfDraft(draft, sent.at(-1));
    sent.push(body);
    const expected = naive.accept(body);
    const waits = !isPaused() && !isRefused(expected) && !expected.replayed;
    const answer = await call('post', '/transactions', body, waits ? { Prefer: `wait=${waitSeconds}` } : {});
    if (!same(answer, expected, 202)) return [];
    const { made, replayed } = expected;
    if (waits) naive.postPending();
    learn(expected, answer.body.data.id);
    const { key, correlation_id, status } = made;
    expectToFit(answer.body.data, {
      idempotency_key: key,
      correlation_id,
      status,
    });
    expectToFit(answer.isReplay, replayed);
    return replayed ? [] : [made];
  };

  const postBatch = async (drafts: readonly Draft[], atomic: boolean): Promise<readonly Transaction[]> => {
    const bodies: TransactionBody[] = [];
    for (const draft of drafts) bodies.push(bodyOfDraft(draft, bodies.at(-1)));
    sent.push(...bodies);
    const batch = { id: '', atomic };
    const expected = naive.acceptBatch(bodies, batch);
    const isRefusedWhole = atomic && expected.some(isRefused);
    const answer = await call('post', '/transactions/batch', { transactions: bodies, atomic });
    same(answer, isRefusedWhole ? refuse(422, 'BATCH_REJECTED') : {}, 202);
    const { data } = answer.body;
    const rejected = { status: 'rejected', id: null, replayed: false };
    for (const [index, each] of expected.entries()) {
      const result = data.results[index];
      const common = { index, idempotency_key: bodies[index]?.idempotency_key };
      if (isRefused(each)) expectToFit(result, { ...common, ...rejected, code: each.code });
      else if (isRefusedWhole && compare.isNewIn(expected, each))
        expectToFit(result, { ...common, ...rejected, code: 'BATCH_REJECTED' });
      else {
        const { made, replayed } = each;
        // An accepted transaction may fail immediately, or when the poster decides it.
        const failsAtOnce = made.status === 'pending' && result.status === 'failed';
        if (failsAtOnce) toldAsFailed.push(made);
        expectToFit(result, {
          ...common,
          status: failsAtOnce ? 'failed' : made.status,
          replayed,
          correlation_id: made.correlation_id,
          code: failsAtOnce ? something : made.failure,
        });
        learn(each, result.id);
      }
    }
    if (isRefusedWhole) return [];
    const accepted = expected.flatMap((each) => (isRefused(each) ? [] : [each]));
    const replayed = accepted.filter((each) => each.replayed).length;
    expectToFit(data, {
      atomic,
      accepted: accepted.length,
      replayed,
      rejected: bodies.length - accepted.length,
    });
    batch.id = data.batch_id;
    await postPending();
    return accepted.filter((each) => !each.replayed).map(({ made }) => made);
  };

  const change = async (which: number, wanted: AccountChange): Promise<readonly Transaction[]> => {
    const account = accounts[which] as Account;
    const expected = naive.change(account, wanted);
    const answer = await call('put', `/accounts/${account.id}`, wanted);
    if (same(answer, expected, 200)) expectToFit(answer.body.data, compare.accountView(comparison, account));
    return [];
  };

  /** Runs a command in the service and in the naive ledger, and returns the transactions that changed balances. */
  const perform = async (command: Command): Promise<readonly Transaction[]> => {
    switch (command.kind) {
      case 'post':
        return post(command.draft);
      case 'batch':
        return postBatch(command.drafts, command.atomic);
      case 'undo': {
        const used = [...sent.map((body) => body.idempotency_key), ...keys()];
        const key = { none: undefined, fresh: freshKey(), reused: pick(used, command.target) }[command.key];
        return undo(command, key);
      }
      case 'extend': {
        const used = [...sent.map((body) => body.idempotency_key), ...keys()];
        return extend(command, { none: undefined, fresh: freshKey(), reused: pick(used, command.target) }[command.key]);
      }
      case 'undo again':
        return undoAgain(command.which);
      case 'expire':
        return expire(command.until);
      case 'void': {
        const id = idOf(transactions, command.target);
        const expected = naive.void(id, command.reason ?? null);
        const answer = await call(
          'post',
          `/transactions/${id}/void`,
          command.reason === undefined ? undefined : { reason: command.reason },
        );
        if (!same(answer, expected, 200)) return [];
        compare.sameTransaction(comparison, answer.body.data, expected.made);
        return [expected.made];
      }
      case 'limit': {
        const { min, max, ...rest } = command.limits;
        const text = (units: bigint | null): string | null => (units === null ? null : decimals.print(units));
        const limits = {
          ...(min === undefined ? {} : { min_balance: text(min) }),
          ...(max === undefined ? {} : { max_balance: text(max) }),
        };
        return change(command.account, { ...rest, ...limits });
      }
      case 'activate':
        return change(command.account, { is_active: command.active });
      case 'rename':
        return change(command.account, { code: command.code });
      case 'turn':
        return change(command.account, {
          normal_balance: accounts[command.account]?.normal_balance === 'debit' ? 'credit' : 'debit',
        });
      case 'journal': {
        const journal = journals[command.journal] as Journal;
        journal.status = command.status;
        const answer = await call('put', `/journals/${journal.id}`, { status: command.status });
        expectToFit(compare.dataOf(answer, 200), journal);
        return [];
      }
      case 'lock': {
        const lock = { id: '', locked_until: command.day, released: false };
        const expected = naive.lock(lock);
        const answer = await call('post', '/period-locks', {
          locked_until: command.day,
          reason: 'closed',
          includes_open_days: true,
        });
        if (same(answer, expected, 201)) lock.id = answer.body.data.id;
        return [];
      }
      case 'unlock': {
        const lock = locks.find(({ id }) => id === idOf(locks, command.which));
        const answer = await call('post', `/period-locks/${lock?.id ?? nowhere}/release`, { reason: 'opened' });
        if (same(answer, lock ?? refuse(404, 'PERIOD_LOCK_NOT_FOUND'), 200))
          Object.assign(lock ?? {}, { released: true });
        return [];
      }
      case 'pause':
        pausedLedgers.add(ledgerId);
        return [];
      case 'resume':
        pausedLedgers.delete(ledgerId);
        ledger.app.poster.wake(ledgerId);
        return postPending();
    }
  };

  return {
    play: async (command) => {
      wasRefused = false;
      const moved = await perform(command);
      steps += 1;
      // A refused command should change nothing, so the accounts are not compared now. The next comparison would find a change.
      if (!wasRefused) await compare.compareAccounts(comparison);
      const touched = moved.flatMap(({ entries }) => entries.map(({ account }) => account));
      const account = pick(touched, steps);
      const day = moved[0]?.day ?? today;
      if (account) {
        await compare.compareEntries(comparison, account, 100, steps % 2 === 0 ? {} : { start_date: day });
        await compare.compareBalances(comparison, account, pick([day, ...days], steps) ?? day);
      }
      if (steps % stepsBetweenBooks === 0) await compare.compareBooks(comparison);
    },
    finish: async () => {
      await perform({ kind: 'resume' });
      await compare.compareEverything(comparison);
    },
    close: api.close,
    readable: () => {
      const names = new Map([
        ...transactions.map(({ id }, at) => [id, `T${at + 1}`] as const),
        ...[...accounts, ...journals].map(({ id, code }) => [id, code] as const),
      ]);
      return transcript
        .map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id))
        .join('\n');
    },
  };
};
