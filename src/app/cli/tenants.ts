/** `ledger tenants`: who keeps books here. */
import { Option, type Command } from 'commander';
import { wholeNumber } from './arguments';
import { tenantNamed } from './choose';
import { expected, jsonOption, maxListed, type Shell } from './run';
import { minuteOf, listed } from './table';

interface Quota {
  readonly tenant: string;
  readonly requestsPerSecond?: number;
  /** Commander says true where `--no-bound` is not said. */
  readonly bound: boolean;
  readonly json: boolean;
}

export const addTenantCommands = (program: Command, { withAnyPepper, print }: Shell): void => {
  const tenants = program.command('tenants').description('the companies that keep books here');

  tenants
    .command('create')
    .description('create a tenant')
    .requiredOption('--name <name>', 'the name of the tenant')
    .addOption(jsonOption())
    .action(({ name, json }: { name: string; json: boolean }) =>
      withAnyPepper(async ({ access }) => {
        const tenant = expected(await access.createTenant(name));
        print(json, { id: tenant.id, name: tenant.name }, `Tenant ${tenant.name}: ${tenant.id}`);
      }),
    );

  tenants
    .command('list')
    .description('list all tenants, oldest first')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withAnyPepper(async ({ access }) =>
        print(
          json,
          ...listed({
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
      ),
    );

  tenants
    .command('quota')
    .description('how much all keys and people of a tenant together may ask; told where nothing is to change')
    .requiredOption('--tenant <id or name>', 'the tenant')
    .addOption(
      new Option('--requests-per-second <n>', 'requests a second')
        .argParser(wholeNumber(1, 1_000_000))
        .conflicts('bound'),
    )
    .option('--no-bound', 'as many as its keys may ask')
    .addOption(jsonOption())
    .action(({ tenant, requestsPerSecond, bound, json }: Quota) =>
      withAnyPepper(async (installation) => {
        const { access } = installation;
        const { id, name } = await tenantNamed(installation, tenant);
        const isChanged = requestsPerSecond !== undefined || !bound;
        const quota = isChanged
          ? expected(await access.setQuota(id, { requestsPerSecond: requestsPerSecond ?? null }))
          : await access.quota(id);
        const { requestsPerSecond: rate, setAt } = quota;
        print(
          json,
          { tenant_id: id, requests_per_second: rate, set_at: setAt?.toISOString() ?? null },
          rate === null
            ? `${name} has no quota: each of its keys may ask as often as its own budget allows.`
            : `The keys of ${name} may ask together ${rate} times a second.`,
        );
      }),
    );
};
