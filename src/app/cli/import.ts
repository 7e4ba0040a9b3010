/** `ledger import`: imports the journal of another program, or of another ledger (docs/use/import.md). */
import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { Option, type Command } from 'commander';
import {
  importActor,
  importFormats,
  importJournal,
  isStream,
  openSource,
  rejectedFileAt,
  type ImportFormat,
  type Summary,
} from '../../../packages/import/src';
import { newId } from '../../kernel/ids';
import { usualScopes, type Principal } from '../../kernel/principal';
import { refused } from '../../kernel/refusal';
import type { Ledger } from '../../modules/ledgering';
import { terminalText } from '../terminal-text';
import { ledgerNamed } from './choose';
import { addExplainCommand } from './import-explain';
import { mapIn } from './import-map';
import { createProgressLine, importProgressText } from './progress';
import { CommandError, counted, jsonOption, tenantOption, type Shell } from './run';

interface Importing {
  readonly ledger: string;
  readonly tenant?: string;
  readonly format?: ImportFormat;
  readonly map?: string;
  readonly dryRun: boolean;
  readonly newRows: boolean;
  readonly allOrNothing: boolean;
  readonly rejected?: string;
  readonly progress: boolean;
  readonly json: boolean;
}

type Asked = Omit<Importing, 'ledger'> & Partial<Pick<Importing, 'ledger'>>;

/** The command's connections: one to post, one to read, and two for the poster and for the expiry of holds. */
const maxImportConnections = 4;
const maxToldRejections = 10;

export const addImportCommand = (program: Command, shell: Shell): void => {
  const command: Command = program
    .command('import')
    .description('post the transactions in a file; a second run posts only the new ones')
    .argument('<file>', 'the file, or - for standard input')
    .option('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .addOption(
      new Option('--format <format>', 'the format of the file (default: recognised from its content)').choices(
        importFormats,
      ),
    )
    .option('--map <file>', 'a JSON file that describes the columns, accounts and currencies of the file')
    .option('--dry-run', 'show what would be done, and do nothing', false)
    .option(
      '--new-rows',
      'post every row of the CSV or statement, even one that equals a row of an earlier file; importing the same file again posts its rows again',
      false,
    )
    .option('--all-or-nothing', 'try the whole file first, and post it only if no row would be rejected', false)
    .option('--rejected <file>', 'where to write rejected rows (default: <file>.rejected)')
    .option('--progress', 'show progress even if standard error is not a terminal', false)
    .addOption(jsonOption())
    .action((file: string, options: Asked) => {
      // Commander cannot require `--ledger`, because the subcommand `explain` works without a ledger.
      const { ledger } = options;
      if (ledger === undefined) command.error("error: required option '--ledger <id or code>' not specified");
      return importFile(shell, file, { ...options, ledger });
    });
  addExplainCommand(command, shell);
};

const importFile = async (shell: Shell, file: string, options: Importing): Promise<void> => {
  const { onInstallation, untilTold, print, clock, streams } = shell;
  const { json, dryRun: isDryRun, newRows: hasNewRows, allOrNothing: isAllOrNothing, format } = options;
  const map = mapIn(options.map);
  const rejectedPath = options.rejected ?? (file === '-' ? 'stdin.rejected' : `${file}.rejected`);
  const opened = await openSource(file, streams.stdin);
  if (refused(opened)) throw new CommandError(opened.left.message);
  const source = opened.right;
  const progress = createProgressLine(
    shell,
    options.progress || streams.stderr.isTTY === true,
    importProgressText(clock),
  );
  try {
    if (!isDryRun) beWritable(rejectedPath, options.rejected !== undefined);
    const summary = await onInstallation(async (installation) => {
      const ledger = await ledgerNamed(installation, options.ledger, options.tenant);
      const { routes, ledgering, poster } = installation;
      // The command itself posts the transactions that it accepts, whether or not a service runs.
      if (!isDryRun) poster.start();
      try {
        return await untilTold((ended) =>
          importJournal({
            ...{ source, format, map, routes, isDryRun, hasNewRows, isAllOrNothing, ended, clock },
            rejectedTo: rejectedFileAt(rejectedPath),
            caller: callerFor(ledger),
            accountsNamed: (ledgerIds, codes) => ledgering.accountsNamed(ledgerIds, codes),
            onProgress: progress.tell,
          }),
        );
      } finally {
        if (!isDryRun) await poster.stop();
      }
    }, maxImportConnections);
    progress.end();
    if (refused(summary)) throw new CommandError(summary.left.message);
    const { rejected, assertionsFailed } = summary.right;
    print(json, recordOf(summary.right), sentencesOf(summary.right, isAllOrNothing && !isDryRun, hasNewRows));
    if (rejected > 0 || assertionsFailed > 0) shell.exitWith(1);
  } finally {
    progress.end();
    await source.close();
  }
};

