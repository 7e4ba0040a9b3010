/**
 * The implementations that the benchmark compares: the service over HTTP, with a ledger for each style of posting, and the textbook ledger.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { transferCode } from './load/bodies';
import { startDriver, type Driver } from './load/driver';
import type { GeneratorSetup } from './load/generator';
import { openBooks } from './postgres/books';
import { checkTextbook, createTextbook, startTextbook } from './postgres/textbook';
import type { Stage } from './stage';
import { spreadingOf, styleOf, type Contestant } from './targets';

/** An implementation under comparison, and how the benchmark counts its postings. */
export interface Entrant {
  /** Starts a process that sends the load. Each call needs a different seed, because idempotency keys are derived from the seed. */
  start(seed: number): Promise<Driver>;
  /** Waits until this many further transactions are posted. */
  untilPosted(postings: number): Promise<void>;
  /** Counts all transactions again after the run, and throws if the number is wrong. */
  check(): Promise<void>;
}

export const enter = async (stage: Stage, tenantId: TenantId, contestant: Contestant): Promise<Entrant> => {
  const style = styleOf(contestant);
  const spreading = spreadingOf(contestant);
  const day = new Date().toISOString().slice(0, 10);
  let acknowledged = 0;
  if (style === 'textbook') {
    const url = await createTextbook(stage.installation.databaseUrl, contestant.replace(' ', '_'));
    return {
      start: (seed) => startTextbook({ url, spreading, seed, day }),
      // The textbook ledger responds after the commit, so there is nothing to wait for.
      untilPosted: async (postings) => void (acknowledged += postings),
      check: () => checkTextbook(url, acknowledged),
    };
  }
  const { ledgerId, key } = await openBooks(stage.installation, tenantId, contestant.replace(' ', '-'));
  const { host, port } = stage.service;
  if (style === 'code') await createTransferCode(`http://${host}:${port}`, key);
  return {
    start: (seed) => {
      const setup: GeneratorSetup = { target: { host, port, key }, style, spreading, seed, day };
      return startDriver(require.resolve('./load/generator'), setup);
    },
    untilPosted: (postings) => stage.owner.untilPosted(ledgerId, (acknowledged += postings)),
    check: () => stage.owner.checkPosted(ledgerId, acknowledged),
  };
};

const createTransferCode = async (url: string, key: string): Promise<void> => {
  const { status } = await fetch(`${url}/api/v1/trancodes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(transferCode),
  });
  if (status !== 201) throw new Error(`the transaction code of the benchmark could not be created: ${status}`);
};
