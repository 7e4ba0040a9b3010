/** Which fault comes when: drawn from the seed alone, so that the same seed gives the same schedule. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../support/traffic';
import { sqlStates } from './failpoints';
import type { Deed, Step } from './postgres-proxy';
import type { Stage, StagedService } from './stage';

export interface ScheduledFault {
  readonly name: string;
  /** Of undisturbed work before it. */
  readonly afterMs: number;
  /** Does it, and puts back in place what it took away. */
  strike(stage: Stage, services: readonly StagedService[]): Promise<void>;
}

const minQuietMs = 60;
const maxQuietMs = 400;
const maxStepsAhead = 40;
/** Longer than anybody waits for a lock. */
const maxPauseMs = 2_500;
const strikesWithinMs = 2_000;

export const drawFault = (random: Random): ScheduledFault => {
  const afterMs = minQuietMs + random(maxQuietMs - minQuietMs);
  const which = random(2);
  const durationMs = 100 + random(maxPauseMs);
  const ahead = 1 + random(maxStepsAhead);
  const sqlState = sqlStates[random(sqlStates.length)] ?? '40001';
  const moment = (['before', 'after'] as const)[random(2)] ?? 'before';
  const victim = (services: readonly StagedService[]): StagedService => services[which] as StagedService;
  const on = (name: string, strike: ScheduledFault['strike']): ScheduledFault => ({ name, afterMs, strike });
  /** In the way of one service: at a commit, or at whatever comes as the so-manieth request. */
  const midway =
    (isIt: (step: Step, count: number) => boolean, deedOn: (stage: Stage, service: StagedService) => Deed) =>
    (stage: Stage, services: readonly StagedService[]): Promise<void> =>
      interfere(victim(services), isIt, deedOn(stage, victim(services)));
  const atCommit = ({ name }: Step): boolean => name === 'commit';
  const soon = (_: Step, count: number): boolean => count === ahead;

  const faults: readonly (readonly [weight: number, fault: ScheduledFault])[] = [
    [8, on(`service ${which} killed`, (_, services) => restarted(victim(services)))],
    [6, on('database killed', (stage) => databaseRestarted(stage))],
    [4, on('backend killed', async ({ postgres }) => void (await postgres.killBackend()))],
    [
      6,
      on(`service ${which} paused`, async (_, services) => {
        victim(services).pause();
        await delay(durationMs);
        victim(services).resume();
      }),
    ],
    [
      6,
      on(
        `service ${which} paused before a commit`,
        midway(atCommit, (_, service) => ({
          before: async () => {
            service.pause();
            await delay(durationMs);
            service.resume();
          },
        })),
      ),
    ],
    [
      4,
      on('database paused', async ({ postgres }) => {
        postgres.pause();
        await delay(durationMs);
        postgres.resume();
      }),
    ],
    [
      8,
      on(
        `database connections of service ${which} cut`,
        async (_, services) => void victim(services).database.cutAll(),
      ),
    ],
    [6, on(`clients of service ${which} cut`, async (_, services) => void victim(services).front.cutAll())],
    [
      6,
      on(`answers of service ${which} lost`, async (_, services) =>
        victim(services).front.loseAnswers(1 + (ahead % 6)),
      ),
    ],
    [
      14,
      on(
        `service ${which} cut between commit and its reply`,
        midway(atCommit, () => ({ cut: 'after' })),
      ),
    ],
    [
      6,
      on(
        `service ${which} cut before a commit`,
        midway(atCommit, () => ({ cut: 'before' })),
      ),
    ],
    [
      24,
      on(
        `${sqlState} at a statement of service ${which}`,
        midway(soon, () => ({ sqlState })),
      ),
    ],
    [
      8,
      on(
        `service ${which} cut ${moment} a statement`,
        midway(soon, () => ({ cut: moment })),
      ),
    ],
    [
      5,
      on(
        `service ${which} killed ${moment} a commit`,
        midway(atCommit, (_, service) => ({ [moment]: service.kill, cut: moment })),
      ),
    ],
    [
      5,
      on(
        `service ${which} killed ${moment} a statement`,
        midway(soon, (_, service) => ({ [moment]: service.kill, cut: moment })),
      ),
    ],
    [
      4,
      on(
        `database killed ${moment} a commit`,
        midway(atCommit, ({ postgres }) => ({ [moment]: postgres.kill, cut: moment })),
      ),
    ],
  ];
  let draw = random(faults.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, fault] of faults) if ((draw -= weight) < 0) return fault;
  throw new Error('the weights do not add up');
};

const restarted = async (service: StagedService): Promise<void> => {
  await service.kill();
  await service.restart();
};

const databaseRestarted = async ({ postgres }: Stage): Promise<void> => {
  await postgres.kill();
  await postgres.restart();
};

/** Does the deed once, to the first request of the service for which it holds, and waits until it is done. */
const interfere = async (
  service: StagedService,
  isIt: (step: Step, count: number) => boolean,
  deed: Deed,
): Promise<void> => {
  let count = 0;
  const struck = new Promise<void>((resolve) => {
    service.database.watch((step) => {
      count += 1;
      if (!isIt(step, count)) return undefined;
      service.database.watch(undefined);
      return {
        ...deed,
        before: async () => {
          await deed.before?.();
          if (deed.cut === 'before') resolve();
        },
        after: async () => {
          await deed.after?.();
          resolve();
        },
      };
    });
  });
  await Promise.race([struck, delay(strikesWithinMs + maxPauseMs, undefined, { ref: false })]);
  service.database.watch(undefined);
};
