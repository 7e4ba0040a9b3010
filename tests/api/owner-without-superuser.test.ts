/**
 * A database whose owner is not a superuser and does not bypass row-level security: it may only create roles. It migrates, and the service
 * works; for steps that need more rights, the message says who must do what. The databases of all other tests have such an owner too
 * (support/start-database.ts), but this server was not prepared for its owner.
 */
import { migrate } from '../../src/kernel/postgres/migrate';
import { client } from '../support/client';
import { runHere } from '../support/command-line';
import { ask, startOwnServer, type OwnServer } from '../support/own-server';
import { install, type Installed } from '../support/service-process';

let server: OwnServer;
let home: Installed;
let ownerUrl: string;

beforeAll(async () => {
  server = await startOwnServer();
  home = install();
  ownerUrl = await server.newRole('owner_a', 'nosuperuser nobypassrls createrole', 'ledger');
  await server.asSuperuser('alter database ledger owner to owner_a');
  await migrate(ownerUrl);
});
afterAll(async () => {
  await home.remove();
  await server.stop();
});

test('the owner is bound by row-level security, and may become the role of the service', async () => {
  const [owner] = await ask(
    ownerUrl,
    `select rolname, rolsuper, rolbypassrls, pg_has_role('ledger_app', 'set') as becomes from pg_roles where rolname = current_user`,
  );
  expect(owner).toEqual({ rolname: 'owner_a', rolsuper: false, rolbypassrls: false, becomes: true });
});

test('the service starts as the owner, posts and reads, and the command line verifies', async () => {
  const environment = { DATABASE_URL: ownerUrl };
  const json = async (command: string) => {
    const { code, stdout } = await runHere([command, '--json'], environment);
    return { code, ...JSON.parse(stdout) };
  };
  const { keys } = await json('demo');
  const service = await home.serve(environment);
  const api = client(service.url, keys['EUR-MAIN']);
  for (const [code, type] of [
    ['TILL', 'asset'],
    ['TAKINGS', 'revenue'],
  ])
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
  const sale = {
    effective_date: '2026-01-15',
    description: 'Cash sale',
    idempotency_key: 'the-first-sale',
    entries: [
      { account_code: 'TILL', type: 'debit', amount: '7.00' },
      { account_code: 'TAKINGS', type: 'credit', amount: '7.00' },
    ],
  };
  const { data: sold } = (await api.post('/transactions', sale, { Prefer: 'wait=20' })).body;
  expect(sold.status).toBe('posted');
  const { data: read } = (await api.get(`/transactions/${sold.id}`)).body;
  expect(read).toMatchObject({ idempotency_key: 'the-first-sale', status: 'posted' });
  expect((await service.stop('SIGTERM')).code).toBe(0);
  const { transactions, ...verified } = await json('verify');
  expect(verified).toMatchObject({ code: 0, ok: true, findings: [] });
  expect(transactions).toBeGreaterThan(0);
});

describe('another owner of the same server gets the commands for a superuser, and starts after them:', () => {
  const advised =
    /Have a superuser run: (.+;) Then start again\. `npx ledger roles` prints all that a DBA has to run\.$/;

  test.each([
    ['an owner that may not create roles', 'owner_b', ''],
    ['an owner that did not create the role of the service', 'owner_c', 'createrole'],
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
    expect(advices).toEqual([`alter database "of_${owner}" owner to "${owner}";`, `grant ledger_app to "${owner}";`]);
    const service = await home.serve({ DATABASE_URL: url });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop('SIGTERM');
  });
});
