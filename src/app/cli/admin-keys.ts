/** `ledger admin-keys`: administrators' keys, for programs that create tenants, ledgers and keys through /admin/v1. */
import type { Command } from 'commander';
import { refused } from '../../kernel/refusal';
import type { AdminKey } from '../../modules/access';
import { tenantColumn, tenantNamed, tenantSaid } from './choose';
import { allTenantsOption, CommandError, expected, jsonOption, maxListed, tenantToSay, type Shell } from './run';
import { minuteOf, listed } from './table';

interface Creation {
  readonly name: string;
  readonly tenant?: string;
  readonly allTenants: boolean;
  readonly json: boolean;
}

export const addAdminKeyCommands = (program: Command, { onInstallation, withAnyPepper, print }: Shell): void => {
  const keys = program.command('admin-keys').description("administrators' keys, each for one tenant or for all");

  keys
    .command('create')
    .description('create a key for an administrator and show it, once')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(tenantToSay('the tenant that the key administers'))
    .addOption(allTenantsOption('let the key administer all tenants'))
    .addOption(jsonOption())
    .action(({ name, json, ...of }: Creation) =>
      onInstallation(async (installation) => {
        const tenantId = await tenantSaid(installation, of);
        const { key, ...issued } = expected(await installation.access.adminKeys.issue({ name, tenantId }));
        print(json, { ...recordOf(issued), key }, `Key ${issued.prefix}. It is shown only now:\n${key}`);
      }),
    );

  keys
    .command('list')
    .description("list administrators' keys, oldest first, with their last use")
    .option('--tenant <id or name>', 'only the keys of this tenant')
    .addOption(jsonOption())
    .action(({ tenant, json }: { tenant?: string; json: boolean }) =>
      withAnyPepper(async (installation) => {
        const owner = tenant === undefined ? undefined : (await tenantNamed(installation, tenant)).id;
        const found = await installation.access.adminKeys.list(owner, maxListed + 1);
        print(
          json,
          ...listed({
            of: 'admin_keys',
            found,
            record: recordOf,
            columns: {
              PREFIX: ({ prefix }) => prefix,
              STATE: ({ isActive }) => (isActive ? 'active' : 'revoked'),
              'LAST USED': ({ lastUsedAt }) => (lastUsedAt ? minuteOf(lastUsedAt) : 'never'),
              NAME: ({ name }) => name,
              TENANT: await tenantColumn(installation, found),
            },
          }),
        );
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key permanently; every process refuses it within a second')
    .requiredOption('--key <id or prefix>', 'the key to revoke')
    .addOption(jsonOption())
    .action(({ key, json }: { key: string; json: boolean }) =>
      withAnyPepper(async ({ access }) => {
        const outcome = await access.adminKeys.revoke(key);
        if (refused(outcome) && outcome.left.kind === 'KeyNotFound') throw new CommandError(unknownKey);
        const revoked = expected(outcome);
        print(json, recordOf(revoked), `Key ${revoked.prefix} is revoked.`);
      }),
    );
};

const unknownKey =
  "There is no key with this id or prefix among the administrators' keys. List them with: npx ledger admin-keys list";

const recordOf = ({ id, tenantId, prefix, name, isActive, lastUsedAt, createdAt }: AdminKey): object => ({
  id,
  tenant_id: tenantId,
  prefix,
  name,
  is_active: isActive,
  last_used_at: lastUsedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
