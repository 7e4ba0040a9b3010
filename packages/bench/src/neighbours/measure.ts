/**
 * Measures whether one tenant can harm another. The attacking tenant has a key with the default rate limit. Meanwhile the victim, a client
 * of another tenant, writes and reads at a steady rate. Each attack runs a fixed number of times, each time against a freshly started
 * service, and the median is judged.
 */
import { judge, millisecondsText, wholeNumber, type Judgement, type Section } from '../report';
import type { Stage } from '../stage';
import { goals, type Goal } from '../targets';
import { attacks } from './attacks';
import { moveIn, usualPerSecond, whileServed } from './neighbourhood';
import { feel, trial, type Felt, type Trial } from './trial';

export interface NeighboursPlan {
  /** The number of times that each attack runs. */
  readonly rounds: number;
  readonly quietSeconds: number;
  readonly attackSeconds: number;
  readonly aftermathSeconds: number;
  /** The size of the prepared ledgers as a share of their full size: 1 is the full size. */
  readonly share: number;
}

type Role = 'all' | 'api';

/**
 * The rate limit of the victim's key. The victim stays below it even if it lags and sends many requests at once, so every refusal is caused
 * by the attack.
 */
const victimsPerSecond = 150;

/** The limit for the victim's p99 is the larger of these: this many milliseconds, and `timesQuiet` times the p99 without an attack. */
const leastBoundMs = 100;
const timesQuiet = 5;

interface Row {
  readonly name: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly refused: number;
  readonly healthGapMs: number;
}

interface AttackRow extends Row {
  readonly timesBound: number;
  readonly megabytes: number;
  readonly normalAfterMs: number;
  /** The number of responses to the attacker by status, in all rounds. */
  readonly answers: Readonly<Record<string, number>>;
}

export const measureNeighbours = async (
  stage: Stage,
  { rounds, quietSeconds, attackSeconds, aftermathSeconds, share }: NeighboursPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const victim = await moveIn(stage, 'victim', share, victimsPerSecond);
  const prepared = [];
  for (const attack of attacks) {
    const { key, books } = await moveIn(stage, attack.name, share);
    prepared.push({ attack, key, ammunition: (await attack.prepare?.(books)) ?? {} });
  }
  say(`the books of ${attacks.length} attackers are ready`);
  // The shared service is no longer needed: from here on each round starts its own.
  await stage.service.stop();
  const repeatedly = async <A>(work: () => Promise<A>): Promise<readonly A[]> => {
    const results: A[] = [];
    for (let round = 0; round < rounds; round++) results.push(await work());
    return results;
  };

  const feelQuiet = async (role: Role): Promise<Row> =>
    rowOf(
      `nobody (${role})`,
      await repeatedly(() => whileServed(stage, role, victim.key, {}, (served) => feel(served, quietSeconds))),
    );
  const quiet: Readonly<Record<Role, Row>> = { all: await feelQuiet('all'), api: await feelQuiet('api') };
  const boundMs = (role: Role): number => Math.max(leastBoundMs, timesQuiet * quiet[role].p99Ms);
  say(`without an attack: p99 ${millisecondsText(quiet.all.p99Ms)} ms`);

  const rows: AttackRow[] = [];
  for (const { attack, key, ammunition } of prepared) {
    const { name, role = 'all', settings = {} } = attack;
    const assailant = {
      ...{ key, ammunition, aftermathSeconds, slowMs: boundMs(role) },
      ...{ perSecond: usualPerSecond, seconds: attackSeconds },
    };
    const trials = await repeatedly(() =>
      whileServed(stage, role, victim.key, settings, (served) => trial(served, attack, assailant)),
    );
    const row = attackRowOf(name, trials, boundMs(role));
    rows.push(row);
    say(`${name}: p99 ${trials.map(({ p99Ms }) => millisecondsText(p99Ms)).join(', ')} ms`);
  }
  return {
    title: `Neighbours: a victim's ms while an attacker of another tenant does its worst for ${attackSeconds} s`,
    tables: [
      {
        columns: ['', 'p50', 'p99', 'max', 'refused', '/healthz gap', 'MB', 'as before after', 'attacker was answered'],
        rows: [...Object.values(quiet).map(cellsOf), ...rows.map(attackCellsOf)],
      },
    ],
    remarks: [
      `Rounds of each attack: ${rounds}. Each figure is their median, except for refusals and answers (their sum) and MB (the most of any round).`,
      `A p99 may be ${leastBoundMs} ms, or ${timesQuiet} times that without an attack: ${wholeNumber(boundMs('all'))} ms, and ${wholeNumber(boundMs('api'))} ms on an api process.`,
    ],
    judgements: [
      worst('p99 of a victim ÷ its bound', rows, ({ timesBound }) => timesBound, goals.victimSlower),
      worst('requests of a victim refused', rows, ({ refused }) => refused, goals.victimRefused),
      worst('gap between answers of /healthz', rows, ({ healthGapMs }) => healthGapMs, goals.healthGap),
      worst('memory under attack', rows, ({ megabytes }) => megabytes, goals.attackedMemory),
      worst('as before after an attack', rows, ({ normalAfterMs }) => normalAfterMs, goals.normalAfter),
    ],
    figures: { neighbours: { quiet, rows } },
  };
};

const worst = (claim: string, rows: readonly AttackRow[], of: (row: AttackRow) => number, goal: Goal): Judgement => {
  const row = rows.reduce((one, other) => (of(other) > of(one) ? other : one));
  return judge(`${claim}, worst: ${row.name}`, of(row), goal);
};

const medianOf = <A>(measured: readonly A[], of: (one: A) => number): number =>
  measured.map(of).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? NaN;

const rowOf = (name: string, measured: readonly Felt[]): Row => ({
  name,
  p50Ms: medianOf(measured, ({ p50Ms }) => p50Ms),
  p99Ms: medianOf(measured, ({ p99Ms }) => p99Ms),
  maxMs: medianOf(measured, ({ maxMs }) => maxMs),
  refused: measured.flatMap(({ failures }) => Object.values(failures)).reduce((sum, count) => sum + count, 0),
  healthGapMs: medianOf(measured, ({ healthGapMs }) => healthGapMs),
});

const bytesPerMegabyte = 1_048_576;

const attackRowOf = (name: string, trials: readonly Trial[], boundMs: number): AttackRow => {
  const row = rowOf(name, trials);
  const answers: Record<string, number> = {};
  for (const [status, count] of trials.flatMap(({ tally }) => [...tally]))
    answers[status] = (answers[status] ?? 0) + count;
  return {
    ...row,
    timesBound: row.p99Ms / boundMs,
    megabytes: Math.max(...trials.map(({ peakBytes }) => peakBytes)) / bytesPerMegabyte,
    normalAfterMs: medianOf(trials, ({ normalAfterMs }) => normalAfterMs),
    answers,
  };
};

const cellsOf = ({ name, p50Ms, p99Ms, maxMs, refused, healthGapMs }: Row): readonly string[] => [
  name,
  ...[p50Ms, p99Ms, maxMs].map(millisecondsText),
  wholeNumber(refused),
  wholeNumber(healthGapMs),
];

const attackCellsOf = (row: AttackRow): readonly string[] => [
  ...cellsOf(row),
  wholeNumber(row.megabytes),
  wholeNumber(row.normalAfterMs),
  Object.entries(row.answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', '),
];
