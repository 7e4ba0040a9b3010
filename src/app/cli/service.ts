/** `ledger serve`, `ledger migrate`, `ledger demo`. */
import type { Command } from 'commander';
import { migrate } from '../../kernel/postgres/migrate';
import { demoOnRequest } from '../demo';
import { withDatabase } from '../installation';
import { main } from '../main';
import { config, jsonOption, onInstallation, print, quietLog } from './run';

export const addServiceCommands = (program: Command): void => {
  program
    .command('serve')
    .description('start the service')
    .option('--no-migrate', 'do not bring the database up to date first')
    .action((options: { migrate: boolean }) => main(process.env, options));

  program
    .command('migrate')
    .description('bring the database up to date')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withDatabase(config(), quietLog(), async (url) => {
        const { applied } = await migrate(url);
        print(json, { applied }, applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`);
      }),
    );

  program
    .command('demo')
    .description('make a tenant to try things with: ledgers, a string over them, and keys that are shown once')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      onInstallation(async (installation) => {
        const { tenantId, ledgers, keys } = await demoOnRequest(installation, config());
        const lines = Object.entries(ledgers).map(([code, id]) => {
          const key = keys[code];
          return key === undefined
            ? `${code}  ${id}  its key was shown when it was made. Another: npx ledger keys create --ledger ${id}`
            : `${code}  ${id}  ${key}`;
        });
        print(json, { tenant_id: tenantId, ledgers, keys }, [`Tenant demo: ${tenantId}`, ...lines].join('\n'));
      }),
    );
};
