/** `ledger serve`, `ledger migrate`, `ledger demo`. */
import type { Command } from 'commander';
import { defaultShards, distribute } from '../../kernel/postgres/distribute';
import { migrate } from '../../kernel/postgres/migrate';
import { demoOnRequest } from '../demo';
import { withDatabase } from '../installation';
import { main } from '../main';
import { wholeNumber } from './arguments';
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
    .command('distribute')
    .description('spread the ledgers over the nodes of a Citus cluster; run again, it does what is left to do')
    .option('--check', 'say what stands in the way and what would be done, and do nothing', false)
    .option(
      '--shards <n>',
      'in how many parts ledgers are kept, fixed from the first time on',
      wholeNumber(1, 4_096),
      defaultShards,
    )
    .addOption(jsonOption())
    .action(({ json, ...options }: { json: boolean; check: boolean; shards: number }) =>
      withDatabase(config(), quietLog(), async (url) => {
        const { obstacles, steps } = await distribute(url, options);
        if (obstacles.length > 0) throw new Error(obstacles.join('\n'));
        const done = options.check ? 'To be done:' : 'Done:';
        print(json, { steps }, steps.length === 0 ? 'Nothing to do.' : [done, ...steps].join('\n'));
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
