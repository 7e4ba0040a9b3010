/** `ledger demo --profile`: realistic books of a business, the same ones for the same seed. */
import { makeProfile, profileNames, profiles, type ProfileName } from '../../packages/demo-books/src';
import type { MadeProfile, OpenedLedger } from '../../packages/demo-books/src';
import { normalBalanceOf, type AccountType } from '../../src/kernel/accounting';
import type { Route } from '../../src/kernel/http/route';
import { formatAmount } from '../../src/kernel/money';
import type { Day } from '../../src/kernel/time';
import { client, everyPage, type Answer, type Client } from '../support/client';
import { expected, graver, startLedger, type TestLedger } from '../support/ledger';

/** The last day of two months of books. It is late enough for the first month to be closed, on the tenth day of the second month. */
const until = '2026-02-20' as Day;
const wanted = (profile: ProfileName) => ({ profile, seed: 1, months: 2, until });

const dayIn = ({ effective_date }: Answer['body']): string => effective_date.slice(0, 10);

/** The transactions of the books without ids and times, so that the books of two runs can be compared. */
const journalOf = async (api: Client): Promise<readonly object[]> =>
  (await everyPage(api, '/transactions')).map((transaction: Answer['body']) => ({
    day: dayIn(transaction),
    about: [transaction.description, transaction.reference, transaction.idempotency_key, transaction.layer],
    status: [
      transaction.status,
      transaction.hold?.state,
      transaction.hold?.remaining_amount,
      transaction.reversed_amount,
    ],
    code: transaction.transaction_code,
    attributes: transaction.attributes,
    entries: transaction.entries.map(({ account_code, type, amount }: Answer['body']) =>
      // The code of a clearing account contains the random id of its string, so the id is removed.
      [account_code.replace(/^STR-.*/, 'STR'), type, amount].join(' '),
    ),
  }));

