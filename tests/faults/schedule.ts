/** Draws the kind and the time of each fault from the seed alone, so that the same seed always gives the same faults. */
import type { Random } from '../support/traffic';
import { sqlStates } from './failpoints';
import type { Load } from './load';
import type { Deed, Step } from './postgres-proxy';
import type { Stage, StagedService } from './stage';

export interface ScheduledFault {
  readonly name: string;
  /** The number of requests before the fault. */
  readonly after: number;
  /** Causes the fault, and repairs its damage while the clients continue to send requests. */
  strike(stage: Stage, services: readonly StagedService[], load: Load): Promise<void>;
}

const minQuiet = 20;
const maxQuiet = 120;
const maxStepsAhead = 40;
/**
 * A pause ends after at most this many requests of other clients. Requests that wait for locks of the paused process give up, so they end
 * too.
 */
const maxPause = 12;
/** A fault waits for its statement during at most this many requests. */
const maxRequestsAhead = 400;

export const drawFault = (random: Random, services: number): ScheduledFault => {
  const after = minQuiet + random(maxQuiet - minQuiet);
  const which = random(services);
  const pause = 1 + random(maxPause);
  const ahead = 1 + random(maxStepsAhead);
  const sqlState = sqlStates[random(sqlStates.length)] ?? '40001';
  const moment = (['before', 'after'] as const)[random(2)] ?? 'before';
  const victim = (services: readonly StagedService[]): StagedService => services[which] as StagedService;
  const on = (name: string, strike: ScheduledFault['strike']): ScheduledFault => ({ name, after, strike });
  /**
   * A fault between one service and PostgreSQL, at the first statement for which `isIt` returns true, such as a commit or the nth statement
   * from now.
   */
  const midway =
    (
      isIt: (step: Step, count: number) => boolean,
      deedOn: (stage: Stage, service: StagedService, load: Load) => Deed,
    ): ScheduledFault['strike'] =>
    async (stage, services, load) => {
      const struck = interfere(victim(services), isIt, deedOn(stage, victim(services), load));
      await Promise.race([struck, load.requests(maxRequestsAhead)]);
      victim(services).database.watch(undefined);
    };
  const atCommit = ({ name }: Step): boolean => name === 'commit';
  const soon = (_: Step, count: number): boolean => count === ahead;

  const faults: readonly (readonly [weight: number, fault: ScheduledFault])[] = [
    [8, on(`service ${which} killed`, (_, services) => restarted(victim(services)))],
    [6, on('database killed', (stage) => databaseRestarted(stage))],
    [4, on('backend killed', async ({ postgres }) => void (await postgres.killBackend()))],
    [6, on('backend terminated', async ({ postgres }) => void (await postgres.endBackend()))],
    [
      6,
      on(`service ${which} paused`, async (_, services, load) => {
        victim(services).pause();
        await load.requests(pause);
        victim(services).resume();
      }),
    ],
    [
      6,
      on(
        `service ${which} paused before a commit`,
        midway(atCommit, (_, service, load) => ({
          before: async () => {
            service.pause();
            await load.requests(pause);
            service.resume();
          },
        })),
      ),
    ],
    [
      4,
      on('database paused', async ({ postgres }, services, load) => {
        postgres.pause();
        // The pause also ends after a number of client requests, because a service whose connections all wait for the database sends no
        // more statements.
        await Promise.race([statements(victim(services), pause), load.requests(maxRequestsAhead)]);
        victim(services).database.watch(undefined);
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

/** Resolves after the service has sent `wanted` more statements, even if they were not answered. */
const statements = (service: StagedService, wanted: number): Promise<void> =>
  new Promise((resolve) => {
    let count = 0;
    service.database.watch(() => {
      count += 1;
      if (count < wanted) return undefined;
      service.database.watch(undefined);
      resolve();
      return undefined;
    });
  });

/** Intervenes once, at the first statement of the service for which `isIt` returns true. Resolves when the intervention is over. */
const interfere = (service: StagedService, isIt: (step: Step, count: number) => boolean, deed: Deed): Promise<void> =>
  new Promise((resolve) => {
    let count = 0;
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
