/**
 * Causes faults of all kinds, one after the other. Meanwhile clients and administrators write without pause through one to three services,
 * one of which has a wrong clock. Afterwards the naive ledger of the model test replays the whole history in the order of the log, and the
 * remaining rights are compared with the administrators' requests.
 */
import { join } from 'node:path';
import { randomFrom } from '../support/traffic';
import { settle, unfound } from './acknowledgements';
import { readArchives } from './archive';
import { openStagedBooks, type StagedBooks } from './books';
import { isAcknowledged, type Count, type Wish } from './diary';
import { replay } from './history';
import { startLoad, type Load } from './load';
import { trespasses } from './registers';
import { openRights, type Rights } from './rights';
import { rightsDiffer } from './rights-held';
import { drawFault } from './schedule';
import { openPlay, seed } from './play';
import type { StagedService } from './stage';

const isFull = process.env['LEDGER_TEST_STORM'] === 'full';
/** The long form has at least 15 rounds, and ends after 100,000 acknowledged operations. */
const least = isFull ? { rounds: 15, acknowledgements: 100_000 } : { rounds: 1, acknowledgements: 0 };
/** A round has few faults and so a short history, because the time of the naive ledger grows with the square of the history. */
const faultsPerRound = isFull ? 6 : 2;
/** Three ledgers, each with this many clients and one administrator: 30 actors in the long form. */
const clientsPerLedger = isFull ? 9 : 3;
const maxShown = 25;
/** The long form takes a quarter of this limit on an idle machine. */
const timeoutMs = isFull ? 5_400_000 : 900_000;

/** The kind of a request in the statistics. For an administrator's request, it is the name of the register without an id. */
const kindOf = (wish: Wish): string =>
  wish.kind === 'administer' ? wish.register.replace(/ [0-9a-f-]{36}$/, '') : wish.kind;
const allKinds = [
  ...[
    'a new key',
    'change',
    'deprecate',
    'extend',
    'journal',
    'key',
    'lock',
    'may sign in',
    'member',
    'move',
    'post',
    'rate',
  ],
  ...['release', 'reverse', 'role', 'settle', 'unlock', 'void', 'zone'],
];

/** Rounds of the long form use one, two and three processes in turn. */
const processes = isFull ? 3 : 2;
/** The clock of the second service is an hour ahead. */
const hourAhead = {
  NODE_OPTIONS: `--require ${join(__dirname, '../support/clock-ahead.js')}`,
  LEDGER_TEST_CLOCK_AHEAD_MS: '3600000',
};
const play = openPlay(Array<'all'>(processes).fill('all'), (service) =>
  service === 1 ? { environment: hourAhead } : {},
);

