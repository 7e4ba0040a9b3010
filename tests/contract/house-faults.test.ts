/**
 * Each SQLSTATE, and a broken connection, at each statement of posting: no accepted transaction fails unless it caused the error itself,
 * and every answer agrees with the books afterwards. LEDGER_TEST_FAULTS=full tries every state at every statement; otherwise a quarter of
 * the states are tried at one statement each.
 */
import type { Clock } from '../../src/kernel/clock';
import { systemClock } from '../../src/kernel/running/system-clock';
import { connected } from '../support/database';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, account, dataOf, freshKey, transaction } from '../support/requests';
import { sqlStates, type SqlState } from '../support/sql-states';
import { createTroubles, type Strike, type Trouble } from '../support/troubled-pool';

const isFull = process.env['LEDGER_TEST_FAULTS'] === 'full';

const troubles = createTroubles();
let ledger: TestLedger;
let books: TestBooks;

/** Shortens every pause before a retry to a fiftieth. */
const hurried: Clock = {
  ...systemClock,
  deadline: (ms, act) => systemClock.deadline(act && ms <= 1_000 ? ms / 50 : ms, act),
};

beforeAll(async () => {
  ledger = await startLedger([], { alone: true, through: troubles.through, clock: hurried });
});

beforeEach(async () => {
  books = await ledger.newLedger();
  for (const code of ['CASH', 'SALES']) dataOf(await books.api.post('/accounts', account({ code })), 201);
});

afterEach(() => {
  troubles.strike = undefined;
});

afterAll(() => ledger.close());

interface Kept {
  readonly idempotency_key: string;
  readonly status: string;
  readonly failure: { readonly code: string } | null;
}

const kept = async (): Promise<readonly Kept[]> => dataOf(await books.api.get('/transactions'), 200) as readonly Kept[];
const failures = async (): Promise<readonly (string | undefined)[]> =>
  (await kept()).filter(({ status }) => status !== 'posted').map(({ failure }) => failure?.code);

const cuts: readonly Trouble[] = [{ cut: 'before' }, { cut: 'during' }, { cut: 'after' }];

/** Accepts two transactions while the poster is stopped, and then starts the poster with this disturbance. */
const postLater = async (strike?: Strike): Promise<void> => {
  await ledger.app.poster.stop();
  for (let accepted = 0; accepted < 2; accepted++) await accept(books.api);
  troubles.transactions.length = 0;
  const times = strike?.times ?? 0;
  troubles.strike = strike;
  ledger.app.poster.start();
  await ledger.app.background.idle('poster');
  if (strike) expect(strike.times).toBeLessThan(times);
};

/** The names of the statements in transactions that lock a ledger's head, each once. The service's other work uses different statements. */
const statements = (): readonly string[] =>
  [
    ...new Set(troubles.transactions.filter((names) => names.some((name) => name.startsWith('lock_head'))).flat()),
  ].filter((name) => !/^(begin|rollback)/.test(name));

/** The full run tries every state at every statement; the short run tries some of the states, each at the next statement in turn. */
const pairsOf = (names: readonly string[]): readonly (readonly [SqlState, string])[] =>
  isFull
    ? sqlStates.flatMap((state) => names.map((at) => [state, at] as const))
    : sqlStates
        .filter(({ code }, index) => index % 4 === 0 || code === '42501' || code === 'XX001')
        .map((state, index) => [state, names[index % names.length] as string]);

/** The number of times that the poster halves a batch until one transaction is left. */
const narrowedDown = 6;

describe('the poster', () => {
  test('fails no transaction because of a fault of the system, at any statement', async () => {
    await postLater();
    const names = statements();
    expect(names).toEqual(expect.arrayContaining(['lock_head', 'claim_pending', 'write_posted', 'commit']));
    for (const [{ code, whose }, at] of pairsOf(names)) {
      if (whose === 'a fault of the transaction') continue;
      await postLater({ at, trouble: { state: code }, times: narrowedDown });
      expect({ code, at, failures: await failures() }).toEqual({ code, at, failures: [] });
    }
  });

  test.each(cuts)('posts each transaction once if its connection breaks: %j a commit', async (trouble) => {
    await postLater({ at: 'commit', trouble, times: 1 });
    expect(await failures()).toEqual([]);
    expect(await kept()).toHaveLength(2);
  });

  test.each(sqlStates.filter(({ whose }) => whose === 'a fault of the transaction'))(
    'still fails a transaction whose content the database refuses: $code ($name)',
    async ({ code }) => {
      await postLater({ at: 'write_posted', trouble: { state: code }, times: narrowedDown });
      expect(await failures()).toEqual(['POSTING_REFUSED']);
    },
  );
});

