/**
 * `ledger mcp`: the ledger for language models. It reaches a service by its address and a key, wherever the service
 * runs.
 */
import { Option, type Command } from 'commander';
import { refused } from '../../kernel/refusal';
import { serveMcp } from '../../../packages/mcp/src';
import { readSecretFiles } from '../secret-files';
import { version } from '../version';
import { isAddress } from './arguments';
import { CommandError, type Shell } from './run';

const packageName = '@modelcontextprotocol/server';

export const addMcpCommand = (program: Command, { untilTold, streams, env, clock }: Shell): void => {
  program
    .command('mcp')
    .description('serve a ledger to language models (Model Context Protocol) on standard input and output')
    .option(
      '--allow-writes',
      'also offer tools that post, settle, release, extend and reverse; each shows a preview first and must be confirmed',
      false,
    )
    .addOption(new Option('--json', 'accepted as in every command; the output is always JSON').default(false))
    .addHelpText(
      'after',
      '\nLEDGER_URL is the address of the service. LEDGER_KEY (or a file, LEDGER_KEY_FILE) is the key of the ledger.',
    )
    .action(async ({ allowWrites }: { allowWrites: boolean }) => {
      const options = { ...remoteLedger(env), allowWrites, version, clock };
      await untilTold((ended) => serveMcp(options, streams, ended)).catch(explained);
    });
};

const remoteLedger = (environment: NodeJS.ProcessEnv): { readonly ledgerUrl: string; readonly key: string } => {
  const ledgerUrl = environment['LEDGER_URL'] ?? '';
  if (!isAddress(ledgerUrl))
    throw new CommandError(
      'LEDGER_URL must be the address of the service, such as http://127.0.0.1:8080, without a user name and a password.',
    );
  const read = readSecretFiles(environment, ['LEDGER_KEY']);
  if (refused(read)) throw new CommandError(read.left);
  const key = read.right['LEDGER_KEY']?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError('LEDGER_KEY must be a key of the ledger: npx ledger keys create --scope read.');
  return { ledgerUrl, key };
};

/** The package is optional, and most installations do not need it. */
const explained = (error: unknown): never => {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.includes(packageName);
  throw isMissing
    ? new CommandError(
        `ledger mcp needs the package ${packageName}, which is not installed. Run: npm install --include=optional`,
      )
    : error;
};
