/**
 * Measures how many transactions are posted per second, compared with the textbook ledger on the same server. The implementations take
 * turns, round after round, so that other load of the machine affects all of them. The measured time of the service ends when its last
 * accepted transaction is posted.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { enter, type Entrant } from './entrants';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import { figureOf, runOnce, type Figure, type Run, type RunPlan } from './runs';
import type { Stage } from './stage';
import { contestants, loads, postingsPerSettlement, styleOf, writeGoals, type Contestant, type Style } from './targets';

export interface WritePlan extends RunPlan {
  readonly rounds: number;
}

export interface Writes {
  readonly section: Section;
  /** The peak rate of the service with one transaction per request. Other parts derive their load from it. */
  readonly singlePerSecond: number;
}

export const measureWrites = async (
  stage: Stage,
  tenantId: TenantId,
  plan: WritePlan,
  say: (line: string) => void,
): Promise<Writes> => {
  const entrants: { contestant: Contestant; entrant: Entrant; runs: Run[] }[] = [];
  // The implementations are set up one after the other: in parallel they would wait for the few database connections.
  for (const contestant of contestants)
    entrants.push({ contestant, entrant: await enter(stage, tenantId, contestant), runs: [] });
  let { seed } = plan;
  for (let round = 1; round <= plan.rounds; round++)
    for (const { contestant, entrant, runs } of entrants) {
      const run = await runOnce(stage, entrant, { ...plan, seed: seed++ });
      runs.push(run);
      say(`round ${round} of ${plan.rounds}, ${contestant}: ${wholeNumber(run.postings / run.seconds)} per second`);
    }
  for (const { entrant } of entrants) await entrant.check();
  const figures = entrants.map(({ contestant, runs }) => figureOf(contestant, runs));
  return { section: describe(figures), singlePerSecond: perSecondOf(figures, 'single spread') };
};

const perSecondOf = (figures: readonly Figure[], wanted: Contestant): number =>
  figures.find(({ contestant }) => contestant === wanted)?.perSecond ?? NaN;

const describe = (figures: readonly Figure[]): Section => {
  const perSecond = (wanted: Contestant): number => perSecondOf(figures, wanted);
  return {
    title: 'Writes: postings per second until posted, CPU µs per posting, ms until the answer',
    tables: [{ columns, rows: figures.map(toRow) }],
    remarks: [],
    judgements: writeGoals.map(({ of, against, ...goal }) =>
      judge(`${of} ÷ ${against}`, perSecond(of) / perSecond(against), goal),
    ),
    figures: { writes: figures },
  };
};

const columns = ['', 'per second', 'by round', 'driver µs', 'service µs', 'PostgreSQL µs', 'p50 ms', 'p99 ms', 'load'];

const toRow = (figure: Figure): readonly string[] => [
  figure.contestant,
  wholeNumber(figure.perSecond),
  figure.perSecondByRound.map(wholeNumber).join(' '),
  wholeNumber(figure.driverMicros),
  // The textbook ledger has no service process, so its CPU time is empty.
  styleOf(figure.contestant) === 'textbook' ? '–' : microsText(figure.serviceMicros),
  microsText(figure.postgresMicros),
  millisecondsText(figure.latencyMs.p50),
  millisecondsText(figure.latencyMs.p99),
  loadText[styleOf(figure.contestant)],
];

const microsText = (micros: number | null): string => (micros === null ? '?' : wholeNumber(micros));

const loadText: Readonly<Record<Style, string>> = {
  textbook: `${loads.textbook.connections} pg`,
  single: `${loads.single.connections} http`,
  code: `${loads.code.connections} http`,
  mixed: `${loads.mixed.connections} http, 1 settlement for ${postingsPerSettlement}`,
  batch: `${loads.batch.connections} http × ${loads.batch.postingsPerRequest}`,
};
