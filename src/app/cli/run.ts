/** How every command runs: with the configuration of the environment, on an installation that is closed again. */
import { Option } from 'commander';
import { refused, type Outcome } from '../../kernel/refusal';
import type { Log } from '../../kernel/tokens';
import { readConfig, type Config } from '../config';
import { openInstallation, type Installation } from '../installation';
import { createLog } from '../log';
import { sentenceFor, type OperatorRefusal } from './sentences';

const maxCommandConnections = 2;
/** A list for a person; a longer one is narrowed by options, or asked of the database. */
export const maxListed = 1_000;

/** What the person or the script must change; printed without a stack. */
export class CommandError extends Error {}

export const config = (): Config => {
  const read = readConfig(process.env);
  if (refused(read)) throw new CommandError(read.left);
  return read.right;
};

/** Only warnings and errors are printed beside the answer. */
export const quietLog = (): Log => createLog(config().logLevel === 'info' ? 'warn' : config().logLevel);

export const onInstallation = async <A>(
  work: (installation: Installation) => Promise<A>,
  maxConnections = maxCommandConnections,
): Promise<A> => {
  const installation = await openInstallation(config(), quietLog(), { migrate: true, maxConnections });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
};

export const expected = <A>(outcome: Outcome<OperatorRefusal, A>): A => {
  if (refused(outcome)) throw new CommandError(sentenceFor(outcome.left));
  return outcome.right;
};

export const print = (json: boolean, record: object, text: string): void =>
  void process.stdout.write(`${json ? JSON.stringify(record) : text}\n`);

/** `1 ledger`, `2 ledgers`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const jsonOption = (): Option => new Option('--json', 'print one JSON object').default(false);
export const tenantOption = (): Option =>
  new Option('--tenant <id or name>', 'the tenant it belongs to; needed if several tenants use the code');
