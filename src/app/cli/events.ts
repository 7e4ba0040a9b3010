/** `ledger events`: prints the log of a ledger, as clients read it at GET /events. */
import { once } from 'node:events';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { LedgerId } from '../../kernel/ids';
import { refused } from '../../kernel/refusal';
import { eventNames, typeNamed, type EventType, type ToldFeed } from '../../modules/ledgering';
import type { Installation } from '../installation';
import type { Output } from '../runtime';
import { terminalJson } from '../terminal-text';
import { wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { CommandError, jsonOption, tenantOption, type Shell } from './run';

interface Tailing {
  readonly ledger: string;
  readonly tenant?: string;
  readonly types?: ReadonlySet<EventType>;
  readonly from: number;
  readonly follow: boolean;
}

const eventsAtATime = 1_000;
/** The longest wait for the next event; after it, the command checks whether it has been stopped. */
const waitSeconds = 25;

export const addEventCommands = (program: Command, shell: Shell): void => {
  const events = program.command('events').description('the events of a ledger');

  events
    .command('tail')
    .description('print the events of a ledger, oldest first, one JSON object per line')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .option(
      '--types <names>',
      'only events of these types, separated by commas, such as transaction.posted,hold.expired',
      typesNamed,
    )
    .option('--from <sequence>', 'the sequence to start with', wholeNumber(1, 999_999_999), 1)
    .option('--follow', 'keep printing new events until interrupted', false)
    .addOption(new Option('--json', 'accepted as in every command; the output is always JSON').default(false))
    .action(({ ledger, tenant, ...tailing }: Tailing) =>
      shell.withAnyPepper(async (installation) => {
        const { id } = await ledgerNamed(installation, ledger, tenant);
        await shell.untilTold((ended) => tail(shell, installation, id, tailing, ended));
      }),
    );

  addNewEpoch(events, shell);
};

const addNewEpoch = (events: Command, { withAnyPepper, print }: Shell): void => {
  events
    .command('new-epoch')
    .description(
      'mark the logs as having lost events, after a failover or a recovery to an earlier time, so that receivers notice; `restore` does this itself',
    )
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withAnyPepper(async (installation) => {
        const epoch = await installation.events.beginEpoch();
        print(json, { log_epoch: epoch }, `The logs now have the epoch ${epoch}.`);
      }),
    );
};

export const typesNamed = (names: string): ReadonlySet<EventType> =>
  new Set(
    names.split(',').map((name) => {
      const type = typeNamed(name.trim());
      if (type === undefined) throw new InvalidArgumentError(`It must contain only ${eventNames.join(', ')}.`);
      return type;
    }),
  );

const tail = async (
  { streams: { stdout } }: Shell,
  { events }: Pick<Installation, 'events'>,
  ledgerId: LedgerId,
  { types, from, follow }: Omit<Tailing, 'ledger' | 'tenant'>,
  ended: AbortSignal,
): Promise<void> => {
  let afterHash: string | undefined;
  for (let after = BigInt(from - 1); !ended.aborted;) {
    const question = { after, afterHash, types, limit: eventsAtATime };
    const feed = whole(await events.read({ ledgerId }, question, follow ? waitSeconds : 0, ended));
    for (const event of feed.events) await write(stdout, `${terminalJson(JSON.stringify(event))}\n`, ended);
    [after, afterHash] = [feed.through, feed.hashThrough];
    if (!follow && after >= feed.head) return;
  }
};

/** Returns the events. Throws if the log ends before the first requested sequence, or if another log has replaced it. */
export const whole = (read: Awaited<ReturnType<Installation['events']['read']>>): ToldFeed => {
  if (!refused(read)) return read.right;
  if (read.left.kind === 'LogChanged') {
    const { sequence } = read.left;
    throw new CommandError(
      `Event ${sequence} of this ledger has been replaced: the ledger was restored from a backup, or failed over. Start again with --from at an event that both logs have.`,
    );
  }
  if (read.left.kind === 'Invalid') throw new Error('a hash was sent without the sequence of its event');
  const { last } = read.left;
  throw new CommandError(`The log of this ledger ends at sequence ${last}. Give --from at most ${last + 1n}.`);
};

/** Writes the text, and waits for a slow reader. */
export const write = async (stdout: Output, text: string, ended: AbortSignal): Promise<void> => {
  if (ended.aborted || stdout.write(text)) return;
  await once(stdout, 'drain', { signal: ended }).catch(() => undefined);
};
