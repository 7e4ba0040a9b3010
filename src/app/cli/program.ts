/** All commands of `ledger`, and how they run: in any process, and several at once if needed. */
import { Command, CommanderError } from 'commander';
import { systemClock } from '../../kernel/running/system-clock';
import { giveUp, reasonOf } from '../reason';
import type { Output, Runtime, Streams } from '../runtime';
import { terminalLines } from '../terminal-text';
import { version } from '../version';
import { addAdminKeyCommands } from './admin-keys';
import { addBackupCommands } from './backups';
import { addCheckCommands } from './checks';
import { addDemoCommand } from './demo';
import { addDoctorCommand } from './doctor';
import { addEventCommands } from './events';
import { addImportCommand } from './import';
import { addExportCommand } from './export';
import { addKeyCommands } from './keys';
import { addLedgerCommands } from './ledgers';
import { addMcpCommand } from './mcp';
import { addOperatorCommands } from './operators';
import { addSigningKeyCommands } from './proof';
import { addRolesCommand } from './roles';
import { createShell, type Shell } from './run';
import { addServiceCommands } from './service';
import { addRateCommands, addStringCommands } from './strings';
import { addTenantCommands } from './tenants';
import { addTransactionCommands } from './transactions';
import { addWebhookCommands } from './webhooks';

/** Runs the command that the arguments name. Returns its exit code once all its output has been read. */
export const program = async (
  argv: readonly string[],
  streams: Streams,
  env: NodeJS.ProcessEnv,
  rest: Partial<Omit<Runtime, 'streams' | 'env'>> = {},
): Promise<number> => {
  const { stdout, stderr } = streams;
  // A reader that closes its input, such as `head`, is not a fault; any other error of the output is.
  let fault: Error | undefined;
  for (const output of [stdout, stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') fault ??= error;
    });
  let code = 0;
  const runtime: Runtime = {
    ...{ streams, env, clock: systemClock, log: stderr, onSignal: () => () => undefined },
    ...{ telemetry: { stop: async () => undefined } },
    ...rest,
  };
  const shell = createShell(runtime, (exitCode) => (code = exitCode));
  try {
    await createCommands(shell).parseAsync(argv, { from: 'user' });
    await taken(stdout);
    if (fault) throw new Error(`The command has run, but its output was lost: ${reasonOf(fault)}`, { cause: fault });
  } catch (error) {
    // Commander has already printed its own errors.
    code = error instanceof CommanderError ? error.exitCode : giveUp(error, stderr);
  }
  await Promise.all([taken(stdout), taken(stderr)]);
  return code;
};

const taken = (output: Output): Promise<void> => new Promise((resolve) => output.write('', () => resolve()));

/** Creates the commands; they use the given shell when they run. */
export const createCommands = (shell: Shell): Command => {
  const { stdout, stderr } = shell.streams;
  const commands = new Command('ledger')
    .description('Operates a ledger installation.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(--help shows how)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(terminalLines(text)),
      writeErr: (text) => void stderr.write(terminalLines(text)),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addServiceCommands(commands, shell);
  addRolesCommand(commands, shell);
  addBackupCommands(commands, shell);
  addDoctorCommand(commands, shell);
  addDemoCommand(commands, shell);
  addTenantCommands(commands, shell);
  addLedgerCommands(commands, shell);
  addKeyCommands(commands, shell);
  addAdminKeyCommands(commands, shell);
  addOperatorCommands(commands, shell);
  addSigningKeyCommands(commands, shell);
  addStringCommands(commands, shell);
  addRateCommands(commands, shell);
  addEventCommands(commands, shell);
  addTransactionCommands(commands, shell);
  addWebhookCommands(commands, shell);
  addMcpCommand(commands, shell);
  addImportCommand(commands, shell);
  addExportCommand(commands, shell);
  addCheckCommands(commands, shell);
  return commands;
};

const usualWidth = 80;
const widthOf = ({ isTTY, columns }: Output): number => (isTTY && columns) || usualWidth;
