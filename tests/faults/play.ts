/** The settings of every fault test: its length, its seed and its stage. */
import type { Config } from '../../src/app/config';
import { seedOf } from '../support/random';
import { setStage, type Stage, type StagedService, type Staging } from './stage';

/** `make proof` runs the full tests. */
export const isFull = process.env['LEDGER_TEST_FAULTS'] === 'full';
/** The same seed gives the same random choices, but the timing of a fault depends on the machine. */
export const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);

export interface Play {
  readonly stage: Stage;
  readonly services: readonly StagedService[];
}

/**
 * Starts PostgreSQL and a service in each of these roles before the tests of a file. Ends every process and deletes the folder afterwards.
 */
export const openPlay = (
  roles: readonly Config['role'][],
  staging: Staging | ((service: number) => Staging) = {},
): Play => {
  const play: { stage: Stage; services: readonly StagedService[] } = { stage: undefined as never, services: [] };
  jest.setTimeout(900_000);
  beforeAll(async () => {
    play.stage = await setStage();
    play.services = await Promise.all(
      roles.map((role, service) => play.stage.start(role, typeof staging === 'function' ? staging(service) : staging)),
    );
  });
  afterAll(() => play.stage?.clear());
  return play;
};
