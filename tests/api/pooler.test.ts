/**
 * The service behind a real pgbouncer in transaction mode: the API, the set-up, and refused configurations. `make test-pgbouncer` runs all
 * tests of the API in this way.
 */
import { migrate } from '../../src/kernel/postgres/migrate';
import { emptyDatabase, freshDatabase, onDatabase, type TestDatabase } from '../support/database';
import { openLedger, runLedger } from '../support/installed-ledger';
import { ask } from '../support/own-server';
import { isPgbouncerInstalled, startPgbouncer, type Pgbouncer } from '../support/pgbouncer';
import { freePort, install, mainProgram, type Ended, type Installed } from '../support/service-process';

const describeWithPgbouncer = isPgbouncerInstalled ? describe : describe.skip;
const serverUrl = process.env['LEDGER_TEST_DATABASE_URL'] ?? '';
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

// Prints why tests are skipped, because jest prints no names of skipped tests by default.
if (!isPgbouncerInstalled) process.stdout.write('pooler: skipped, because there is no pgbouncer\n');

describeWithPgbouncer('the API works the same through pgbouncer:', () => {
  let pgbouncer: Pgbouncer;
  const earlier = process.env['LEDGER_TEST_POOLER_URL'];

  beforeAll(async () => {
    pgbouncer = await startPgbouncer(serverUrl);
    process.env['LEDGER_TEST_POOLER_URL'] = pgbouncer.url;
  });
  afterAll(async () => {
    if (earlier === undefined) delete process.env['LEDGER_TEST_POOLER_URL'];
    else process.env['LEDGER_TEST_POOLER_URL'] = earlier;
    await pgbouncer.stop();
  });

  // Loads these test files, so that their tests run here through the pooler as well.
  describe.each(['transactions', 'batches', 'strings'])('%s', (file) => void require(`./${file}.test`));

  test('the requests went through pgbouncer', () => expect(pgbouncer.log()).toMatch(/C-0x\w+: test_\w+\/ledger_app@/));
});

describeWithPgbouncer('a service behind pgbouncer', () => {
  let pgbouncer: Pgbouncer;
  let home: Installed;
  let database: TestDatabase;

  beforeAll(async () => {
    pgbouncer = await startPgbouncer(serverUrl, { ignore_startup_parameters: 'options' });
    home = install();
    database = await freshDatabase();
  });
  afterAll(async () => {
    await home.remove();
    await database.drop();
    await pgbouncer.stop();
  });

  const pooled = (url: string): string => onDatabase(url, nameOf(database.url));
  const environment = (DATABASE_URL: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    DATABASE_URL,
    LEDGER_MIGRATION_URL: database.url,
    LEDGER_ALLOW_UNSAFE_DATABASE: 'yes',
    LOG_LEVEL: 'warn',
    ...more,
  });
  const start = async (DATABASE_URL: string, more?: Readonly<Record<string, string>>): Promise<Ended> =>
    home.run(mainProgram, { ...environment(DATABASE_URL, more), PORT: String(await freePort()) }).ended;
  const saidBy = async (ended: Promise<Ended>): Promise<string> => (await ended).stderr.trim().split('\n').at(-1) ?? '';

  test('starts, answers and is verified', async () => {
    const settings = environment(pooled(pgbouncer.url), { LEDGER_POOLER: 'transaction' });
    const service = await home.serve(settings);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await openLedger({ run: (...args) => runLedger(settings, ...args) }, 'POOLED');
    expect(await runLedger(settings, 'verify')).toMatchObject({ code: 0, said: { ok: true, ledgers: 1 } });
    expect((await service.stop('SIGTERM')).code).toBe(0);
  });

  test('does not start if the pooler drops the options, so that it would run as the owner', async () => {
    const owner = new URL(serverUrl).username;
    expect(await saidBy(start(pooled(pgbouncer.ownerUrl)))).toMatch(
      `The ledger could not start: the service uses the role ${owner} instead of ledger_app: something between`,
    );
  });

  test('does not start without LEDGER_POOLER', async () => {
    expect(await saidBy(start(pooled(pgbouncer.url)))).toMatch(
      /a pooler is between .* set LEDGER_POOLER=transaction \(docs\/operate\/databases\.md\)$/,
    );
  });

  test('names the missing setting if the pooler refuses the options', async () => {
    const strict = await startPgbouncer(serverUrl);
    const said = await saidBy(start(pooled(strict.ownerUrl)));
    await strict.stop();
    expect(said).toMatch(
      /unsupported startup parameter: options: there is a pooler in front of the database; set LEDGER_POOLER/,
    );
  });

  describe('with an empty database', () => {
    let empty: TestDatabase;

    beforeAll(async () => {
      empty = await emptyDatabase();
    });
    afterAll(() => empty.drop());

    test('names the missing setting if its login may not migrate', async () => {
      const url = onDatabase(pgbouncer.url, nameOf(empty.url));
      const said = await saidBy(start(url, { LEDGER_POOLER: 'transaction', LEDGER_MIGRATION_URL: '' }));
      expect(said).toMatch(
        /ledger_app may change no table: set LEDGER_MIGRATION_URL to the URL of the database's owner\.$/,
      );
    });

    test('migrates through the pooler, and leaves no lock on a shared connection', async () => {
      await migrate(onDatabase(pgbouncer.ownerUrl, nameOf(empty.url)));
      const locks = `select from pg_locks join pg_database d on d.oid = database
                      where locktype = 'advisory' and d.datname = current_database()`;
      expect(await ask(empty.url, locks)).toEqual([]);
    });
  });
});
