/** `ledger keys`: creates, lists, changes, rotates and revokes API keys, each for one ledger. */
import { Option, type Command } from 'commander';
import { scopes } from '../../kernel/principal';
import { maxGraceSeconds, type ApiKey } from '../../modules/access';
import { collect, instant, wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { CommandError, counted, expected, jsonOption, tenantOption, type Shell } from './run';
import { minuteOf, table } from './table';

interface Creation {
  readonly ledger: string;
  readonly tenant?: string;
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly capability: readonly string[];
  readonly allowNetwork: readonly string[];
  readonly rateLimit?: number;
  readonly expiresAt?: Date;
  readonly json: boolean;
}

interface Change {
  readonly key: string;
  readonly name?: string;
  readonly rateLimit?: number;
  readonly json: boolean;
}

/** A rotated key remains valid for one day by default. */
const usualGraceSeconds = 86_400;

export const addKeyCommands = (program: Command, { onInstallation, withAnyPepper, print, clock }: Shell): void => {
  const keys = program.command('keys').description('API keys, each for one ledger');

  keys
    .command('create')
    .description('create a key and show it, once')
    .requiredOption('--ledger <id or code>', 'the ledger that the key opens')
    .addOption(tenantOption())
    .option('--name <name>', 'what the key is for')
    .addOption(new Option('--scope <scope...>', 'what the key may do (default: all but admin)').choices(scopes))
    .addOption(
      new Option('--capability <capability>', 'a right beyond reading and writing; can be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--rate-limit <n>', 'the maximum number of requests per second', wholeNumber(1, 1_000_000))
    .option('--expires-at <instant>', 'when the key expires; a day means the beginning of that day in UTC', instant)
    .addOption(
      new Option(
        '--allow-network <network>',
        'a network from which the key may be used, such as 10.1.0.0/16; can be repeated',
      )
        .argParser(collect)
        .default([], 'any network'),
    )
    .addOption(jsonOption())
    .action(({ ledger, tenant, name, scope, capability, rateLimit, expiresAt, allowNetwork, json }: Creation) =>
      onInstallation(async (installation) => {
        const issued = expected(
          await installation.access.issueKey({
            ledger: await ledgerNamed(installation, ledger, tenant),
            capabilities: capability,
            allowedNetworks: allowNetwork,
            ...(scope === undefined ? {} : { scopes: scope }),
            ...(name === undefined ? {} : { name }),
            ...(rateLimit === undefined ? {} : { rateLimitPerSecond: rateLimit }),
            ...(expiresAt === undefined ? {} : { expiresAt }),
          }),
        );
        const record = {
          id: issued.id,
          ledger_id: issued.ledgerId,
          prefix: issued.prefix,
          key: issued.key,
          scopes: issued.scopes,
          capabilities: issued.capabilities,
          rate_limit_per_second: issued.rateLimitPerSecond,
          allowed_networks: issued.allowedNetworks,
          ...(issued.expiresAt && { expires_at: issued.expiresAt.toISOString() }),
        };
        print(json, record, `Key ${issued.prefix} (${issued.scopes.join(', ')}). It is shown only now:\n${issued.key}`);
      }),
    );

  keys
    .command('list')
    .description("list a ledger's keys, oldest first, with their last use")
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(({ ledger, tenant, json }: { ledger: string; tenant?: string; json: boolean }) =>
      withAnyPepper(async (installation) => {
        const { id } = await ledgerNamed(installation, ledger, tenant);
        const listed = await installation.access.listKeys(id);
        print(
          json,
          { keys: listed.map(recordOf) },
          listed.length === 0 ? 'There are no keys.' : tableOf(listed, clock.now()),
        );
      }),
    );

  keys
    .command('change')
    .description("change a key's name or rate limit, which takes effect within a second; its rights stay the same")
    .requiredOption('--key <id or prefix>', 'the key to change')
    .option('--name <name>', 'what the key is for')
    .option('--rate-limit <n>', 'the maximum number of requests per second', wholeNumber(1, 1_000_000))
    .addOption(jsonOption())
    .action(({ key: named, name, rateLimit, json }: Change) =>
      withAnyPepper(async ({ access }) => {
        if (name === undefined && rateLimit === undefined)
          throw new CommandError('Give --name, --rate-limit, or both. To change rights, create another key.');
        const change = {
          ...(name === undefined ? {} : { name }),
          ...(rateLimit === undefined ? {} : { rateLimitPerSecond: rateLimit }),
        };
        const changed = expected(await access.changeKey(named, change));
        const told = `Key ${changed.prefix} (${changed.name ?? 'without a name'}) may send ${counted(changed.rateLimitPerSecond, 'request')} per second.`;
        print(json, recordOf(changed), told);
      }),
    );

  keys
    .command('rotate')
    .description('replace a key with a new one that has the same rights, and show the new one, once')
    .requiredOption('--key <id or prefix>', 'the key to replace')
    .option('--grace <seconds>', 'how long the old key stays valid', wholeNumber(0, maxGraceSeconds), usualGraceSeconds)
    .addOption(jsonOption())
    .action(({ key: named, grace, json }: { key: string; grace: number; json: boolean }) =>
      onInstallation(async ({ access }) => {
        const { successor, old } = expected(await access.rotateKey(named, grace));
        const { id, prefix, key } = successor;
        const until = old.expiresAt?.toISOString() ?? null;
        const record = { id, ledger_id: successor.ledgerId, prefix, key, replaces: { id: old.id, expires_at: until } };
        print(json, record, `Key ${prefix}. It is shown only now; ${old.prefix} remains valid until ${until}:\n${key}`);
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key permanently; every process refuses it within a second')
    .requiredOption('--key <id or prefix>', 'the key to revoke')
    .addOption(jsonOption())
    .action(({ key, json }: { key: string; json: boolean }) =>
      withAnyPepper(async ({ access }) => {
        const revoked = expected(await access.revokeKey(key));
        print(json, { id: revoked.id, prefix: revoked.prefix, is_active: false }, `Key ${revoked.prefix} is revoked.`);
      }),
    );
};

const recordOf = (key: ApiKey): object => ({
  id: key.id,
  prefix: key.prefix,
  name: key.name,
  scopes: key.scopes,
  capabilities: key.capabilities,
  rate_limit_per_second: key.rateLimitPerSecond,
  allowed_networks: key.allowedNetworks,
  is_active: key.isActive,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});

const tableOf = (keys: readonly ApiKey[], now: Date): string =>
  table(
    ['PREFIX', 'STATE', 'LAST USED', 'EXPIRES', 'REQUESTS/S', 'NAME', 'SCOPES', 'CAPABILITIES', 'NETWORKS'],
    keys.map((key) => [
      key.prefix,
      stateOf(key, now),
      key.lastUsedAt ? minuteOf(key.lastUsedAt) : 'never',
      key.expiresAt ? minuteOf(key.expiresAt) : 'never',
      String(key.rateLimitPerSecond),
      key.name ?? '',
      key.scopes.join(' '),
      key.capabilities.join(' '),
      key.allowedNetworks.length === 0 ? 'all' : key.allowedNetworks.join(' '),
    ]),
  );

const stateOf = ({ isActive, expiresAt }: ApiKey, now: Date): string => {
  if (!isActive) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
};
