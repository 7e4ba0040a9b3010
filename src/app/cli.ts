/** `ledger`: the operator's command line. With --json, standard output is one JSON object and nothing else. */
// First, so that it sees everything else being loaded.
import './telemetry';
import { Command, Option } from 'commander';
import { bench, benchParts, maxBenchSeconds, maxBenchSeed, minBenchSeconds, type BenchOptions } from '../bench/bench';
import { refused, type Outcome } from '../kernel/refusal';
import type { LedgerId, TenantId } from '../kernel/ids';
import { migrate } from '../kernel/postgres/migrate';
import type { Log } from '../kernel/tokens';
import type { Ledger } from '../modules/ledgering';
import { collect, currency, ledgerId, positiveDecimal, tenantId, wholeNumber } from './cli-arguments';
import { readConfig, type Config } from './config';
import { openInstallation, withDatabase, type Installation } from './installation';
import { createLog } from './log';
import { main } from './main';

const maxCommandConnections = 2;

/** What the person or the script must change; printed without a stack. */
class CommandError extends Error {}

const config = (): Config => {
  const read = readConfig(process.env);
  if (refused(read)) throw new CommandError(read.left);
  return read.right;
};

/** Nothing that went well is worth a line beside the answer. */
const quietLog = (): Log => createLog(config().logLevel === 'info' ? 'warn' : config().logLevel);

const onInstallation = async <A>(work: (installation: Installation) => Promise<A>): Promise<A> => {
  const installation = await openInstallation(config(), quietLog(), {
    migrate: true,
    maxConnections: maxCommandConnections,
  });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
};

const expected = <R extends object, A>(outcome: Outcome<R, A>): A => {
  if (refused(outcome)) throw new CommandError(describe(outcome.left));
  return outcome.right;
};

const describe = (refusal: object): string => {
  const { kind, errors, ...rest } = refusal as { kind: string; errors?: Record<string, readonly string[]> };
  if (errors)
    return Object.entries(errors)
      .map(([field, texts]) => `${field} ${texts.join(', ')}`)
      .join('; ');
  return `${kind.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${JSON.stringify(rest)}`;
};

const print = (json: boolean, record: object, text: string): void =>
  void process.stdout.write(`${json ? JSON.stringify(record) : text}\n`);

const jsonOption = (): Option => new Option('--json', 'print one JSON object').default(false);

const ledgerRecord = ({ id, tenantId: tenant, code, name, currencyType, denomination }: Ledger): object => ({
  id,
  tenant_id: tenant,
  code,
  name,
  currency: denomination.currency,
  currency_type: currencyType,
  storage_decimals: denomination.storageDecimals,
  display_decimals: denomination.displayDecimals,
});

const program = new Command('ledger')
  .description('Operates a ledger installation.')
  .showHelpAfterError('(--help shows how)');

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

const tenants = program.command('tenants').description('who keeps books here');
tenants
  .command('create')
  .requiredOption('--name <name>', 'the name of the tenant')
  .addOption(jsonOption())
  .action(({ name, json }: { name: string; json: boolean }) =>
    onInstallation(async ({ access }) => {
      const tenant = expected(await access.createTenant(name));
      print(json, { id: tenant.id, name: tenant.name }, `Tenant ${tenant.name}: ${tenant.id}`);
    }),
  );

const ledgers = program.command('ledgers').description('the sets of books of a tenant');
ledgers
  .command('create')
  .requiredOption('--tenant <id>', 'whose ledger it is', tenantId)
  .requiredOption('--code <code>', 'unique within the tenant')
  .requiredOption('--name <name>', 'what people call it')
  .requiredOption('--currency <code>', 'such as EUR')
  .addOption(new Option('--currency-type <type>', 'what kind of currency it is').choices(['fiat', 'crypto']))
  .option('--storage-decimals <n>', 'decimals that amounts keep', wholeNumber(0, 18))
  .option('--display-decimals <n>', 'decimals that are always printed', wholeNumber(0, 18))
  .addOption(jsonOption())
  .action(
    ({
      json,
      tenant,
      ...request
    }: {
      json: boolean;
      tenant: TenantId;
      code: string;
      name: string;
      currency: string;
      currencyType?: 'fiat' | 'crypto';
      storageDecimals?: number;
      displayDecimals?: number;
    }) =>
      onInstallation(async ({ access, ledgering }) => {
        if (!(await access.tenant(tenant))) throw new CommandError(`there is no tenant ${tenant}`);
        const ledger = expected(await ledgering.openLedger({ tenantId: tenant, ...request }));
        print(json, ledgerRecord(ledger), `Ledger ${ledger.code}: ${ledger.id}`);
      }),
  );

