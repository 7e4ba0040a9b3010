/**
 * `ledger demo`: creates a tenant to try things with, or with `--profile` the books of a business over several months.
 */
import { Option, type Command } from 'commander';
import { refused } from '../../kernel/refusal';
import { dayInUtc, type Day } from '../../kernel/time';
import { demoCapabilities, demoOnRequest } from '../demo';
import {
  makeProfile,
  maxMonths,
  maxSeed,
  profileNames,
  type MadeProfile,
  type OpenedProfile,
  type ProfileName,
} from '../../../packages/demo-books/src';
import { day, wholeNumber } from './arguments';
import { createProgressLine } from './progress';
import { CommandError, counted, jsonOption, type Shell } from './run';
import { table } from './table';

interface Asked {
  readonly json: boolean;
  readonly profile?: ProfileName;
  readonly months?: number;
  readonly seed?: number;
  readonly until?: Day;
}

const defaultMonths = 12;
const defaultSeed = 1;
/** The earliest day on which the demo's books may end. */
const earliestUntil = '2000-01-01';

export const addDemoCommand = (program: Command, shell: Shell): void => {
  program
    .command('demo')
    .description('create a demo tenant: ledgers, a string that connects them, and keys, which are shown once')
    .addOption(
      new Option('--profile <name>', 'create the books of a business instead, in a separate tenant').choices(
        profileNames,
      ),
    )
    .option(
      '--months <n>',
      `with --profile: calendar months of books (default: ${defaultMonths})`,
      wholeNumber(1, maxMonths),
    )
    .option(
      '--seed <n>',
      `with --profile: the same number gives the same books (default: ${defaultSeed})`,
      wholeNumber(0, maxSeed),
    )
    .option('--until <day>', 'with --profile: the last day of the books (default: today, or as in the first run)', day)
    .addOption(jsonOption())
    .action(async (asked: Asked) => {
      const { profile, months, seed, until } = asked;
      if (profile !== undefined) return makeBusiness(shell, profile, asked);
      if (months !== undefined || seed !== undefined || until !== undefined)
        throw new CommandError(`--months, --seed and --until are for --profile ${profileNames.join('|')}.`);
      return makeDemo(shell, asked.json);
    });
};

const makeDemo = ({ onInstallation, config, print }: Shell, json: boolean): Promise<void> =>
  onInstallation((installation) =>
    demoOnRequest(installation, config(), ({ tenantId, ledgers, keys }) => {
      const lines = Object.entries(ledgers).map(([code, id]) => keyLine(code, id, keys[code], demoCapabilities));
      print(json, { tenant_id: tenantId, ledgers, keys }, [`Tenant demo: ${tenantId}`, ...lines].join('\n'));
    }),
  );

/** Without its text, a key cannot be shown, so the line says how to create another one with the same rights. */
const keyLine = (code: string, ledgerId: string, key: string | undefined, capabilities: readonly string[]): string => {
  const rights = capabilities.map((capability) => ` --capability ${capability}`).join('');
  return `${code}  ${ledgerId}  ${key ?? `its key was shown when it was created, and cannot be shown again. If you do not have it, create another: npx ledger keys create --ledger ${ledgerId}${rights}`}`;
};

const makeBusiness = async (shell: Shell, profile: ProfileName, asked: Asked): Promise<void> => {
  const { onInstallation, print, clock, streams } = shell;
  const { months = defaultMonths, seed = defaultSeed, until, json } = asked;
  const today = dayInUtc(clock.now());
  if (until !== undefined && (until > today || until < earliestUntil))
    throw new CommandError(`--until must be a day from ${earliestUntil} to today, ${today}.`);
  const progress = createProgressLine(
    shell,
    streams.stderr.isTTY === true,
    (share: number) => `Creating the books: ${Math.floor(100 * share)} %`,
  );
  const outcome = await onInstallation(async (installation) => {
    // The command itself posts accepted transactions and expires holds, whether or not a service runs on the same database.
    installation.poster.start();
    try {
      const wanted = { profile, months, seed, ...(until && { until }) };
      return await makeProfile(installation, wanted, today, {
        // A person reads the keys before the books are created, because an interrupted run would lose them.
        onOpened: (opened) => (json ? undefined : print(false, {}, openedText(opened))),
        onProgress: (done, all) => progress.tell(done / all),
      });
    } finally {
      progress.end();
      await installation.poster.stop();
    }
  });
  if (refused(outcome)) throw new CommandError(otherwiseSentence(outcome.left));
  print(json, recordOf(outcome.right), countsText(outcome.right));
};

const otherwiseSentence = ({
  tenant,
  terms,
}: {
  readonly tenant: string;
  readonly terms: MadeProfile['terms'] | undefined;
}): string =>
  terms
    ? `The tenant ${tenant} has the books of --months ${terms.months} --seed ${terms.seed} --until ${terms.until} already. Repeat the command with these options, or use another database for other books.`
    : `The tenant ${tenant} has books that this command did not create. Use another database for the demo.`;

/** The plural of each kind of record that the command creates, for its report. */
const words = {
  open: 'accounts of customers',
  post: 'postings',
  settle: 'settlements',
  release: 'releases',
  reverse: 'reversals',
  void: 'voids',
  convert: 'conversions',
  transfer: 'transfers',
  lock: 'period_locks',
} as const;

const recordOf = ({ tenantId, tenant, terms, ledgers, counts }: MadeProfile): object => ({
  tenant_id: tenantId,
  tenant,
  ...terms,
  ledgers: Object.fromEntries([...ledgers].map(([code, { id }]) => [code, id])),
  keys: Object.fromEntries([...ledgers].flatMap(([code, { key }]) => (key === undefined ? [] : [[code, key]]))),
  counts: Object.fromEntries(
    Object.entries(words).map(([kind, word]) => [word.replaceAll(' ', '_'), counts[kind as keyof typeof words]]),
  ),
});

const openedText = ({ tenantId, tenant, title, terms, ledgers }: OpenedProfile): string =>
  [
    `Tenant ${tenant}: ${tenantId}`,
    `${title}, ${counted(terms.months, 'month')} ending ${terms.until}, seed ${terms.seed}.`,
    ...[...ledgers].map(([code, { id, key, capabilities }]) => keyLine(code, id, key, capabilities)),
    '',
  ].join('\n');

const countsText = ({ counts }: MadeProfile): string => {
  const rows = Object.entries(words).map(([kind, word]): string[] => {
    const { made, found } = counts[kind as keyof typeof words];
    return [word.replaceAll('_', ' '), String(made), String(found)];
  });
  return table(['kind', 'created', 'already there'], rows);
};
