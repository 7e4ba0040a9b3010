/** Runs one implementation once, and computes its figures from several runs. */
import type { Drive } from './load/driver';
import type { Entrant } from './entrants';
import { percentilesOf, type Percentiles } from './percentiles';
import type { Stage } from './stage';
import type { Contestant } from './targets';
import { cpuMicrosOf, cpuMicrosOfFamily } from './usage';

export interface Run extends Drive {
  /** The seconds until all acknowledged transactions are posted. */
  readonly seconds: number;
  readonly serviceMicros: number | undefined;
  readonly postgresMicros: number | undefined;
}

export interface RunPlan {
  readonly warmUpSeconds: number;
  readonly measuredSeconds: number;
  readonly seed: number;
}

/** Warms up, waits until all accepted transactions are posted, and then measures. */
export const runOnce = async (stage: Stage, entrant: Entrant, plan: RunPlan): Promise<Run> => {
  const driver = await entrant.start(plan.seed);
  stage.defer(driver.stop);
  const warmUp = await driver.drive({ seconds: plan.warmUpSeconds });
  await entrant.untilPosted(warmUp.postings + warmUp.besides);
  const before = costsOf(stage);
  const startedAt = performance.now();
  const drive = await driver.drive({ seconds: plan.measuredSeconds });
  await entrant.untilPosted(drive.postings + drive.besides);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = costsOf(stage);
  await driver.stop();
  return {
    ...drive,
    seconds,
    serviceMicros: difference(after.service, before.service),
    postgresMicros: difference(after.postgres, before.postgres),
  };
};

interface Costs {
  readonly service: number | undefined;
  readonly postgres: number | undefined;
}

const costsOf = ({ service, owner }: Stage): Costs => ({
  service: cpuMicrosOf(service.pid),
  postgres: owner.postmasterPid === undefined ? undefined : cpuMicrosOfFamily(owner.postmasterPid),
});

const difference = (after: number | undefined, before: number | undefined): number | undefined =>
  after === undefined || before === undefined ? undefined : after - before;

export interface Figure {
  readonly contestant: Contestant;
  readonly postings: number;
  readonly perSecond: number;
  readonly perSecondByRound: readonly number[];
  /** The CPU time for each posting in microseconds; null if the system does not report it. */
  readonly driverMicros: number;
  readonly serviceMicros: number | null;
  readonly postgresMicros: number | null;
  /** The milliseconds from each request to its response. */
  readonly latencyMs: Percentiles;
}

export const figureOf = (contestant: Contestant, runs: readonly Run[]): Figure => {
  const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const postings = sum((run) => run.postings);
  const each = (of: (run: Run) => number | undefined): number | null => {
    const micros = sum((run) => of(run) ?? NaN) / postings;
    return Number.isNaN(micros) ? null : micros;
  };
  return {
    contestant,
    postings,
    perSecond: postings / sum(({ seconds }) => seconds),
    perSecondByRound: runs.map((run) => run.postings / run.seconds),
    driverMicros: sum(({ cpuMicros }) => cpuMicros) / postings,
    serviceMicros: each(({ serviceMicros }) => serviceMicros),
    postgresMicros: each(({ postgresMicros }) => postgresMicros),
    latencyMs: percentilesOf(runs.flatMap(({ latenciesMs }) => latenciesMs)),
  };
};
