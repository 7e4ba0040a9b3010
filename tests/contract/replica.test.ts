/** A real replica: the conditions for reading from it, and the results of reads that it cancels or never answers. */
import { Client } from 'pg';
import { readConfig } from '../../src/app/config';
import { openInstallation } from '../../src/app/installation';
import { newId, type LedgerId } from '../../src/kernel/ids';
import type { ReplicaOutcome } from '../../src/kernel/observations';
import { createConnectionShares, type ConnectionShares } from '../../src/kernel/running/fair-shares/connection-shares';
import { migrate } from '../../src/kernel/postgres/migrate';
import { openPool } from '../../src/kernel/postgres/pool';
import { createReplica, type Replica } from '../../src/kernel/postgres/replica';
import { queryText } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { OverShare, refused } from '../../src/kernel/refusal';
import { onDatabase } from '../support/database';
import { startOwnServer, urlAs, type OwnServer } from '../support/own-server';
import { startStandby, type Standby } from '../support/standby';

let primary: OwnServer;
let standby: Standby;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  primary = await startOwnServer();
  await migrate(primary.ownerUrl);
  standby = await startStandby(primary);
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

afterAll(async () => {
  await standby?.remove();
  await primary?.stop();
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const openOn = async (
  url: string,
  { shares, answerTimeoutMs = 30_000 }: { readonly shares?: ConnectionShares; readonly answerTimeoutMs?: number } = {},
): Promise<{ readonly replica: Replica; readonly outcomes: readonly ReplicaOutcome[] }> => {
  const pool = openPool({ url, maxConnections: 8, connectTimeoutMs: 1_000, answerTimeoutMs });
  cleanUps.push(() => pool.close());
  const outcomes: ReplicaOutcome[] = [];
  const replica = createReplica({
    unitOfWork: new PostgresUnitOfWork(pool, shares),
    inspect: async () => undefined,
    log: quiet,
    observe: (outcome) => outcomes.push(outcome),
  });
  await replica.open();
  return { replica, outcomes };
};

/** Waits until no other session holds this test's lock. */
const awaitsLock = 'select pg_advisory_xact_lock(1)';

/** Takes this test's advisory lock on the standby, and returns a function that releases it. */
const holdLock = async (): Promise<() => Promise<void>> => {
  const holder = new Client({ connectionString: standby.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (isHeld) await holder.end();
    isHeld = false;
  };
  cleanUps.push(release);
  return release;
};

/** Reads accounts, calls `then`, and then runs the statement `last` without a timeout. */
const readThen = (replica: Replica, then: () => Promise<unknown>, last = 'select 1'): Promise<string | undefined> =>
  replica.ask((one) =>
    one.read({ ledgerIds: [] }, async (tx) => {
      await queryText(
        tx,
        `select set_config(name, '0', true) from (values ('lock_timeout'), ('statement_timeout')) t (name)`,
        [],
      );
      await queryText(tx, 'select count(*) from accounts', []);
      await then();
      await queryText(tx, last, []);
      return 'answer';
    }),
  );

describe('a read on the replica', () => {
  test('that conflicts with the replay is left to the primary, but the next one is not', async () => {
    const { replica, outcomes } = await openOn(standby.url);
    const lock = () => primary.asSuperuser('begin; lock accounts in access exclusive mode; commit');
    await holdLock();
    expect(await readThen(replica, lock, awaitsLock)).toBeUndefined();
    expect(await readThen(replica, async () => undefined)).toBe('answer');
    expect(outcomes).toEqual(['conflict', 'answered']);
  });

  test('that a stalled replica does not answer is left to the primary in time', async () => {
    const { replica, outcomes } = await openOn(standby.url, { answerTimeoutMs: 1_000 });
    expect(await readThen(replica, async () => standby.standStill()).finally(standby.goOn)).toBeUndefined();
    expect(outcomes).toEqual(['away']);
  });

  test('cannot take more than its share of the replica’s connections', async () => {
    const [one, other] = [newId<'ledger'>(), newId<'ledger'>()] as [LedgerId, LedgerId];
    const { replica } = await openOn(standby.url, { shares: createConnectionShares().ofAnotherPool() });
    const heavy = (ledgerId: LedgerId, statement: string): Promise<unknown> =>
      replica.ask((unitOfWork) =>
        unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => queryText(tx, statement, []), 'heavy'),
      );
    const release = await holdLock();
    const many = Array.from({ length: 6 }, () => heavy(one, awaitsLock));
    expect(await heavy(other, 'select 1 as number')).toEqual([{ number: 1 }]);
    await release();
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(OverShare) });
  });
});

describe('the start', () => {
  /** Returns the replica's part of the readiness check, or the error that ends the start. */
  const start = async (readUrl: string): Promise<string | undefined> => {
    const config = readConfig({ DATABASE_URL: primary.ownerUrl, LEDGER_READ_URL: readUrl });
    if (refused(config)) throw new Error(config.left);
    try {
      const options = { migrate: false, maxConnections: 2, asksReplica: true };
      const { readiness, close } = await openInstallation(config.right, quiet, options);
      cleanUps.push(close);
      const { status, checks } = await readiness();
      expect(status).toBe('ready');
      return checks.replica;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('accepts a valid replica', async () => {
    expect(await start(standby.url)).toBe('ok');
  });

  test('continues without a replica that is away', async () => {
    expect(await start('postgresql://nobody@127.0.0.1:1/ledger')).toBe('away: the primary answers its reads');
  });

  test.each<[what: string, url: () => string | Promise<string>, sentence: RegExp]>([
    [
      'is not a standby',
      () => primary.ownerUrl,
      /^LEDGER_READ_URL: this server is not a standby: name a streaming replica /,
    ],
    [
      'is of another installation',
      () => anotherInstallation(),
      /^LEDGER_READ_URL: this is a replica of another database: name a replica /,
    ],
    [
      'has no role for us',
      () => urlAs(standby.url, 'stranger', 'x'),
      /^LEDGER_READ_URL: password authentication failed/,
    ],
    ['bypasses row-level security', () => standby.url, /^LEDGER_READ_URL: .* nothing keeps ledgers apart/],
  ])('fails if the replica %s', async (what, url, sentence) => {
    const bypasses = what === 'bypasses row-level security';
    // The primary would refuse the start for the same fault. So the fault is repaired on the primary, while the replica does not replay.
    if (bypasses) await bypassOnReplicaAlone();
    expect(await start(await url())).toMatch(sentence);
    if (bypasses) await standby.resume();
  });
});

const bypassOnReplicaAlone = async (): Promise<void> => {
  await primary.asSuperuser('alter role ledger_app bypassrls');
  await standby.resume();
  await standby.pause();
  await primary.asSuperuser('alter role ledger_app nobypassrls');
};

const anotherInstallation = async (): Promise<string> => {
  await primary.asSuperuser('create database another owner ledger');
  const url = onDatabase(primary.ownerUrl, 'another');
  await migrate(url);
  return url;
};
