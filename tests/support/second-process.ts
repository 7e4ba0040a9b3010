/** Another process of the service on a test's database, with its own pool, memory and port. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContainerModule } from 'inversify';
import { compose, type App } from '../../src/app/compose';
import { onPostgres } from '../../src/app/installation';
import { createServer } from '../../src/app/server';
import { unshared } from '../../src/kernel/running/fair-shares/connection-shares';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { createWriteHealth } from '../../src/kernel/postgres/write-health';
import { asOwner, serviceAccess, topologyOfRun } from './database';
import { softly, type TestLedger } from './ledger';

export interface SecondProcess {
  readonly app: App;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Starts a process that only serves requests: the first process posts what this one accepts. */
export const startSecond = async (
  { databaseUrl, complaints }: TestLedger,
  overrides: readonly ContainerModule[] = [],
  maxConnections = 8,
): Promise<SecondProcess> => {
  const complain = (fields: object, message: string): void =>
    void (complaints as { fields: object; message: string }[]).push({ fields, message });
  const log = { info: () => undefined, warn: complain, error: complain };
  const secret = await asOwner(
    databaseUrl,
    async (owner) => (await owner.query<{ secret: Buffer }>('select secret from installation')).rows[0]?.secret,
  );
  const pool = openPool({ ...serviceAccess(databaseUrl), maxConnections });
  const app = compose({ secrets: { installationSecret: secret ?? Buffer.alloc(0), pepper: '' }, log }, [
    ...onPostgres(pool, { unitOfWork: new PostgresUnitOfWork(pool, unshared, createWriteHealth(), topologyOfRun()) }),
    softly,
    ...overrides,
  ]);
  const server = createHttpServer(createServer({ ...app, log, pages: (_, next) => next() }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    app,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.poster.stop();
      await pool.close();
    },
  };
};
