/**
 * Access that was revoked after a backup was taken is valid again in the restored database. So the restore ends open sessions and lists the
 * valid keys.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { newId } from '../../src/kernel/ids';
import { runHere } from '../support/command-line';
import { connected } from '../support/database';
import { installLedger, openLedger, runLedger, type InstalledLedger } from '../support/installed-ledger';
import { describeWithPrograms, startInstalledServer, type InstalledServer } from '../support/installed-postgres';
import { ask } from '../support/own-server';

describeWithPrograms('a restored backup', () => {
  let folder: string;
  let server: InstalledServer;
  let source: InstalledLedger;
  let prefix: string;
  const [sessionId, overId] = [newId<'session'>(), newId<'session'>()];

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-restored-'));
    server = await startInstalledServer();
    source = await installLedger(server);
    await openLedger(source, 'MAIN');
    const { said: key } = await source.run('keys', 'create', '--ledger', 'MAIN', '--name', 'till');
    prefix = key.prefix;
    await source.run('admin-keys', 'create', '--name', 'CI', '--all-tenants');
    for (const email of ['anna@example.com', 'ben@example.com'])
      await source.run('operators', 'invite', '--email', email, '--name', 'A', '--role', 'viewer', '--all-tenants');
    await connected(source.superuserUrl, async (superuser) => {
      await superuser.query(`update operators set password_hash = 'x' where email = 'anna@example.com'`);
      for (const [id, ends, hash] of [
        [sessionId, '1 hour', '1'],
        [overId, '-1 hour', '2'],
      ])
        await superuser.query(
          `insert into sessions (id, token_hash, operator_id, began_by, address, created_at, seen_at, expires_at)
           select $1, repeat($3, 64), id, 'sign_in', 'x', now(), now(), now() + $2::interval from operators
            where email = 'anna@example.com'`,
          [id, ends, hash],
        );
      await superuser.query(
        `insert into webhook_endpoints (ledger_id, id, url, is_active, max_in_flight, secret, delivered_through, due_at,
                                        leased_until, created_by, created_at, updated_at)
         select id, $1, 'https://hooks.example/secret', true, 1, 'sealed', 0, now(), now(), $2, now(), now() from ledgers`,
        [newId(), prefix],
      );
    });
    expect((await source.run('backup', '--to', path.join(folder, 'kept'))).code).toBe(0);
  });
  afterAll(async () => {
    await server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test('has no open sessions or links, logs that, and lists the keys, people and endpoints in use', async () => {
    const target = await server.newDatabase();
    const from = ['restore', '--from', path.join(folder, 'kept')];
    const { code, said } = await runLedger({ DATABASE_URL: target }, ...from);
    expect({ code, differences: said.differences, ended: said.ways_in.ended }).toEqual({
      ...{ code: 0, differences: [], ended: { sessions: 1, links: 2 } },
    });
    expect(said.ways_in.in_use).toMatchObject({
      keys: [{ prefix, ledger: 'MAIN', name: 'till', last_used_at: null }],
      admin_keys: [{ name: 'CI' }],
      operators: [{ email: 'anna@example.com', role: 'viewer' }],
      webhook_endpoints: [{ ledger: 'MAIN', origin: 'https://hooks.example', created_by: prefix }],
    });
    const sessions = await ask<{ id: string; ended_by: string | null }>(target, 'select id, ended_by from sessions');
    expect(new Map(sessions.map(({ id, ended_by }) => [id, ended_by]))).toEqual(
      new Map([
        [sessionId, 'restore'],
        [overId, null],
      ]),
    );
    expect(await ask(target, 'select * from invitations')).toEqual([]);
    const told = await ask<{ type: string }>(target, `select type from tenant_log where actor = 'restore' order by 1`);
    expect(told.map(({ type }) => type)).toEqual([
      ...['invitation.withdrawn', 'invitation.withdrawn', 'log_epoch.begun', 'session.ended'],
    ]);
  });

  test('prints the same for a person, with the commands that revoke access', async () => {
    const target = await server.newDatabase();
    const { stdout } = await runHere(['restore', '--from', path.join(folder, 'kept')], {
      ...{ DATABASE_URL: target, LOG_LEVEL: 'error' },
    });
    expect(stdout).toMatch(
      /^Ended 1 session and 2 links\. Keys, people and endpoints that were disabled after the backup are active again/m,
    );
    expect(stdout).toContain(`Keys (npx ledger keys revoke):\n  ${prefix} of MAIN, never used: till\n`);
    expect(stdout).toMatch(
      /^People \(npx ledger operators deactivate.*\):\n {2}anna@example\.com, viewer, never used$/m,
    );
    expect(stdout).not.toContain('/secret');
  });
});
