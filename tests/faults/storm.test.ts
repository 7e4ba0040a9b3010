/**
 * Faults of all kinds, one after the other, under clients that never stop writing through two services. The whole history
 * is then replayed in the order of the ledger's log through the naive ledger of the model test.
 */
import { randomFrom } from '../support/traffic';
import { settle, unfound } from './acknowledgements';
import { readArchives } from './archive';
import { openStagedBooks, type StagedBooks } from './books';
import type { Count } from './diary';
import { replay } from './history';
import { startLoad, type Load } from './load';
import { drawFault } from './schedule';
import { isFull, openPlay, seed } from './play';

const least = isFull ? { rounds: 7, acknowledgements: 30_000 } : { rounds: 1, acknowledgements: 0 };
/** Of one round in the short form, and of seven at least in `make faults`. */
const faultsPerRound = isFull ? 15 : 4;
const clientsPerLedger = 3;
const maxShown = 25;

const play = openPlay(['all', 'all']);

test('hundreds of faults under load lose nothing that was acknowledged, double nothing, and leave the books in balance', async () => {
  process.stdout.write(`storm: LEDGER_TEST_SEED=${seed}\n`);
  const random = randomFrom(seed);
  const struck = new Map<string, number>();
  const total = { faults: 0, acknowledged: 0, refused: 0, unheard: 0, happened: 0, mostProbes: 0 };
  for (let round = 0; round < least.rounds || total.acknowledged < least.acknowledgements; round++) {
    const books = await openStagedBooks(play.stage, play.services[0]?.url ?? '');
    const load = startLoad(books, play.stage, play.services, clientsPerLedger, seed + 1_000 * round);
    try {
      for (let count = 0; count < faultsPerRound; count++) {
        const fault = drawFault(random);
        await load.requests(fault.after);
        await fault.strike(play.stage, play.services, load);
        await restored();
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
    const { acknowledged, refused, unheard, happened } = await theHistoryAgrees(books, load);
    total.acknowledged += acknowledged;
    total.refused += refused;
    total.unheard += unheard;
    total.happened += happened;
  }
  const { ok, checks } = await play.stage.verify();
  expect(ok).toBe(true);
  process.stdout.write(
    `storm: ${total.faults} faults of ${struck.size} kinds, ${total.acknowledged} acknowledged, ${total.refused} refused, ` +
      `${total.unheard} unheard of which ${total.happened} had happened; each service wrote again when it was ` +
      `asked ${total.mostProbes} times at most; ${checks.length} checks over everything\n`,
  );
});

const healed = (load: Load, fault: string): Promise<number> =>
  load.heal().catch((error: Error) => {
    const said = play.services.map((service) => service.complaints().split('\n').slice(-maxShown).join('\n'));
    throw new Error([`after "${fault}": ${error.message}`, ...said].join('\n\n'));
  });

/** Whatever a fault took away is there again. */
const restored = async (): Promise<void> => {
  await play.stage.postgres.restart();
  for (const service of play.services) await service.restart();
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
): Promise<Count & { readonly happened: number }> => {
  await play.stage.quiet();
  const archives = await readArchives(
    play.stage.ownerUrl(),
    books.ledgers.map(({ id }) => id),
  );
  const { wrong, unheard, happened } = settle(books, archives, diary.notes);
  const replayed = books.ledgers.flatMap((ledger, index) => {
    const archive = archives[index];
    return archive ? replay(ledger, archive, diary.notes) : ['the ledger is gone'];
  });
  const all = [...wrong, ...replayed, ...unfound(diary.notes), ...unexpected, ...(await wrongIn(books))];
  expect(all.slice(0, maxShown)).toEqual([]);
  return { ...diary.count(), unheard, happened };
};