test(
  'hundreds of faults under load lose no acknowledged write, repeat none, and leave the books in balance',
  async () => {
    process.stdout.write(`storm: LEDGER_TEST_SEED=${seed}\n`);
    const random = randomFrom(seed);
    const struck = new Map<string, number>();
    const done = new Map<string, number>();
    const total = { faults: 0, acknowledged: 0, refused: 0, unheard: 0, happened: 0, mostProbes: 0 };
    for (let round = 0; round < least.rounds || total.acknowledged < least.acknowledgements; round++) {
      const services = await atWork(round);
      const books = await openStagedBooks(play.stage, services[0]?.url ?? '');
      const rights = await openRights(play.stage, books, services[0]?.url ?? '');
      const load = startLoad(books, play.stage, services, clientsPerLedger, seed + 1_000 * round, rights);
      try {
        for (let count = 0; count < faultsPerRound; count++) {
          const fault = drawFault(random, services.length);
          await load.requests(fault.after);
          await fault.strike(play.stage, services, load);
          await restored(services);
          total.mostProbes = Math.max(total.mostProbes, await healed(load, fault.name));
          total.faults += 1;
          const kind = fault.name.replace(/ \d/, '');
          struck.set(kind, (struck.get(kind) ?? 0) + 1);
          const wrong = [...(await wrongIn(books)), ...load.unexpected];
          if (wrong.length > 0) throw new Error(`after "${fault.name}": ${wrong.slice(0, 5).join('\n')}`);
        }
      } finally {
        await load.end();
      }
      const { acknowledged, refused, unheard, happened } = await theHistoryAgrees(books, load, rights, services);
      total.acknowledged += acknowledged;
      total.refused += refused;
      total.unheard += unheard;
      total.happened += happened;
      process.stdout.write(
        `storm: round ${round + 1}, with ${services.length} service${services.length === 1 ? '' : 's'}: ${acknowledged} acknowledged, ${total.acknowledged} so far\n`,
      );
      for (const noted of load.diary.notes.filter(isAcknowledged)) {
        const kind = kindOf(noted.wish);
        done.set(kind, (done.get(kind) ?? 0) + 1);
      }
    }
    const { ok, checks } = await play.stage.verify();
    expect(ok).toBe(true);
    if (isFull) expect([...done.keys()].toSorted()).toEqual(allKinds);
    process.stdout.write(
      `storm: ${total.faults} faults of ${struck.size} kinds, ${total.acknowledged} acknowledged, ${total.refused} refused, ` +
        `${total.unheard} unheard of which ${total.happened} had happened; each service wrote again when it was ` +
        `asked ${total.mostProbes} times at most; ${checks.length} checks over everything\nstorm: ${[...done].map(([kind, count]) => `${count} × ${kind}`).join(', ')}\n`,
    );
  },
  timeoutMs,
);

/** Starts the services of a round and kills the others. */
const atWork = async (round: number): Promise<readonly StagedService[]> => {
  const services = play.services.slice(0, isFull ? 1 + (round % processes) : processes);
  for (const service of play.services) await (services.includes(service) ? service.restart() : service.kill());
  return services;
};

const healed = (load: Load, fault: string): Promise<number> =>
  load.heal().catch((error: Error) => {
    const said = play.services.map((service) => service.complaints().split('\n').slice(-maxShown).join('\n'));
    throw new Error([`after "${fault}": ${error.message}`, ...said].join('\n\n'));
  });

/** Restarts everything that a fault may have stopped. */
const restored = async (services: readonly StagedService[]): Promise<void> => {
  await play.stage.postgres.restart();
  for (const service of services) await service.restart();
};

/** Restarts all services, so that they read all rights from the database again. */
const startedAnew = async (services: readonly StagedService[]): Promise<void> => {
  for (const service of services) {
    await service.kill();
    await service.restart();
  }
};

const wrongIn = async ({ ledgers }: StagedBooks): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const { id } of ledgers)
    for (const { check, where, detail } of (await play.stage.verify(id)).findings)
      wrong.push(`${check}: ${where} ${detail}`);
  return wrong;
};

const theHistoryAgrees = async (
  books: StagedBooks,
  { diary, unexpected }: Load,
  rights: Rights,
  services: readonly StagedService[],
): Promise<Count & { readonly happened: number }> => {
  await play.stage.quiet();
  await startedAnew(services);
  const archives = await readArchives(
    play.stage.ownerUrl(),
    books.ledgers.map(({ id }) => id),
  );
  const { wrong, unheard, happened } = settle(books, archives, diary.notes);
  const posted = new Set(archives.flatMap(({ transactions }) => transactions.map(({ key }) => key ?? '')));
  const replayed = books.ledgers.flatMap((ledger, index) => {
    const archive = archives[index];
    return archive ? replay(ledger, archive, diary.notes) : ['the ledger is gone'];
  });
  const trespassed = trespasses(books, diary.notes, (key) => posted.has(key));
  const differing = await rightsDiffer(play.stage, services, books, rights, diary.notes);
  const all = [
    ...wrong,
    ...trespassed,
    ...differing,
    ...replayed,
    ...unfound(diary.notes),
    ...unexpected,
    ...(await wrongIn(books)),
  ];
  expect(all.slice(0, maxShown)).toEqual([]);
  return { ...diary.count(), unheard, happened };
};
