/** `ledger events`: the log of a ledger, as its clients read it at GET /events. */
import { once } from 'node:events';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { LedgerId } from '../../kernel/ids';
import { eventNames, typeNamed, type EventType } from '../../modules/ledgering';
import type { Installation } from '../installation';
import { wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { onInstallation, tenantOption } from './run';

interface Tailing {
  readonly ledger: string;
  readonly tenant?: string;
  readonly types?: ReadonlySet<EventType>;
  readonly from: number;
  readonly follow: boolean;
}

const eventsAtATime = 1_000;
/** Then it looks again whether it was told to end. */
const waitSeconds = 25;

export const addEventCommands = (program: Command): void => {
  const events = program.command('events').description('what has happened in a ledger');

  events
    .command('tail')
    .description('print the events of a ledger, oldest first, one JSON object per line')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .option('--types <names>', 'only these, separated by commas, such as transaction.posted,hold.expired', typesNamed)
    .option('--from <sequence>', 'the sequence to start with', wholeNumber(1, 999_999_999), 1)
    .option('--follow', 'keep printing new events until interrupted', false)
    .addOption(new Option('--json', 'accepted like everywhere; the output is always JSON').default(false))
    .action(({ ledger, tenant, ...tailing }: Tailing) =>
      onInstallation(async (installation) => {
        const { id } = await ledgerNamed(installation, ledger, tenant);
        await untilTold((ended) => tail(installation, id, tailing, ended));
      }),
    );
};

export const typesNamed = (names: string): ReadonlySet<EventType> =>
  new Set(
    names.split(',').map((name) => {
      const type = typeNamed(name.trim());
      if (type === undefined) throw new InvalidArgumentError(`It must be some of ${eventNames.join(', ')}.`);
      return type;
    }),
  );

const tail = async (
  { events }: Pick<Installation, 'events'>,
  ledgerId: LedgerId,
  { types, from, follow }: Omit<Tailing, 'ledger' | 'tenant'>,
  ended: AbortSignal,
): Promise<void> => {
  for (let after = BigInt(from - 1); !ended.aborted;) {
    const question = { after, types, limit: eventsAtATime };
    const feed = await events.read({ ledgerId }, question, follow ? waitSeconds : 0, ended);
    for (const event of feed.events) await printLine(JSON.stringify(event), ended);
    after = feed.through;
    if (!follow && after >= feed.head) return;
  }
};

/** Waits for a reader who takes his time. */
const printLine = async (line: string, ended: AbortSignal): Promise<void> => {
  if (ended.aborted || process.stdout.write(`${line}\n`)) return;
  await once(process.stdout, 'drain', { signal: ended }).catch(() => undefined);
};

/** A signal ends it, and so does a reader who had enough, such as `head`. */
export const untilTold = async (work: (ended: AbortSignal) => Promise<void>): Promise<void> => {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  endings.add(end);
  // One for all, and not taken away: what was written may still come back.
  if (process.stdout.listeners('error').every((listener) => listener !== endAll)) process.stdout.on('error', endAll);
  try {
    await work(ending.signal);
  } finally {
    endings.delete(end);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end);
  }
};

const endings = new Set<() => void>();
const endAll = (): void => endings.forEach((end) => end());
