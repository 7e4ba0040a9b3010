/** `ledger operators`: invites, lists, changes and deletes the people who sign in. */
import { Option, type Command } from 'commander';
import { parseId } from '../../kernel/ids';
import { firstSlice } from '../../kernel/page';
import { ok, refuse } from '../../kernel/refusal';
import { roles, type Invited, type Operator } from '../../modules/access';
import type { Installation } from '../installation';
import { tenantColumn, tenantNamed, tenantSaid } from './choose';
import { allTenantsOption, CommandError, expected, jsonOption, maxListed, tenantToSay, type Shell } from './run';
import { minuteOf, listed } from './table';

interface Asked {
  readonly email: string;
  readonly name?: string;
  readonly role?: string;
  readonly tenant?: string;
  readonly allTenants: boolean;
  readonly json: boolean;
}

interface Change {
  readonly operator: string;
  readonly name?: string;
  readonly role?: string;
  readonly json: boolean;
}

/** The actor of the command line's changes in the tenant's log. */
export const commandLine = 'command line';

export const addOperatorCommands = (program: Command, { onInstallation, withAnyPepper, print }: Shell): void => {
  const operators = program.command('operators').description('the people who sign in');

  operators
    .command('invite')
    .description(
      'create a link that works once, within a day, by which a person sets a password; a new person needs a name and a role',
    )
    .requiredOption('--email <address>', 'the e-mail address with which the person signs in')
    .option('--name <name>', 'the name of the person')
    .addOption(new Option('--role <role>', 'what the person may do').choices(roles))
    .addOption(tenantToSay('the tenant whose books the person may open'))
    .addOption(allTenantsOption('let the person open the books of all tenants'))
    .addOption(jsonOption())
    .action((asked: Asked) =>
      onInstallation(async (installation) => {
        const { operator, url, expiresAt } = await invite(installation, asked);
        const record = { ...recordOf(operator), invitation_url: url, invitation_expires_at: expiresAt.toISOString() };
        const until = minuteOf(expiresAt);
        print(
          asked.json,
          record,
          `The link for ${operator.name} (${operator.role}) works once, until ${until}:\n${url}`,
        );
      }),
    );

  operators
    .command('list')
    .description('list all operators, oldest first, with their last request')
    .option('--tenant <id or name>', 'only the operators of this tenant')
    .addOption(jsonOption())
    .action(({ tenant, json }: { tenant?: string; json: boolean }) =>
      withAnyPepper(async (installation) => {
        const owner = tenant === undefined ? undefined : (await tenantNamed(installation, tenant)).id;
        const { items } = await installation.access.operators.list(owner, firstSlice(maxListed + 1));
        print(
          json,
          ...listed({
            of: 'operators',
            found: items,
            record: recordOf,
            columns: {
              EMAIL: ({ email }) => email,
              ROLE: ({ role }) => role,
              STATE: ({ isActive }) => (isActive ? 'active' : 'inactive'),
              'LAST SEEN': ({ lastSeenAt }) => (lastSeenAt ? minuteOf(lastSeenAt) : 'never'),
              NAME: ({ name }) => name,
              TENANT: await tenantColumn(installation, items),
              ID: ({ id }) => id,
            },
          }),
        );
      }),
    );

  operators
    .command('change')
    .description("change a person's name, or their role, which ends their sessions within a second")
    .requiredOption('--operator <id or e-mail>', 'the operator')
    .option('--name <name>', 'the name of the person')
    .addOption(new Option('--role <role>', 'what the person may do').choices(roles))
    .addOption(jsonOption())
    .action(({ operator: named, name, role, json }: Change) =>
      withAnyPepper(async ({ access }) => {
        if (name === undefined && role === undefined) throw new CommandError('Give --name, --role, or both.');
        const { id } = await operatorNamed(access, named);
        const change = { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) };
        const operator = expected(await access.operators.change(id, change, byCommandLine));
        print(json, recordOf(operator), `${operator.email} is ${operator.name}, ${operator.role}.`);
      }),
    );

  for (const [verb, isActive, description] of [
    ['deactivate', false, 'sign a person out within a second and keep them out'],
    ['activate', true, 'let a deactivated person sign in again'],
  ] as const)
    operators
      .command(verb)
      .description(description)
      .requiredOption('--operator <id or e-mail>', 'the operator')
      .addOption(jsonOption())
      .action(({ operator: named, json }: { operator: string; json: boolean }) =>
        withAnyPepper(async ({ access }) => {
          const { id } = await operatorNamed(access, named);
          const operator = expected(await access.operators.change(id, { isActive }, byCommandLine));
          print(json, recordOf(operator), `${operator.email} is ${isActive ? 'active' : 'inactive'}.`);
        }),
      );

  operators
    .command('delete')
    .description('delete a person and end their sessions; their acts stay in the logs')
    .requiredOption('--operator <id or e-mail>', 'the operator')
    .addOption(jsonOption())
    .action(({ operator: named, json }: { operator: string; json: boolean }) =>
      withAnyPepper(async ({ access }) => {
        const { id } = await operatorNamed(access, named);
        const operator = expected(await access.operators.remove(id, byCommandLine));
        print(json, { id: operator.id, deleted: true }, `${operator.email} is deleted.`);
      }),
    );
};