describe('an answer', () => {
  const isThere = async (key: unknown): Promise<boolean> =>
    (await kept()).some(({ idempotency_key }) => idempotency_key === key);
  /** Whether the transaction is in the books according to the answer; undefined if the answer leaves that open. */
  const saysThere = ({ status, body }: Answer): boolean | undefined => {
    if (status === 202) return true;
    return /Nothing was written/.test(body.message) ? false : undefined;
  };
  const isFaultOf = ({ status, headers }: Answer): boolean => status === 503 && headers.get('Retry-After') !== null;

  /** A fault at the commit of a request that posts immediately. */
  const atItsCommit = { at: 'commit', behind: 'lock_head_at', times: 1 } as const;

  test('is true for every fault at every statement of the request', async () => {
    await accept(books.api);
    troubles.transactions.length = 0;
    await accept(books.api);
    const names = statements();
    expect(names).toEqual(['write_at_once', 'lock_head_at', 'commit']);
    for (const [{ code, whose }, at] of pairsOf(names)) {
      const body = transaction({ idempotency_key: freshKey() });
      troubles.strike = { at, trouble: { state: code }, times: Infinity };
      const answer = await books.api.post('/transactions', body);
      troubles.strike = undefined;
      const says = saysThere(answer);
      const told = { code, at, status: answer.status, there: says ?? (await isThere(body['idempotency_key'])) };
      expect({ ...told, there: await isThere(body['idempotency_key']) }).toEqual(told);
      if (whose !== 'a fault of the transaction' && answer.status !== 202) expect(isFaultOf(answer)).toBe(true);
      // The fault does not affect later requests: the next transaction is accepted, and nothing has failed.
      await accept(books.api);
      expect(await failures()).toEqual([]);
    }
  });

  test.each(cuts)(
    'is true if the connection breaks %j the commit, and a retry leaves one transaction',
    async (trouble) => {
      await accept(books.api);
      const body = transaction();
      troubles.strike = { ...atItsCommit, trouble };
      const answer = await books.api.post('/transactions', body);
      expect([202, 503]).toContain(answer.status);
      if (saysThere(answer) !== undefined) expect(await isThere(body['idempotency_key'])).toBe(saysThere(answer));
      dataOf(await books.api.post('/transactions', body), 202);
      expect(await kept()).toHaveLength(2);
    },
  );

  test('stays in doubt while the broken commit still holds the key', async () => {
    await accept(books.api);
    const body = transaction();
    const key = `${books.ledger.id}${body['idempotency_key'] as string}`;
    await connected(ledger.databaseUrl, async (other) => {
      const holdKey = () => other.query('select pg_advisory_lock(hashtextextended($1, 0))', [key]);
      troubles.strike = { ...atItsCommit, trouble: { cut: 'before' }, meanwhile: holdKey };
      const answer = await books.api.post('/transactions', body);
      expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(saysThere(answer)).toBeUndefined();
      await other.query('select pg_advisory_unlock_all()');
    });
    dataOf(await books.api.post('/transactions', body), 202);
    expect(await kept()).toHaveLength(2);
  });

  test.each([{ state: '57P03' }, { state: '42501' }, { state: '55P03' }])(
    'stays in doubt if its commit is in doubt and %j prevents the retry',
    async (trouble) => {
      await accept(books.api);
      const bodies = [transaction(), transaction()] as const;
      const then = { at: 'read_acceptance', trouble, times: Infinity };
      troubles.strike = { ...atItsCommit, trouble: { cut: 'after' }, then };
      const answers = await Promise.all(bodies.map((body) => books.api.post('/transactions', body)));
      troubles.strike = undefined;
      expect(answers.map(({ status }) => status)).toEqual([503, 503]);
      expect(answers.map(saysThere)).toContain(undefined);
      for (const [index, { idempotency_key }] of bodies.entries())
        if (saysThere(answers[index] as Answer) === false) expect(await isThere(idempotency_key)).toBe(false);
    },
  );
});
