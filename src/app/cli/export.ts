/**
 * `ledger export`: writes the journal of a ledger, as GET /exports/journal returns it, to a file or to the next
 * program.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Option, type Command } from 'commander';
import type { KeyId } from '../../kernel/ids';
import type { Day } from '../../kernel/time';
import { journalFormatNames, type ExportQuestion, type JournalFile } from '../../modules/reports';
import type { Output } from '../runtime';
import { terminalLines } from '../terminal-text';
import { day } from './arguments';
import { ledgerNamed } from './choose';
import { write } from './events';
import { CommandError, expected, tenantOption, type Shell } from './run';

interface Exporting {
  readonly ledger: string;
  readonly tenant?: string;
  readonly format: ExportQuestion['format'];
  readonly from?: Day;
  readonly to?: Day;
  readonly output?: string;
}

export const addExportCommand = (program: Command, { withAnyPepper, untilTold, streams }: Shell): void => {
  program
    .command('export')
    .description('print the journal of a ledger: every transaction in force, in the order of posting')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .addOption(
      new Option('--format <format>', 'the format of the journal').choices(journalFormatNames).makeOptionMandatory(),
    )
    .option('--from <day>', 'only transactions effective on or after this day', day)
    .option('--to <day>', 'only transactions effective on or before this day', day)
    .option('--output <file>', 'where to write it (default: standard output)')
    .addOption(new Option('--json', 'accepted as in every command; --format determines the output').default(false))
    .action(({ ledger, tenant, output, ...question }: Exporting) =>
      withAnyPepper(async ({ journalExports, ...directory }) => {
        const { id: ledgerId, tenantId } = await ledgerNamed(directory, ledger, tenant);
        await untilTold(async (ended) => {
          const caller = { callerId: operator, tenantId, ledgerId };
          const { text } = expected(await journalExports.open(caller, question, ended));
          await (output === undefined ? printed(text, streams.stdout, ended) : written(text, output, ended));
        });
      }),
    );
};

/** The command has no API key, so this constant replaces the id of the key that opens an export. */
const operator = 'operator' as KeyId;

/** Prints until the text ends or its reader stops reading: a reader such as `head` that closes its input causes no error. */
const printed = async (text: JournalFile['text'], stdout: Output, ended: AbortSignal): Promise<void> => {
  for await (const piece of text) {
    if (ended.aborted) return;
    // A file or a program receives the format's bytes unchanged; a terminal receives them without control characters.
    await write(stdout, stdout.isTTY ? terminalLines(piece) : piece, ended);
  }
};

const ownFileMode = 0o600;

/**
 * Writes a file that only its owner can read, under a temporary name until it is complete and on the disk, so that an
 * incomplete file, or the result of two exports at once, is never taken for the journal. A target that is not a regular
 * file, such as a pipe, is written directly; a symbolic link keeps pointing to its file.
 */
const written = async (text: JournalFile['text'], output: string, ended: AbortSignal): Promise<void> => {
  const file = await realpath(output).catch(() => output);
  const isFile = await stat(file).then(
    (found) => found.isFile() || found.isDirectory(),
    () => true,
  );
  const unfinished = isFile ? `${file}.${randomUUID()}.unfinished` : file;
  try {
    await pipeline(text, createWriteStream(unfinished, { flush: isFile, mode: ownFileMode }), { signal: ended });
    if (isFile) await rename(unfinished, file);
  } catch (error) {
    if (isFile) await rm(unfinished, { force: true });
    throw new CommandError(
      ended.aborted
        ? `The export was interrupted: ${output} was not written.`
        : `${output} could not be written: ${(error as Error).message}`,
      { cause: error },
    );
  }
};
