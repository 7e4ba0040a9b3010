/**
 * A ledger after a restore from an earlier backup: its log has lost the events after the backup, and gives their sequence numbers to new
 * events.
 */
import { client } from './client';
import { copyOfDatabase, freshDatabase, type TestDatabase } from './database';
import { eventsOf, headOf, type Event } from './feed';
import { startLedger, type TestBooks, type TestLedger } from './ledger';
import { openBooks, transaction } from './requests';

export interface RestoredLog {
  readonly ledger: TestLedger;
  readonly key: string;
  readonly api: TestBooks['api'];
  /** The events that a consumer read before the log lost its end. */
  readonly before: readonly Event[];
  /** The sequence of the last event that the backup has. */
  readonly atBackup: number;
  close(): Promise<void>;
}

/** Posts this many batches, and waits for the last transaction. */
export const postBatches = async (to: TestBooks['api'], batches: number, each: number): Promise<void> => {
  for (let batch = 0; batch < batches; batch++)
    await to.post(
      '/transactions/batch',
      { transactions: Array.from({ length: each }, () => transaction()) },
      { Prefer: 'wait=20' },
    );
};

const kept = (database: TestDatabase): TestDatabase => ({ ...database, drop: async () => undefined });
const serve = (database: TestDatabase): Promise<TestLedger> =>
  startLedger([], { alone: true, database: kept(database) });

/** Posts 5 transactions, copies the database, posts 30 more, and serves the copy. */
export const openRestoredLog = async (): Promise<RestoredLog> => {
  const original = await freshDatabase();
  let service = await serve(original);
  const { api: first, key } = await openBooks(service);
  await postBatches(first, 1, 5);
  const atBackup = await headOf(first);
  await service.close();
  const backup = await copyOfDatabase(original);
  service = await serve(original);
  const later = client(service.baseUrl, key);
  await postBatches(later, 1, 30);
  const before = await eventsOf(later);
  await service.close();
  await original.drop();
  const ledger = await serve(backup);
  return {
    ...{ ledger, key, before, atBackup },
    api: client(ledger.baseUrl, key),
    close: async () => {
      await ledger.close();
      await backup.drop();
    },
  };
};
