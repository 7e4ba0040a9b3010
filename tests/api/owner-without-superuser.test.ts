/**
 * A database whose owner is no superuser and passes by no row-level security: all it may is create roles. It migrates, and
 * the service works from it; what others must do for it is said where they must.
 */
import { migrate } from '../../src/kernel/postgres/migrate';
import { ask, startOwnServer, type OwnServer } from '../support/own-server';
import { install, ledgerProgram, type Installed } from '../support/service-process';

let server: OwnServer;
let home: Installed;
let ownerUrl: string;

beforeAll(async () => {
  server = await startOwnServer();
  home = install();
  ownerUrl = await server.newRole('owner_a', 'nosuperuser nobypassrls createrole createdb', 'ledger');
  await server.asSuperuser('alter database ledger owner to owner_a');
  await migrate(ownerUrl);
  // What follows in this file has copies of this database, made by the same owner, and no pooler of the run before it.
  process.env['LEDGER_TEST_DATABASE_URL'] = ownerUrl;
  delete process.env['LEDGER_TEST_POOLER_URL'];
});
afterAll(async () => {
  await home.remove();
  await server.stop();
});

test('the owner is bound by row-level security, and may become the role of the service', async () => {
  const [owner] = await ask(
    ownerUrl,
    `select rolsuper, rolbypassrls, pg_has_role('ledger_app', 'set') as becomes from pg_roles where rolname = current_user`,
  );
  expect(owner).toEqual({ rolsuper: false, rolbypassrls: false, becomes: true });
});

describe.each(['batches-atomic', 'strings-convert', 'attributes-search', 'agreement'])(
  'what holds elsewhere holds here: %s',
  (file) => void require(`./${file}.test`),
);

test('the service starts as the owner, and the command line verifies', async () => {
  const environment = { DATABASE_URL: ownerUrl };
  const service = await home.serve(environment);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await service.stop('SIGTERM');
  const { code, stdout } = await home.run([...ledgerProgram, 'verify', '--json'], environment).ended;
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
});

describe('another owner of the same server is told what a superuser must do, and goes on from there', () => {
  const advised = /Have a superuser run: (.+;) Then start again\.$/;

  test.each([
    ['that may not create roles', 'owner_b', ''],
    ['that did not make the role of the service', 'owner_c', 'createrole'],
  ])('%s', async (_, owner, attributes) => {
    await server.asSuperuser(`create database of_${owner}`);
    const url = await server.newRole(owner, attributes, `of_${owner}`);
    const advices: string[] = [];
    for (;;) {
      const said = await migrate(url).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      if (said === undefined) break;
      const advice = advised.exec(said)?.[1];
      if (advice === undefined || advices.includes(advice)) throw new Error(said);
      advices.push(advice);
      await server.asSuperuser(advice);
    }
    expect(advices).toEqual([
      `alter database "of_${owner}" owner to "${owner}";`,
      ...(attributes === '' ? [`alter role "${owner}" createrole;`] : []),
      `grant ledger_app to "${owner}";`,
    ]);
    const service = await home.serve({ DATABASE_URL: url });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop('SIGTERM');
  });
});
