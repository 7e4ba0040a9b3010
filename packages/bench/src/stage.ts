/**
 * The environment of a run: a data directory, PostgreSQL with its default, durable settings, and the service. It is removed at the end of
 * the run, also after an error, after Ctrl-C and after the time limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/app/config';
import { embeddedDatabaseIn, ledgerNames } from '../../../src/app/embedded-database';
import { openInstallation, type Installation } from '../../../src/app/installation';
import { createLog } from '../../../src/app/log';
import type { Runtime } from '../../../src/app/runtime';
import { findRunningPostgres } from '../../embedded-postgres/src';
import type { TenantId } from '../../../src/kernel/ids';
import { refused } from '../../../src/kernel/refusal';
import { connectOwner, type Owner } from './postgres/owner';
import { startServiceProcess, type ServiceProcess } from './service';

export interface Stage {
  readonly installation: Installation;
  readonly tenantId: TenantId;
  readonly owner: Owner;
  readonly service: ServiceProcess;
  /** The data directory of the run, which is removed at its end. */
  readonly dataDirectory: string;
  /** Starts a second process that posts transactions and delivers webhooks, so that the service does neither. */
  startWorker(): Promise<ServiceProcess>;
  /** Starts another process of the service on the same database. */
  startService(settings: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Registers a step of the clean-up. The steps run in reverse order, the last registered first. */
  defer(undo: () => void | Promise<void>): void;
}

/** The parts of the runtime that a run needs: the standard streams, and the registration for Ctrl-C. */
export type Surroundings = Pick<Runtime, 'streams' | 'onSignal'>;

const maxConnections = 4;

/** Creates the environment, runs `work` in it, and stops the work after `maxSeconds`. */
export const withStage = async <A>(
  maxSeconds: number,
  work: (stage: Stage) => Promise<A>,
  surroundings: Surroundings,
): Promise<A> => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  const stop = untilStopped(maxSeconds, surroundings);
  const opening = openStage((undo) => cleanUps.unshift(undo));
  try {
    return await Promise.race([opening.then(work), stop.called]);
  } finally {
    stop.forget();
    // Waits for a set-up that is still running. Without waiting, the clean-up would not remove what the set-up creates later.
    await opening.catch(() => undefined);
    for (const undo of cleanUps)
      try {
        await undo();
      } catch (error) {
        surroundings.streams.stderr.write(`${(error as Error).message}\n`);
      }
  }
};

const openStage = async (defer: Stage['defer']): Promise<Stage> => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ledger-bench-'));
  defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const config = readConfig({ LEDGER_DATA_DIR: dataDirectory, LOG_LEVEL: 'warn' });
  if (refused(config)) throw new Error(config.left);
  const installation = await openInstallation(config.right, createLog('warn'), { migrate: true, maxConnections });
  defer(() => installation.close());
  // The tenant is created before the service starts, because the service creates demo data if there is no tenant.
  const tenant = await installation.access.createTenant('bench');
  if (refused(tenant)) throw new Error('the tenant of the benchmark could not be created');
  const server = findRunningPostgres(embeddedDatabaseIn(config.right), ledgerNames);
  if (!server) throw new Error('the database that was just opened does not run');
  const owner = await connectOwner(server.superuserUrl);
  defer(() => owner.close());
  const startService: Stage['startService'] = async (settings) => {
    const started = await startServiceProcess(dataDirectory, settings);
    defer(() => started.stop());
    return started;
  };
  const startWorker = () => startService({ LEDGER_ROLE: 'worker', LEDGER_DELIVERS_WEBHOOKS: 'yes' });
  const service = await startService({});
  return { installation, tenantId: tenant.right.id, owner, service, dataDirectory, startService, startWorker, defer };
};

/** Returns a promise that rejects on a signal and after `maxSeconds`, and never resolves. */
const untilStopped = (
  maxSeconds: number,
  { onSignal }: Surroundings,
): { readonly called: Promise<never>; readonly forget: () => void } => {
  let forget = (): void => undefined;
  const called = new Promise<never>((_, reject) => {
    const interrupted = (): void => reject(new Error('The benchmark was interrupted.'));
    const late = (): void => reject(new Error(`The benchmark took longer than ${maxSeconds} s.`));
    const timer = setTimeout(late, maxSeconds * 1000);
    const stopHearing = onSignal(interrupted);
    forget = () => {
      clearTimeout(timer);
      stopHearing();
    };
  });
  called.catch(() => undefined);
  return { called, forget };
};
