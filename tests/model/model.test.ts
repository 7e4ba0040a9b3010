/**
 * Random sequences of commands, run over HTTP and on a naive ledger: every answer, balance and listing must be the same. MODEL_SEQUENCES
 * and MODEL_COMMANDS set their number and length; MODEL_SEED repeats a run.
 */
import * as fc from 'fast-check';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { sequence, today, type Command, type Sequence } from './commands';
import { pausing } from './pausing';
import { openWorld } from './world';
import { seedOf } from '../support/random';

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
/** Each run draws different sequences; `make model` runs eighty times as many. */
const sequences = setting('MODEL_SEQUENCES', 5);
const commands = setting('MODEL_COMMANDS', 60);
const seed = seedOf('MODEL_SEED', 2 ** 31);
/** The number of ledgers that are tested in parallel. */
const lanes = setting('MODEL_LANES', 6);
const maxShrinkingRuns = 200;

/** The clock starts at noon of the day that the commands use as today. */
const clock = new HandClock(`${today}T12:00:00.000Z`, { flows: true });

let ledger: TestLedger;
const outcomes = new Map<string, number>();

beforeAll(async () => {
  ledger = await startLedger([pausing], { clock });
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

interface Failure {
  readonly error: unknown;
  readonly transcript: string;
}

const run = async (played: Sequence): Promise<Failure | undefined> => {
  const world = await openWorld(ledger, played, outcomes);
  try {
    for (const command of played.commands) await world.play(command);
    await world.finish();
    return undefined;
  } catch (error) {
    return { error, transcript: world.readable() };
  } finally {
    world.close();
  }
};

/** Shortens a failing sequence: leaves out ever smaller parts, as long as it still fails. */
const shrink = async (failing: Sequence, failure: Failure): Promise<Failure> => {
  let runs = 0;
  let kept: readonly Command[] = failing.commands;
  let smallest = failure;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < kept.length && runs < maxShrinkingRuns;) {
      runs += 1;
      const without = kept.toSpliced(at, size);
      const still = await run({ ...failing, commands: without });
      if (still) [kept, smallest] = [without, still];
      else at += size;
    }
  return smallest;
};

test(`${sequences} sequences of ${commands} commands give the same results as a naive ledger`, async () => {
  process.stderr.write(`the model test's seed: MODEL_SEED=${seed}\n`);
  const drawn = fc.sample(sequence(commands), { seed, numRuns: sequences, unbiased: true });
  let next = 0;
  let failed: { readonly number: number; readonly failure: Failure } | undefined;
  const playInTurn = async (): Promise<void> => {
    while (next < drawn.length && !failed) {
      const number = next++;
      const failure = await run(drawn[number] as Sequence);
      if (failure) failed ??= { number, failure };
    }
  };
  await Promise.all(Array.from({ length: lanes }, playInTurn));
  if (failed) {
    const { error, transcript } = await shrink(drawn[failed.number] as Sequence, failed.failure);
    throw new Error(`sequence ${failed.number} of MODEL_SEED=${seed}:\n${transcript}\n\n${(error as Error).message}`);
  }
  if (process.env['MODEL_OUTCOMES'] !== undefined)
    process.stderr.write(
      [...outcomes]
        .map(([outcome, times]) => `${times} ${outcome}\n`)
        .sort((a, b) => parseInt(b) - parseInt(a))
        .join(''),
    );
}, 3_600_000);