const keys = program.command('keys').description('API keys, each for one ledger');
keys
  .command('create')
  .requiredOption('--ledger <id>', 'the ledger it opens', ledgerId)
  .option('--name <name>', 'what it is for')
  .option('--capability <capability>', 'what it may do beyond reading and writing; may be given again', collect, [])
  .option('--rate-limit <n>', 'requests a second', wholeNumber(1, 1_000_000))
  .addOption(jsonOption())
  .action(
    ({
      ledger: id,
      name,
      capability,
      rateLimit,
      json,
    }: {
      ledger: LedgerId;
      name?: string;
      capability: string[];
      rateLimit?: number;
      json: boolean;
    }) =>
      onInstallation(async ({ access, ledgering }) => {
        const ledger = await ledgering.ledger(id);
        if (!ledger) throw new CommandError(`there is no ledger ${id}`);
        const issued = expected(
          await access.issueKey({
            ledger,
            capabilities: capability,
            ...(name === undefined ? {} : { name }),
            ...(rateLimit === undefined ? {} : { rateLimitPerSecond: rateLimit }),
          }),
        );
        const record = {
          id: issued.id,
          ledger_id: issued.ledgerId,
          prefix: issued.prefix,
          key: issued.key,
          capabilities: issued.capabilities,
          rate_limit_per_second: issued.rateLimitPerSecond,
        };
        print(json, record, `Key ${issued.prefix}, shown this once:\n${issued.key}`);
      }),
  );
keys
  .command('list')
  .requiredOption('--ledger <id>', 'the ledger they open', ledgerId)
  .addOption(jsonOption())
  .action(({ ledger, json }: { ledger: LedgerId; json: boolean }) =>
    onInstallation(async ({ access }) => {
      const listed = (await access.listKeys(ledger)).map((key) => ({
        id: key.id,
        prefix: key.prefix,
        name: key.name,
        capabilities: key.capabilities,
        rate_limit_per_second: key.rateLimitPerSecond,
        is_active: key.isActive,
        expires_at: key.expiresAt?.toISOString() ?? null,
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
      }));
      print(
        json,
        { keys: listed },
        listed
          .map(({ prefix, name, is_active }) => `${prefix}  ${is_active ? 'active ' : 'revoked'}  ${name ?? ''}`)
          .join('\n'),
      );
    }),
  );
keys
  .command('revoke')
  .requiredOption('--key <id or prefix>', 'the key to revoke')
  .addOption(jsonOption())
  .action(({ key, json }: { key: string; json: boolean }) =>
    onInstallation(async ({ access }) => {
      const revoked = expected(await access.revokeKey(key));
      print(json, { id: revoked.id, prefix: revoked.prefix, is_active: false }, `Key ${revoked.prefix} is revoked.`);
    }),
  );

const members = program
  .command('strings')
  .description('groups of ledgers')
  .command('members')
  .description('the ledgers of a string');
for (const action of ['add', 'remove'] as const)
  members
    .command(action)
    .requiredOption('--tenant <id>', 'whose string it is', tenantId)
    .requiredOption('--string <code>', 'the code of the string')
    .requiredOption('--ledger <id or code>', 'a ledger of the same tenant')
    .addOption(jsonOption())
    .action(({ tenant, string, ledger, json }: { tenant: TenantId; string: string; ledger: string; json: boolean }) =>
      onInstallation(async ({ strings: { administration } }) => {
        const change = action === 'add' ? administration.addMember : administration.removeMember;
        const member = expected(await change(tenant, string, ledger));
        const record = { string, ledger_id: member.id, ledger_code: member.code, is_member: action === 'add' };
        print(json, record, `${member.code} is ${action === 'add' ? 'a' : 'no longer a'} member of ${string}.`);
      }),
    );

program
  .command('rates')
  .description('exchange rates for conversions that bring none')
  .command('set')
  .requiredOption('--base <currency>', 'the source currency', currency)
  .requiredOption('--quote <currency>', 'the target currency', currency)
  .requiredOption('--rate <rate>', 'units of the quote for one of the base', positiveDecimal)
  .addOption(jsonOption())
  .action(({ base, quote, rate, json }: { base: string; quote: string; rate: string; json: boolean }) =>
    onInstallation(async ({ strings }) => {
      await strings.setRate(base, quote, rate);
      print(json, { base, quote, rate }, `1 ${base} = ${rate} ${quote}`);
    }),
  );

program
  .command('verify')
  .description('re-derive everything that must always be true')
  .option('--ledger <id>', 'only this ledger', ledgerId)
  .addOption(jsonOption())
  .action(({ ledger, json }: { ledger?: LedgerId; json: boolean }) =>
    onInstallation(async ({ ledgering }) => {
      const report = await ledgering.verify(ledger);
      const { ledgers: count, transactions, entries, events, milliseconds } = report;
      const lines = [
        ...report.checks.map(({ name, findings }) => `${findings === 0 ? 'holds ' : 'BROKEN'}  ${name}`),
        ...report.findings.map((finding) => `  ${finding.check}: ${finding.where}: ${finding.detail}`),
        `${count} ledgers, ${transactions} transactions, ${entries} entries, ${events} events in ${(milliseconds / 1000).toFixed(1)} s: ${report.ok ? 'everything holds' : `${report.findings.length} findings`}.`,
      ];
      print(json, report, lines.join('\n'));
      if (!report.ok) process.exitCode = 1;
    }),
  );

program
  .command('bench')
  .description('measure this machine against the targets, on a database of its own that is removed afterwards')
  .option('--quick', 'one short round, in under a minute', false)
  .addOption(
    new Option('--only <part>', 'one part alone, in its full size, which takes up to 15 minutes').choices(benchParts),
  )
  .option('--seconds <n>', 'measured seconds of each row', wholeNumber(minBenchSeconds, maxBenchSeconds))
  .option('--seed <n>', 'repeat the accounts and amounts of an earlier run', wholeNumber(0, maxBenchSeed))
  .option('--json <file>', 'write the figures there')
  .action((options: BenchOptions) => bench(options));

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
