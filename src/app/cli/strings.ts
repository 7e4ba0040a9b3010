/** `ledger strings` and `ledger rates`: manage groups of ledgers, and the rates between their currencies. */
import type { Command } from 'commander';
import { currency, positiveDecimal } from './arguments';
import { ledgerNamed, tenantColumn, tenantNamed } from './choose';
import { expected, jsonOption, maxListed, type Shell } from './run';
import { minuteOf, listed } from './table';

interface MemberChange {
  readonly tenant: string;
  readonly string: string;
  readonly ledger: string;
  readonly json: boolean;
}

export const addStringCommands = (program: Command, { withAnyPepper, print }: Shell): void => {
  const strings = program.command('strings').description('groups of ledgers');

  strings
    .command('list')
    .description('list all strings with their ledgers, by code')
    .option('--tenant <id or name>', 'only the strings of this tenant')
    .addOption(jsonOption())
    .action(({ tenant, json }: { tenant?: string; json: boolean }) =>
      withAnyPepper(async (installation) => {
        const owner = tenant === undefined ? undefined : await tenantNamed(installation, tenant);
        const found = await installation.strings.administration.strings(owner?.id, maxListed + 1);
        print(
          json,
          ...listed({
            of: 'strings',
            found,
            record: ({ id, tenantId, code, name, isActive, members }) => ({
              id,
              tenant_id: tenantId,
              code,
              name,
              is_active: isActive,
              ledgers: members.map((member) => ({ id: member.id, code: member.code })),
            }),
            columns: {
              CODE: ({ code }) => code,
              STATE: ({ isActive }) => (isActive ? 'active' : 'inactive'),
              LEDGERS: ({ members }) => members.map(({ code }) => code).join(' '),
              NAME: ({ name }) => name,
              TENANT: await tenantColumn(installation, found),
            },
          }),
        );
      }),
    );

  const members = strings.command('members').description('the ledgers of a string');
  for (const action of ['add', 'remove'] as const)
    members
      .command(action)
      .description(action === 'add' ? 'add a ledger to a string' : 'remove a ledger from a string')
      .requiredOption('--tenant <id or name>', 'the tenant of the string')
      .requiredOption('--string <code>', 'the code of the string')
      .requiredOption('--ledger <id or code>', 'a ledger of the same tenant')
      .addOption(jsonOption())
      .action(({ tenant, string, ledger, json }: MemberChange) =>
        withAnyPepper(async (installation) => {
          const { id, tenantId } = await ledgerNamed(installation, ledger, tenant);
          const { administration } = installation.strings;
          const change = action === 'add' ? administration.addMember : administration.removeMember;
          const member = expected(await change(tenantId, string, id));
          const record = { string, ledger_id: member.id, ledger_code: member.code, is_member: action === 'add' };
          print(json, record, `${member.code} is ${action === 'add' ? 'a' : 'no longer a'} member of ${string}.`);
        }),
      );
};

export const addRateCommands = (program: Command, { withAnyPepper, print }: Shell): void => {
  const rates = program.command('rates').description('exchange rates, for conversions that specify no rate');

  rates
    .command('set')
    .description('set a rate, valid for a day')
    .requiredOption('--base <currency>', 'the source currency', currency)
    .requiredOption('--quote <currency>', 'the target currency', currency)
    .requiredOption(
      '--rate <rate>',
      'the number of units of the quote currency that one unit of the base currency is worth',
      positiveDecimal,
    )
    .addOption(jsonOption())
    .action(({ base, quote, rate, json }: { base: string; quote: string; rate: string; json: boolean }) =>
      withAnyPepper(async ({ strings }) => {
        expected(await strings.setRate(base, quote, rate));
        print(json, { base, quote, rate }, `1 ${base} = ${rate} ${quote}`);
      }),
    );

  rates
    .command('list')
    .description('list the rates, and when each was set')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withAnyPepper(async ({ strings }) =>
        print(
          json,
          ...listed({
            of: 'rates',
            found: await strings.rates(maxListed + 1),
            record: ({ base, quote, rate, setAt }) => ({ base, quote, rate, set_at: setAt.toISOString() }),
            columns: {
              BASE: ({ base }) => base,
              QUOTE: ({ quote }) => quote,
              RATE: ({ rate }) => rate,
              SET: ({ setAt }) => minuteOf(setAt),
            },
          }),
        ),
      ),
    );
};