/**
 * Checks that the file of rejected rows can be written before anything is posted: otherwise rejected rows and their reasons would be lost.
 */
const beWritable = (rejectedPath: string, isGiven: boolean): void => {
  const isThere = lstatSync(rejectedPath, { throwIfNoEntry: false }) !== undefined;
  if (isGiven && isThere && !isStream(rejectedPath))
    throw new CommandError(
      `${rejectedPath} already exists, and rejected rows never overwrite a file: name another file with --rejected. Nothing was imported.`,
    );
  try {
    accessSync(isStream(rejectedPath) ? rejectedPath : dirname(rejectedPath), constants.W_OK);
  } catch (error) {
    const why = (error as Error).message;
    throw new CommandError(
      `Rejected rows could not be written: ${why}. Name another file with --rejected. Nothing was imported.`,
    );
  }
};

/** Returns a caller without an API key, so the log shows the import as the actor. */
const callerFor = ({ id, tenantId, denomination, timeZone }: Ledger): Principal => ({
  ...{ ledgerId: id, tenantId, denomination, timeZone },
  callerId: newId<'key'>(),
  actor: importActor,
  scopes: usualScopes,
  capabilities: new Set(),
});

const recordOf = (summary: Summary): object => ({
  format: summary.format,
  dry_run: summary.isDryRun,
  read: summary.read,
  posted: summary.posted,
  posted_before: summary.replayed,
  untried: summary.untried,
  left_out: summary.leftOut,
  rejected: summary.rejected,
  accounts_opened: summary.accountsOpened,
  journals_opened: summary.journalsOpened,
  assertions_checked: summary.assertionsChecked,
  assertions_failed: summary.assertionsFailed,
  rejections: summary.rejections,
  remarks: summary.remarks,
  rejected_file: summary.rejectedFile,
  seconds: Number(summary.seconds.toFixed(3)),
});

const sentencesOf = (summary: Summary, isAllOrNothing: boolean, hasNewRows: boolean): string => {
  const { isDryRun, read, posted, replayed, untried, leftOut, rejected, rejections, remarks, seconds } = summary;
  const would = isDryRun ? 'would be ' : '';
  const rate = Math.round((posted + replayed) / Math.max(seconds, 0.001));
  const lines = [
    `${counted(read, 'transaction')} read: ${posted} ${would}posted, ${replayed} ${isDryRun ? 'are' : 'were'} already posted, ${leftOut} left out, ${rejected} rejected.`,
    `${counted(summary.accountsOpened, 'account')} and ${counted(summary.journalsOpened, 'journal')} ${would}opened. ${seconds.toFixed(1)} s, ${rate} transactions per second.`,
  ];
  if (untried > 0)
    lines.push(
      `Not tried: ${counted(untried, 'transaction')} that the ledger can try only after others in the file are posted. Each balances, but the ledger may still reject it.`,
    );
  if (isDryRun && isAllOrNothing)
    lines.push('Nothing was posted, because some rows would be rejected. Correct them, and import the file again.');
  else if (isDryRun)
    lines.push(
      'Each batch of 100 was tried on the ledger as if the earlier batches had been posted. Nothing was written.',
    );
  if (summary.assertionsChecked > 0)
    lines.push(
      `Balances that the file asserts: ${summary.assertionsChecked} compared with the ledger, ${summary.assertionsFailed} different.`,
    );
  for (const { line, message, times } of remarks)
    lines.push(
      `Note: ${message}${line > 0 ? ` (${times === 1 ? 'line' : `${times} times, first in line`} ${line})` : ''}`,
    );
  const told = rejections.slice(0, maxToldRejections);
  for (const { line, code, message, times } of told)
    lines.push(
      `Rejected: ${line > 0 ? `line ${line}: ` : ''}${code}: ${message}${times > 1 ? ` (${times} times, first in line ${line})` : ''}`,
    );
  const more = rejected - told.reduce((sum, { times }) => sum + times, 0);
  if (more > 0) lines.push(`and ${more} more.`);
  if (summary.rejectedFile !== null)
    lines.push(`Rejected rows are in ${summary.rejectedFile}. ${cureOf(summary, hasNewRows)}`);
  return lines.map(terminalText).join('\n');
};

const cureOf = ({ format }: Summary, hasNewRows: boolean): string => {
  if (hasNewRows) return 'Correct them there, and import only that file, again with --new-rows.';
  if (format === 'gnucash') return 'Correct them in GnuCash, and import the book again.';
  return 'Correct them in the original file, and import it again: posted rows are recognised. Import the rejected rows alone only if none of them equals a posted row.';
};
