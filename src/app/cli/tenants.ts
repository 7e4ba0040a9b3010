/** `ledger tenants`: creates and lists the tenants of this installation, and sets their quotas. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { quotaNames, quotas } from '../../kernel/quotas';
import type { QuotaChange } from '../../modules/access';
import { wholeNumber } from './arguments';
import { tenantNamed } from './choose';
import { counted, expected, jsonOption, maxListed, type Shell } from './run';
import { minuteOf, listed, table } from './table';

interface Quota {
  readonly tenant: string;
  readonly requestsPerSecond?: number;
  readonly limit: QuotaChange['limits'];
  /** Commander sets this to true unless `--no-bound` is given. */
  readonly bound: boolean;
  readonly json: boolean;
}

/** Parses `ledgers=500` or `ledgers=usual`. */
const limitNamed = (text: string, before: QuotaChange['limits']): QuotaChange['limits'] => {
  const [name, ...rest] = text.split('=');
  const number = rest.join('=');
  const quota = quotaNames.find((each) => each === name);
  if (quota === undefined)
    throw new InvalidArgumentError(`It must be one of ${quotaNames.join(', ')}, such as ledgers=500.`);
  const limit = number === 'usual' ? null : wholeNumber(0, quotas[quota].ceiling)(number);
  return { ...before, [quota]: limit };
};

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
        const isNamesake = (await access.tenants({ name: tenant.name, limit: 2 })).length > 1;
        const note = isNamesake ? '\nAnother tenant has the same name: name either of them by its id.' : '';
        print(json, { id: tenant.id, name: tenant.name }, `Tenant ${tenant.name}: ${tenant.id}${note}`);
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
    .description('set the request rate and the quotas of a tenant; without an option, show them')
    .requiredOption('--tenant <id or name>', 'the tenant')
    .addOption(
      new Option('--requests-per-second <n>', 'the maximum number of requests per second, for all keys together')
        .argParser(wholeNumber(1, 1_000_000))
        .conflicts('bound'),
    )
    .option('--no-bound', 'no request limit for the tenant; the limits of its keys still apply')
    .addOption(
      new Option(
        '--limit <name=n>',
        `the maximum number of objects of a kind, or name=usual for the default; can be repeated, with one of these names: ${quotaNames.join(', ')}`,
      )
        .argParser(limitNamed)
        .default({}, 'unchanged'),
    )
    .addOption(jsonOption())
    .action(({ tenant, requestsPerSecond, limit: limits = {}, bound, json }: Quota) =>
      withAnyPepper(async (installation) => {
        const { access } = installation;
        const { id, name } = await tenantNamed(installation, tenant);
        const rateToSet = bound ? requestsPerSecond : null;
        const isChanged = rateToSet !== undefined || Object.keys(limits).length > 0;
        const quota = isChanged
          ? expected(await access.setQuota(id, { requestsPerSecond: rateToSet, limits }))
          : await access.quota(id);
        const { requestsPerSecond: rate, setAt } = quota;
        const most = Object.fromEntries(quotaNames.map((each) => [each, quota.limits[each] ?? quotas[each].usual]));
        const rows = quotaNames.map((each) => [each, String(most[each]), String(quotas[each].usual), quotas[each].per]);
        print(
          json,
          { tenant_id: id, requests_per_second: rate, limits: most, set_at: setAt?.toISOString() ?? null },
          `${
            rate === null
              ? `${name} has no request limit: only the limits of its keys apply.`
              : `The keys of ${name} together may send ${counted(rate, 'request')} per second.`
          }\n\n${table(['LIMIT', 'MOST', 'USUAL', 'PER'], rows)}`,
        );
      }),
    );
};
