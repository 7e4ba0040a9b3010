/**
 * Random acts, three at a time: the first is paused after each of its steps while the second runs, which is paused after each of its steps
 * while the third runs. The answers and the books must equal those of one of the six serial orders. All pairs are in `interleavings`; all
 * triples would take days, so `make proof` draws 300 of them, and `make test` four.
 */
import { interleave } from '../support/interleaving';
import { randomFrom, seedOf } from '../support/random';
import { actsAs, nameOf, type Act } from './interleavings/acts';
import { openStepping } from './interleavings/stepping';
import { openWorld } from './interleavings/world';

const maxSteps = 12;
const triples = process.env['LEDGER_TEST_INTERLEAVINGS'] === 'full' ? 300 : 4;
const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);

const actors = ['one', 'another', 'a third'].map(actsAs);
type Triple = readonly [Act, Act, Act];
const drawn = Array.from({ length: triples }, () => actors.map((acts) => random.pick(acts)) as unknown as Triple);

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

test.each(drawn.map((triple) => [triple.map(nameOf).join(', '), triple] as const))(
  `%s give the result of a serial order (LEDGER_TEST_SEED=${seed})`,
  async (_, triple) => {
    const app = openStepping();
    const serial = new Set<string>();
    for (const order of orders) {
      const world = await openWorld(app);
      const answers: string[] = [];
      for (const place of order) answers[place] = await world.ask(triple[place]);
      serial.add(JSON.stringify([answers, await world.state()]));
    }
    const wrong: object[] = [];
    const [first, second, third] = triple;
    let isFirstPaused = true;
    for (let steps = 0; steps < maxSteps && isFirstPaused; steps++) {
      let isSecondPaused = true;
      for (let inner = 0; inner < maxSteps && isFirstPaused && isSecondPaused; inner++) {
        const world = await openWorld(app);
        const within = () =>
          interleave(
            () => world.ask(second),
            () => world.ask(third),
            inner,
          );
        const found = await interleave(() => world.ask(first), within, steps);
        const answers = [found.first, found.other.first, found.other.other];
        const outcome = JSON.stringify([answers, await world.state()]);
        if (!serial.has(outcome)) wrong.push({ steps, inner, answers });
        isFirstPaused = found.stoodStill;
        isSecondPaused = found.other.stoodStill;
      }
    }
    await app.poster.stop();
    expect(wrong).toEqual([]);
  },
);
