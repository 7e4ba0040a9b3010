/** A ledger on a test's own server, with the roles that `ledger roles` creates: the state after following docs/operate/install.md. */
import { migrate } from '../../src/kernel/postgres/migrate';
import { runHere } from './command-line';
import { connected } from './database';
import type { InstalledServer } from './installed-postgres';
import { urlAs } from './own-server';

export interface InstalledLedger {
  readonly superuserUrl: string;
  /** The URL of its database for one of the roles. */
  as(role: 'ledger_owner' | 'ledger_app' | 'ledger_backup'): string;
  /** Runs `ledger` as the owner, and returns the JSON object that it prints. */
  run(...args: readonly string[]): Promise<LedgerRan>;
}

export interface LedgerRan {
  readonly code: number | null;
  readonly stderr: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly said: any;
}

export const passwordOf = (role: string): string => `of${role.replace('_', '')}`;

export const installLedger = async (server: InstalledServer, name?: string): Promise<InstalledLedger> => {
  const superuserUrl = await server.newDatabase(name);
  const { stdout } = await runHere(['roles'], {});
  await connected(superuserUrl, async (superuser) => {
    await superuser.query(stdout);
    for (const role of ['ledger_owner', 'ledger_app', 'ledger_backup'])
      await superuser.query(`alter role ${role} password '${passwordOf(role)}'`);
  });
  const as: InstalledLedger['as'] = (role) => urlAs(superuserUrl, role, passwordOf(role));
  await migrate(as('ledger_owner'));
  const environment = { DATABASE_URL: as('ledger_owner'), LEDGER_BACKUP_URL: as('ledger_backup') };
  return { superuserUrl, as, run: (...args) => runLedger(environment, ...args) };
};

/** Runs `ledger` with `--json`, in the test's own process. */
export const runLedger = async (
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<LedgerRan> => {
  const { code, stdout, stderr } = await runHere([...args, '--json'], { LOG_LEVEL: 'error', ...environment });
  return { code, stderr, said: stdout === '' ? {} : JSON.parse(stdout) };
};

/** Opens a ledger for a new tenant with the same name. */
export const openLedger = async ({ run }: Pick<InstalledLedger, 'run'>, code: string): Promise<void> => {
  const { said: tenant } = await run('tenants', 'create', '--name', code);
  await run(...`ledgers create --tenant ${tenant.id} --code ${code} --name ${code} --currency EUR`.split(' '));
};