/** Lets the command line remove a tenant's last administrator, for example one whose password was stolen. */
const byCommandLine = { actor: commandLine, mayRemoveLastAdministrator: true };

const invite = async (
  installation: Pick<Installation, 'access' | 'ledgering'>,
  { email, name, role, ...of }: Asked,
): Promise<Invited> => {
  const { operators } = installation.access;
  const owner = of.tenant !== undefined || of.allTenants ? await tenantSaid(installation, of) : undefined;
  const all = await operators.operatorsOfEmail(email);
  const found = onlyOne(
    email,
    owner === undefined ? all : all.filter(({ tenantId }) => tenantId === owner),
    'Give --tenant <id or name>, or --all-tenants.',
  );
  if (!found) {
    if (name === undefined || role === undefined)
      throw new CommandError(
        `There is no person with the e-mail ${email} yet: give --name and --role, and --tenant or --all-tenants.`,
      );
    const tenantId = owner === undefined ? await tenantSaid(installation, of) : owner;
    return expected(await operators.invite({ email, name, role, tenantId }, commandLine));
  }
  // If `--name` or `--role` differs from the existing person's, the operator may mean somebody else, so no link is issued.
  const isOther = (name ?? found.name) !== found.name || (role ?? found.role) !== found.role;
  if (isOther)
    throw new CommandError(
      `${found.email} is ${found.name}, ${found.role} of ${found.tenantId ?? 'all tenants'}. To create another link, leave out --name and --role.`,
    );
  return expected(await operators.inviteAgain(found.id, commandLine));
};

/** Returns the only person with this e-mail; throws if several tenants have such a person. */
const onlyOne = (email: string, [found, ...namesakes]: readonly Operator[], cure: string): Operator | undefined => {
  if (found && namesakes.length > 0)
    throw new CommandError(
      `Several people sign in with ${email}: ${[found, ...namesakes].map(({ id, tenantId }) => `${id} of ${tenantId ?? 'all tenants'}`).join(', ')}. ${cure}`,
    );
  return found;
};

const operatorNamed = async ({ operators }: Installation['access'], idOrEmail: string): Promise<Operator> => {
  const id = parseId<'operator'>(idOrEmail);
  const found = id
    ? await operators.operator(id)
    : onlyOne(idOrEmail, await operators.operatorsOfEmail(idOrEmail), 'Name the person by id.');
  return expected(found ? ok(found) : refuse({ kind: 'OperatorNotFound' } as const));
};

const recordOf = ({ id, tenantId, email, name, role, isActive, lastSeenAt, createdAt }: Operator): object => ({
  id,
  tenant_id: tenantId,
  email,
  name,
  role,
  is_active: isActive,
  last_seen_at: lastSeenAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
