/** `ledger ledgers`: the sets of books of a tenant. */
import { Option, type Command } from 'commander';
import type { Ledger } from '../../modules/ledgering';
import { wholeNumber } from './arguments';
import { tenantNamed } from './choose';
import { expected, jsonOption, maxListed, onInstallation, print } from './run';
import { printList } from './table';

interface Creation {
  readonly json: boolean;
  readonly tenant: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly currencyType?: 'fiat' | 'crypto';
  readonly storageDecimals?: number;
  readonly displayDecimals?: number;
}

export const addLedgerCommands = (program: Command): void => {
  const ledgers = program.command('ledgers').description('the sets of books of a tenant');

  ledgers
    .command('create')
    .description('open a ledger; its currency and decimals stay what they are')
    .requiredOption('--tenant <id or name>', 'whose ledger it is')
    .requiredOption('--code <code>', 'unique within the tenant')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--currency <code>', 'such as EUR')
    .addOption(new Option('--currency-type <type>', 'what kind of currency it is').choices(['fiat', 'crypto']))
    .option('--storage-decimals <n>', 'decimals that amounts keep', wholeNumber(0, 18))
    .option('--display-decimals <n>', 'decimals that are always printed', wholeNumber(0, 18))
    .addOption(jsonOption())
    .action(({ json, tenant, ...request }: Creation) =>
      onInstallation(async (installation) => {
        const { id: tenantId } = await tenantNamed(installation, tenant);
        const ledger = expected(await installation.ledgering.openLedger({ tenantId, ...request }));
        print(json, recordOf(ledger), `Ledger ${ledger.code}: ${ledger.id}`);
      }),
    );

  ledgers
    .command('list')
    .description('all ledgers, by code')
    .option('--tenant <id or name>', 'only the ledgers of this tenant')
    .addOption(jsonOption())
    .action(({ tenant, json }: { tenant?: string; json: boolean }) =>
      onInstallation(async (installation) => {
        const owner = tenant === undefined ? {} : { tenantId: (await tenantNamed(installation, tenant)).id };
        printList(json, {
          of: 'ledgers',
          found: await installation.ledgering.findLedgers({ ...owner, limit: maxListed + 1 }),
          record: recordOf,
          columns: {
            CODE: ({ code }) => code,
            ID: ({ id }) => id,
            CURRENCY: ({ denomination }) => denomination.currency,
            NAME: ({ name }) => name,
            TENANT: ({ tenantId }) => tenantId,
          },
        });
      }),
    );
};

const recordOf = ({ id, tenantId, code, name, currencyType, denomination }: Ledger): object => ({
  id,
  tenant_id: tenantId,
  code,
  name,
  currency: denomination.currency,
  currency_type: currencyType,
  storage_decimals: denomination.storageDecimals,
  display_decimals: denomination.displayDecimals,
});
