/** `ledger serve`, `ledger migrate`, `ledger distribute`, `ledger move`. */
import type { Command } from 'commander';
import { defaultShards, distribute } from '../../kernel/postgres/distribute';
import { moveLedger, type MoveReport } from '../../kernel/postgres/move';
import { migrate } from '../../kernel/postgres/migrate';
import { main } from '../main';
import { wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { CommandError, counted, jsonOption, leftWhenEnded, tenantOption, type Shell } from './run';

export const addServiceCommands = (program: Command, shell: Shell): void => {
  const { clock, withAnyPepper, onDatabase, print } = shell;
  program
    .command('serve')
    .description('start the service')
    .option('--no-migrate', 'do not run migrations first')
    .option(
      '--memory',
      'for tests: keep everything in memory, without PostgreSQL; the data is lost when the process ends',
      false,
    )
    .action(async (options: { migrate: boolean; memory: boolean }) => shell.exitWith(await main(shell, options)));

  program
    .command('migrate')
    .description('run the migrations of the database')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      onDatabase(true, async (url, _, ended) => {
        const { applied } = await leftWhenEnded(ended, migrate(url));
        print(json, { applied }, applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`);
      }),
    );

  program
    .command('distribute')
    .description(
      'spread the ledgers over the nodes of a Citus cluster, in one transaction: migrate first, then stop every process of the service; a second run distributes only new tables',
    )
    .option('--check', 'show the obstacles, or the steps, without doing anything', false)
    .option(
      '--shards <n>',
      'the number of shards for the ledgers, which is also the maximum number of nodes; only the first run sets it',
      wholeNumber(1, 4_096),
      defaultShards,
    )
    .addOption(jsonOption())
    .action(({ json, ...options }: { json: boolean; check: boolean; shards: number }) =>
      onDatabase(false, async (url, _, ended) => {
        const { obstacles, steps } = await leftWhenEnded(ended, distribute(url, options));
        if (obstacles.length > 0) throw new Error(obstacles.join('\n'));
        const done = options.check ? 'To be done:' : 'Done:';
        print(json, { steps }, steps.length === 0 ? 'Nothing to do.' : [done, ...steps].join('\n'));
      }),
    );

  program
    .command('move')
    .description(
      'move a ledger, and the ledgers stored with it, to another node of a Citus cluster; their writes wait meanwhile',
    )
    .requiredOption('--ledger <id or code>', 'the ledger')
    .requiredOption('--to-node <host:port>', 'the node to move the ledger to, as the cluster names it')
    .addOption(tenantOption())
    .option('--check', 'show the obstacles, or the steps, without doing anything', false)
    .addOption(jsonOption())
    .action(async ({ json, check, toNode, ledger: named, tenant }: Moving) => {
      const { id, code } = await withAnyPepper((installation) => ledgerNamed(installation, named, tenant));
      await onDatabase(false, async (url, _, ended) => {
        const moving = moveLedger(url, { ledgerId: id, toNode, check }, clock);
        const { obstacles, ...report } = await leftWhenEnded(ended, moving);
        if (obstacles.length > 0) throw new CommandError(obstacles.join('\n'));
        print(json, { ledger_id: id, ...report, to: toNode }, movedSentence(code, toNode, check, report));
      });
    });
};

interface Moving {
  readonly json: boolean;
  readonly check: boolean;
  readonly ledger: string;
  readonly toNode: string;
  readonly tenant?: string;
}

/** The maximum number of ledgers that are printed; the JSON output contains all of them. */
const maxToldLedgers = 10;

const movedSentence = (
  code: string,
  toNode: string,
  check: boolean,
  { from, others: { count, first }, size, steps }: Omit<MoveReport, 'obstacles'>,
): string => {
  const told = first.slice(0, maxToldLedgers).map((other) => other.code);
  const more = count > told.length ? ` and ${count - told.length} more` : '';
  const along =
    count === 0
      ? 'without other ledgers'
      : `together with ${counted(count, 'other ledger')}: ${told.join(', ')}${more}`;
  if (steps.length === 0) return `Nothing to do: ledger ${code} is already on ${toNode}, ${along}`;
  const what = `Ledger ${code} ${check ? 'would be moved' : 'was moved'} from ${from} to ${toNode}, ${size}, ${along}`;
  return [what, check ? 'To be done:' : 'Done:', ...steps].join('\n');
};
