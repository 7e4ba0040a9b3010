/**
 * Each writing act is paused after each of its steps while each other act runs. The answers and the books must equal those of one of the
 * two serial orders. So an act must check its earlier reads again before it writes, unless these reads make no difference. `make test` runs
 * a part of the pairs, a different part each day; `make proof` runs all of them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from '../../src/app/installation';
import { systemClock } from '../../src/kernel/running/system-clock';
import { contractOf } from '../support/answers';
import { commands, leavesOf } from '../support/command-line';
import { interleave } from '../support/interleaving';
import { actsAs, elsewhere, nameOf, type Act } from './interleavings/acts';
import { asOperations, inTests, reading } from './interleavings/commands';
import { openStepping } from './interleavings/stepping';
import { openWorld } from './interleavings/world';

const maxSteps = 12;
const isWhole = process.env['LEDGER_TEST_INTERLEAVINGS'] === 'full';
/** A daily run takes one in 96 of the pairs, different pairs each day. */
const share = isWhole ? 1 : 96;
const day = Number(process.env['LEDGER_TEST_DAY'] ?? Math.floor(systemClock.now().getTime() / 86_400_000));

let app: Installation;

/** Each act gets a new installation, because stores in memory never delete anything, and all pairs together would exceed the memory. */
beforeEach(() => {
  app = openStepping();
});
afterEach(() => app.poster.stop());

const [ones, others] = [actsAs('one'), actsAs('another')];

test('every writing operation is interleaved, here or in the test that its row names', () => {
  const { routes, adminRoutes, document } = contractOf();
  const people = Object.entries((document as { paths: Record<string, Record<string, { operationId: string }>> }).paths)
    .filter(([path]) => path.startsWith('/console/'))
    .flatMap(([, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ method, spec: { operationId } })),
    );
  const writing = [...routes, ...adminRoutes, ...people]
    .filter(({ method }) => method !== 'get')
    .map(({ spec }) => spec.operationId);
  const covered = new Set([...ones.map(({ operation }) => operation), ...Object.keys(elsewhere)]);
  expect(writing.filter((operation) => !covered.has(operation))).toEqual([]);
  expect([...covered].filter((operation) => !writing.includes(operation))).toEqual([]);
});

test('every command reads, does the work of an operation that is interleaved, or is interleaved in the test that its row names', () => {
  const typed = leavesOf(commands()).map(([words]) => words);
  const rows = [...reading, ...Object.keys(asOperations), ...Object.keys(inTests)];
  expect(rows.toSorted()).toEqual(typed.toSorted());
  const covered = new Set([...ones.map(({ operation }) => operation), ...Object.keys(elsewhere)]);
  expect(
    Object.values(asOperations)
      .flat()
      .filter((operation) => !covered.has(operation)),
  ).toEqual([]);
  const files = [...Object.values(inTests), ...Object.values(elsewhere)];
  expect(files.filter((file) => !existsSync(join(__dirname, '..', `${file}.test.ts`)))).toEqual([]);
});

test.each(ones.map((act) => [nameOf(act), act] as const))('%s succeeds when nothing interrupts it', async (_, act) => {
  expect(await (await openWorld(app)).ask(act)).toMatch(/^2/);
});

/** The acts with the others that they are interleaved with. An act that has none today has no test either. */
const pairs = ones
  .map((one, index) => ({
    one,
    played: others.filter((__, other) => (index * others.length + other) % share === day % share),
  }))
  .filter(({ played }) => played.length > 0);

describe.each(pairs.map(({ one, played }) => [nameOf(one), one, played] as const))('%s', (_, one, played) => {
  test('gives the result of a serial order, wherever another act interrupts it', async () => {
    const wrong: object[] = [];
    for (const other of played) {
      const names = { one: nameOf(one), other: nameOf(other) };
      const before = await outcomeOf(one, other, 'one first');
      const after = await outcomeOf(one, other, 'other first');
      for (let steps = 0; steps < maxSteps; steps++) {
        const world = await openWorld(app);
        const {
          first,
          other: second,
          stoodStill,
        } = await interleave(
          () => world.ask(one),
          () => world.ask(other),
          steps,
        );
        const found = { one: first, other: second, state: await world.state() };
        if (![before, after].some((serial) => JSON.stringify(serial) === JSON.stringify(found)))
          wrong.push({ ...names, steps, found, before, after });
        if (!stoodStill) break;
      }
    }
    expect(wrong.map(told)).toEqual([]);
  });
});

interface Outcome {
  readonly one: string;
  readonly other: string;
  readonly state: string;
}

const outcomeOf = async (one: Act, other: Act, order: 'one first' | 'other first'): Promise<Outcome> => {
  const world = await openWorld(app);
  if (order === 'one first') {
    const first = await world.ask(one);
    const second = await world.ask(other);
    return { one: first, other: second, state: await world.state() };
  }
  const second = await world.ask(other);
  const first = await world.ask(one);
  return { one: first, other: second, state: await world.state() };
};

/** Shows how an outcome differs from those of both serial orders. */
const told = (wrong: object): object => {
  const { found, before, after, ...names } = wrong as { found: Outcome; before: Outcome; after: Outcome };
  const differs = (serial: Outcome): object =>
    Object.fromEntries(
      (['one', 'other', 'state'] as const)
        .filter((member) => serial[member] !== found[member])
        .map((member) => {
          const at = [...found[member]].findIndex((character, place) => serial[member][place] !== character);
          return [
            member,
            {
              found: found[member].slice(Math.max(0, at - 120), at + 200),
              serial: serial[member].slice(Math.max(0, at - 120), at + 200),
            },
          ];
        }),
    );
  return { ...names, notBefore: differs(before), notAfter: differs(after) };
};
