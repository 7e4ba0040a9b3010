/** `ledger ledgers`: creates, changes and lists the ledgers of a tenant. */
import { Option, type Command } from 'commander';
import type { Ledger, NewCurrency } from '../../modules/ledgering';
import { wholeNumber } from './arguments';
import { ledgerNamed, tenantColumn, tenantNamed } from './choose';
import { expected, jsonOption, maxListed, tenantOption, type Shell } from './run';
import { listed } from './table';

interface Creation extends NewCurrency {
  readonly json: boolean;
  readonly tenant: string;
  readonly code: string;
  readonly name: string;
  readonly timeZone?: string;
  readonly fiscalYearStart?: string;
  readonly testClock?: boolean;
}

interface Correction extends NewCurrency {
  readonly json: boolean;
  readonly tenant?: string;
  readonly ledger: string;
}

interface Relocation {
  readonly json: boolean;
  readonly tenant?: string;
  readonly ledger: string;
  readonly timeZone: string;
}

interface YearChange extends Omit<Relocation, 'timeZone'> {
  readonly start: string;
}

/** Adds the options for the ledger's currency and decimals. */
const withCurrencyOptions = (command: Command): Command =>
  command
    .requiredOption('--currency <code>', 'the code of the currency, such as EUR')
    .addOption(new Option('--currency-type <type>', 'the kind of currency').choices(['fiat', 'crypto']))
    .option('--storage-decimals <n>', 'the number of stored decimals', wholeNumber(0, 18))
    .option('--display-decimals <n>', 'the minimum number of displayed decimals', wholeNumber(0, 18));

export const addLedgerCommands = (program: Command, { withAnyPepper, print }: Shell): void => {
  const ledgers = program.command('ledgers').description("a tenant's sets of books");

  withCurrencyOptions(ledgers.command('create'))
    .description('create a ledger; its currency and decimals are fixed by its first transaction')
    .requiredOption('--tenant <id or name>', 'the tenant of the ledger')
    .requiredOption('--code <code>', 'the code of the ledger, unique within the tenant')
    .requiredOption('--name <name>', 'the name of the ledger')
    .option('--time-zone <name>', "the time zone of the ledger's days, such as Europe/Zurich (default: UTC)")
    .option('--fiscal-year-start <MM-DD>', "the first day of the ledger's fiscal year (default: 01-01)")
    .option('--test-clock', "let the ledger's time be moved ahead, to test programs that use the ledger")
    .addOption(jsonOption())
    .action(({ json, tenant, testClock = false, ...request }: Creation) =>
      withAnyPepper(async (installation) => {
        const { id: tenantId } = await tenantNamed(installation, tenant);
        const ledger = expected(
          await installation.ledgering.openLedger({ tenantId, ...request, hasTestClock: testClock }),
        );
        print(json, recordOf(ledger), `Ledger ${ledger.code}: ${ledger.id}`);
      }),
    );

  withCurrencyOptions(ledgers.command('correct-currency'))
    .description('change the currency of a ledger that has no transactions yet')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(({ json, tenant, ledger: named, ...currency }: Correction) =>
      withAnyPepper(async (installation) => {
        const { id } = await ledgerNamed(installation, named, tenant);
        const ledger = expected(await installation.ledgering.correctCurrency(id, currency));
        print(json, recordOf(ledger), `Ledger ${ledger.code} now has the currency ${ledger.denomination.currency}.`);
      }),
    );

  ledgers
    .command('set-time-zone')
    .description('change the time zone of a ledger; posted transactions keep their day')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .requiredOption('--time-zone <name>', 'the IANA name, such as Europe/Zurich')
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(({ json, tenant, ledger: named, timeZone }: Relocation) =>
      withAnyPepper(async (installation) => {
        const { id } = await ledgerNamed(installation, named, tenant);
        const ledger = expected(await installation.ledgering.changeCalendar(id, { timeZone }));
        print(json, recordOf(ledger), `The days of ledger ${ledger.code} now begin at midnight in ${ledger.timeZone}.`);
      }),
    );

  ledgers
    .command('set-fiscal-year')
    .description('change the first day of the fiscal year of a ledger')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .requiredOption('--start <MM-DD>', 'the month and the day, such as 04-01')
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(({ json, tenant, ledger: named, start }: YearChange) =>
      withAnyPepper(async (installation) => {
        const { id } = await ledgerNamed(installation, named, tenant);
        const ledger = expected(await installation.ledgering.changeCalendar(id, { fiscalYearStart: start }));
        print(json, recordOf(ledger), `The fiscal year of ledger ${ledger.code} begins on ${ledger.fiscalYearStart}.`);
      }),
    );

  ledgers
    .command('list')
    .description('list all ledgers, by code')
    .option('--tenant <id or name>', 'only the ledgers of this tenant')
    .addOption(jsonOption())
    .action(({ tenant, json }: { tenant?: string; json: boolean }) =>
      withAnyPepper(async (installation) => {
        const owner = tenant === undefined ? {} : { tenantId: (await tenantNamed(installation, tenant)).id };
        const found = await installation.ledgering.findLedgers({ ...owner, limit: maxListed + 1 });
        print(
          json,
          ...listed({
            of: 'ledgers',
            found,
            record: recordOf,
            columns: {
              CODE: ({ code }) => code,
              ID: ({ id }) => id,
              CURRENCY: ({ denomination }) => denomination.currency,
              NAME: ({ name }) => name,
              TENANT: await tenantColumn(installation, found),
            },
          }),
        );
      }),
    );
};

const recordOf = ({ id, tenantId, code, name, currencyType, denomination, ...rest }: Ledger): object => ({
  id,
  tenant_id: tenantId,
  code,
  name,
  currency: denomination.currency,
  currency_type: currencyType,
  storage_decimals: denomination.storageDecimals,
  display_decimals: denomination.displayDecimals,
  time_zone: rest.timeZone,
  fiscal_year_start: rest.fiscalYearStart,
  test_clock: rest.testClockMs !== null,
});