describe.each(profileNames)('the books of a %s', (profile) => {
  let ledger: TestLedger;
  let made: MadeProfile;
  const progress: (readonly [done: number, all: number])[] = [];
  let apis: ReadonlyMap<string, Client>;
  let journals: ReadonlyMap<string, readonly object[]>;

  const eachLedger = async <A>(read: (api: Client, code: string) => Promise<A>): Promise<ReadonlyMap<string, A>> => {
    const answers: [string, A][] = [];
    for (const [code, api] of apis) answers.push([code, await read(api, code)]);
    return new Map(answers);
  };

  beforeAll(async () => {
    ledger = await startLedger([], { alone: true });
    made = expected(
      await makeProfile(ledger.app, wanted(profile), until, { onProgress: (...shown) => progress.push(shown) }),
    );
    const opened = [...made.ledgers].map(async ([code, { id }]) => {
      const found = await ledger.app.ledgering.ledger(id);
      if (!found) throw new Error(`there is no ledger ${code}`);
      return [code, client(ledger.baseUrl, await ledger.newKey(found))] as const;
    });
    apis = new Map(await Promise.all(opened));
    journals = await eachLedger(journalOf);
  });
  afterAll(async () => {
    expect(graver(ledger.complaints)).toEqual([]);
    await ledger.close();
  });

  test('report their progress deed by deed', () => {
    const all = made.told.deeds.length;
    expect(progress).toEqual(Array.from({ length: all }, (_, index) => [index + 1, all]));
  });

  test('have the balances of the story in every account', async () => {
    const balances = made.told.till.balances();
    await eachLedger(async (api, code) => {
      const { denomination } = (made.ledgers.get(code) as OpenedLedger).caller;
      const told = new Map(
        [...(balances.get(code) ?? [])].map(([account, sum]) => [account, formatAmount(sum, denomination)]),
      );
      const accounts = (await everyPage(api, '/accounts')).filter(
        ({ code: of }: Answer['body']) => !of.startsWith('STR-'),
      );
      expect(accounts.length).toBeGreaterThan(10);
      for (const { code: of } of accounts) {
        const { body } = await api.get(`/accounts/code/${of}/balance?as_of_date=${until}&layer=settled`);
        expect([of, body.data.balances.settled]).toEqual([of, told.get(of)]);
      }
    });
  });

  test('pass the verification', async () => {
    const { ok, transactions } = await ledger.app.ledgering.verify();
    expect(ok).toBe(true);
    expect(transactions).toBeGreaterThan(150);
  });

  test('have one root account for each type, with the normal balance of the type', async () => {
    await eachLedger(async (api) => {
      const accounts = await everyPage(api, '/accounts');
      const roots = accounts.filter(({ parent_id, is_system }) => parent_id === null && !is_system);
      expect(roots.map(({ type }) => type).sort()).toEqual(['asset', 'equity', 'expense', 'liability', 'revenue']);
      for (const { type, normal_balance, code } of accounts)
        expect([code, normal_balance]).toEqual([
          code,
          code === 'ALLOWANCE' ? 'credit' : normalBalanceOf(type as AccountType),
        ]);
    });
  });

  test('never overdraw a bank or customer account on any day', async () => {
    await eachLedger(async (api) => {
      const accounts = (await everyPage(api, '/accounts')).filter(
        ({ code, category, enforce_balance_limits }) =>
          category === 'customer' || enforce_balance_limits || code === 'BANK',
      );
      expect(accounts.length).toBeGreaterThan(1);
      for (const { code, id, normal_balance } of accounts) {
        const entries = await everyPage(api, `/accounts/${id}/entries?layer=settled`);
        const days = new Map<string, number>();
        for (const { effective_date, type, amount } of entries) {
          const cents = Math.round(Number(amount) * 100) * (type === normal_balance ? 1 : -1);
          days.set(effective_date, (days.get(effective_date) ?? 0) + cents);
        }
        let sum = 0;
        for (const [, cents] of [...days].sort(([one], [other]) => (one < other ? -1 : 1))) {
          sum += cents;
          expect([code, Math.min(sum, 0)]).toEqual([code, 0]);
        }
      }
    });
  });

  test('have holds in every state, some of them settled in part', async () => {
    for (const state of ['open', 'settled', 'released', 'expired']) {
      const found = await eachLedger((api) => everyPage(api, `/transactions?hold_state=${state}`));
      expect([state, [...found.values()].flat().length > 0]).toEqual([state, true]);
    }
    const open = [...(await eachLedger((api) => everyPage(api, '/transactions?hold_state=open'))).values()].flat();
    expect(open.some(({ hold }) => Number(hold.settled_amount) > 0)).toBe(true);
    expect(open.some(({ hold }) => hold.expires_at !== null)).toBe(true);
    expect([...journals.values()].flat()).toContainEqual(
      expect.objectContaining({ status: ['posted', 'settled', '0.00', expect.anything()] }),
    );
  });

  test('have partial reversals, voids, codes, back-dated postings and a closed month', async () => {
    const [first] = [...apis.values()] as [Client];
    const all = await everyPage(first, '/transactions');
    expect(all.some(({ status }) => status === 'void')).toBe(true);
    expect(all.some(({ status, reversed_amount }) => status === 'posted' && Number(reversed_amount) > 0)).toBe(true);
    expect(all.some(({ transaction_code }) => transaction_code !== null)).toBe(true);
    const inOrder = made.told.deeds.flatMap((deed) => (deed.kind === 'post' ? [deed.day] : []));
    expect(inOrder.some((day, index) => day < (inOrder[index - 1] ?? day))).toBe(true);
    const locks = await eachLedger((api) => everyPage(api, '/period-locks'));
    for (const each of locks.values()) expect(each.map(({ locked_until }) => locked_until)).toEqual(['2026-01-31']);
    expect(all.every((each) => each.layer !== 'settled' || dayIn(each) <= until)).toBe(true);
  });

  test('have both legs of every movement between their ledgers', async () => {
    const moved = made.told.deeds.filter(({ kind }) => kind === 'convert' || kind === 'transfer');
    expect(moved.length > 0).toBe(profiles[profile].string !== undefined);
    const legs = [...journals.values()]
      .flat()
      .filter(({ entries }: Answer['body']) => entries.some((entry: string) => entry.startsWith('STR')));
    expect(legs).toHaveLength(2 * moved.length);
  });

  test('stay unchanged if they are created again, and show no key again', async () => {
    expect([...made.ledgers.values()].every(({ key }) => key?.startsWith('sk_'))).toBe(true);
    const again = expected(
      await makeProfile(ledger.app, { ...wanted(profile), until: undefined }, '2026-03-15' as Day),
    );
    expect(again.terms).toEqual(made.terms);
    expect(Object.values(again.counts).map((count) => count.made)).toEqual(Object.values(made.counts).map(() => 0));
    expect(Object.values(again.counts).map(({ found }) => found)).toEqual(
      Object.values(made.counts).map((count) => count.made),
    );
    expect([...again.ledgers.values()].map(({ key }) => key)).toEqual([...again.ledgers.values()].map(() => undefined));
    expect(await eachLedger(journalOf)).toEqual(journals);
  });

  test.each([{ seed: 2 }, { months: 3 }, { until: '2026-02-19' as Day }])(
    'are not mixed with others: %j',
    async (other) => {
      const refusal = await makeProfile(ledger.app, { ...wanted(profile), ...other }, until);
      expect(refusal).toEqual(
        expect.objectContaining({ left: { kind: 'MadeOtherwise', tenant: `demo ${profile}`, terms: wanted(profile) } }),
      );
      expect(await eachLedger(journalOf)).toEqual(journals);
    },
  );

  test('are the same for the same seed in another installation, even after an interruption', async () => {
    const other = await startLedger();
    try {
      let batches = 0;
      const interrupted = (route: Route): Route => ({
        ...route,
        handle: (input) => {
          if (route.spec.operationId === 'createTransactions') batches += 1;
          if (batches > 8) throw new Error('interrupted');
          return route.handle(input);
        },
      });
      const failing = { ...other.app, routes: other.app.routes.map(interrupted) };
      await expect(makeProfile(failing, wanted(profile), until)).rejects.toThrow('interrupted');
      const whole = expected(await makeProfile(other.app, wanted(profile), until));
      expect(whole.counts.post.found).toBeGreaterThan(0);
      for (const [code, { id }] of whole.ledgers) {
        const found = await other.app.ledgering.ledger(id);
        const api = client(other.baseUrl, await other.newKey(found as never));
        expect(sorted(await journalOf(api))).toEqual(sorted(journals.get(code) ?? []));
      }
    } finally {
      await other.close();
    }
  });
});

/**
 * Sorts the transactions before a comparison: releases of expired holds depend on the clock, so the last transactions may be in a different
 * order.
 */
const sorted = (journal: readonly object[]): readonly string[] => journal.map((each) => JSON.stringify(each)).sort();
