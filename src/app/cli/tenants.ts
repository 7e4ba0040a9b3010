/** `ledger tenants`: who keeps books here. */
import type { Command } from 'commander';
import { expected, jsonOption, maxListed, onInstallation, print } from './run';
import { minuteOf, printList } from './table';

export const addTenantCommands = (program: Command): void => {
  const tenants = program.command('tenants').description('the companies that keep books here');

  tenants
    .command('create')
    .description('create a tenant')
    .requiredOption('--name <name>', 'the name of the tenant')
    .addOption(jsonOption())
    .action(({ name, json }: { name: string; json: boolean }) =>
      onInstallation(async ({ access }) => {
        const tenant = expected(await access.createTenant(name));
        print(json, { id: tenant.id, name: tenant.name }, `Tenant ${tenant.name}: ${tenant.id}`);
      }),
    );

  tenants
    .command('list')
    .description('list all tenants, oldest first')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      onInstallation(async ({ access }) =>
        printList(json, {
          of: 'tenants',
          found: await access.tenants({ limit: maxListed + 1 }),
          record: ({ id, name, createdAt }) => ({ id, name, created_at: createdAt.toISOString() }),
          columns: {
            ID: ({ id }) => id,
            NAME: ({ name }) => name,
            CREATED: ({ createdAt }) => minuteOf(createdAt),
          },
        }),
      ),
    );
};
