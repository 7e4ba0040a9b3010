/** A restore that is interrupted after its data are loaded, and the run that follows. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { runHere } from '../support/command-line';
import { connected } from '../support/database';
import { installLedger, openLedger, runLedger, type InstalledLedger } from '../support/installed-ledger';
import {
  describeWithPrograms,
  installedPrograms,
  startInstalledServer,
  type InstalledServer,
} from '../support/installed-postgres';
import { ask } from '../support/own-server';

describeWithPrograms('a restore', () => {
  let folder: string;
  let server: InstalledServer;
  let source: InstalledLedger;
  let dump: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-restored-'));
    server = await startInstalledServer();
    source = await installLedger(server);
    await openLedger(source, 'MAIN');
    await source.run(...'operators invite --email a@example.com --name A --role viewer --all-tenants'.split(' '));
    dump = path.join(folder, 'kept');
    expect((await source.run('backup', '--to', dump)).code).toBe(0);
  });
  afterAll(async () => {
    await server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Returns a PATH whose pg_restore runs the real one, and then the lines. */
  const pathWith = (name: string, lines: string): string => {
    const tools = path.join(folder, name);
    fs.mkdirSync(tools);
    const real = `'${path.join(installedPrograms ?? '', 'pg_restore')}'`;
    const program = `#!/bin/sh\n[ "$1" = --version ] && exec ${real} "$@"\n${real} "$@" || exit 1\n${lines}\n`;
    fs.writeFileSync(path.join(tools, 'pg_restore'), program, { mode: 0o755 });
    return `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`;
  };
  const restore = (url: string, PATH: string, ...args: readonly string[]) =>
    runLedger({ DATABASE_URL: url, PATH }, 'restore', '--from', dump, ...args);
  const epochOf = async (url: string): Promise<unknown> => (await ask(url, 'select log_epoch from installation'))[0];
  const begun = `select from tenant_log where actor = 'restore' and type = 'log_epoch.begun'`;

  test('that was interrupted after the data is finished by a second run; a third run is refused', async () => {
    const target = await server.newDatabase();
    expect((await restore(target, pathWith('ends at once', 'exit 1'))).code).toBe(1);
    expect(await epochOf(target)).toEqual(await epochOf(source.superuserUrl));
    const { code, said } = await restore(target, process.env['PATH'] ?? '');
    expect([code, said.ok, said.ways_in.ended]).toEqual([0, true, { sessions: 0, links: 1 }]);
    expect(await epochOf(target)).not.toEqual(await epochOf(source.superuserUrl));
    expect(await ask(target, begun)).toHaveLength(1);
    expect((await restore(target, process.env['PATH'] ?? '')).stderr).toMatch(/is not empty/);
    expect(await ask(target, begun)).toHaveLength(1);
  });

  test('into the database of the backup itself is refused and begins no new epoch', async () => {
    expect((await restore(source.superuserUrl, process.env['PATH'] ?? '')).stderr).toMatch(/is not empty/);
    expect(await ask(source.superuserUrl, begun)).toEqual([]);
  });

  test('that was interrupted with several jobs prints the statements that prepare a new run', async () => {
    const target = await server.newDatabase();
    const name = target.split('/').at(-1);
    expect((await restore(target, pathWith('ends at once too', 'exit 1'), '--jobs', '2')).code).toBe(1);
    const { stderr } = await restore(target, process.env['PATH'] ?? '', '--jobs', '2');
    const [, statements] = /several jobs was interrupted: .*\((drop database .*)\)\n$/.exec(stderr) ?? [];
    expect(statements).toContain(`"${name}"`);
    await connected(server.superuserUrl, async (superuser) => {
      for (const statement of statements?.split('; ') ?? []) await superuser.query(statement);
    });
    expect((await restore(target, process.env['PATH'] ?? '', '--jobs', '2')).said.ok).toBe(true);
  });

  test('survives the loss of its idle connection while the data is loaded', async () => {
    const target = await server.newDatabase();
    const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${target.split('/').at(-1)}'`;
    const PATH = pathWith('ends idle', `psql -q '${server.superuserUrl}' -c "${endOthers}" > /dev/null`);
    expect(await restore(target, PATH)).toMatchObject({ code: 0, said: { ok: true } });
  });

  test('reports the ended sessions and links before it verifies', async () => {
    const environment = { DATABASE_URL: await server.newDatabase(), LOG_LEVEL: 'error' };
    const { stdout } = await runHere(['restore', '--from', dump, '--verify'], environment);
    expect(stdout).toMatch(
      /^Restored [^]*\nEnded 0 sessions and 1 link\.[^]*\n\d+ transactions? verified: everything holds\.\n/m,
    );
  });
});
