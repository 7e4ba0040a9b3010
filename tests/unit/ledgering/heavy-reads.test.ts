/** Reads that may cover much of a ledger are heavy: a tenant runs one of them at a time (unit/kernel/connection-shares). */
import { newId } from '../../../src/kernel/ids';
import { firstSlice } from '../../../src/kernel/page';
import type { Weight } from '../../../src/kernel/running/fair-shares/connection-shares';
import type { Day } from '../../../src/kernel/time';
import { PostgresAccountSets } from '../../../src/modules/ledgering/postgres/chart/account-sets';
import { PostgresBalanceReader } from '../../../src/modules/ledgering/postgres/sums/balance-reader';
import { PostgresChartReader } from '../../../src/modules/ledgering/postgres/chart/chart-reader';
import { PostgresJournalReader } from '../../../src/modules/ledgering/postgres/log/journal-reader';
import { PostgresTotalsReader } from '../../../src/modules/ledgering/postgres/sums/totals-reader';
import { utc } from '../../../src/kernel/time-zone';

const day = '2025-10-15' as Day;
const scope = { ledgerId: newId<'ledger'>() };
const setId = newId<'account set'>();
const page = firstSlice(1);
const never = undefined as never;

const weightsOf = async (read: (reads: never) => Promise<unknown>): Promise<readonly Weight[]> => {
  const weights: Weight[] = [];
  const notFurther = new Error('no further');
  const reads = {
    read: (_scope: unknown, _work: unknown, weight: Weight = 'light') => {
      weights.push(weight);
      return Promise.reject(notFurther);
    },
  };
  await expect(read(reads as never)).rejects.toBe(notFurther);
  return weights;
};

test.each<[string, (reads: never) => Promise<unknown>]>([
  ['the tree of the accounts', (reads) => new PostgresChartReader(reads).accountTree(scope, {}, '2026-01-15' as Day)],
  [
    'a search in the chart',
    (reads) => new PostgresChartReader(reads).accounts(scope, { search: 'rare' }, page, '2026-01-15' as Day),
  ],
  ['the balance of a set', (reads) => new PostgresAccountSets(reads, never).accountSetBalance(scope, setId, day)],
  ['a report', (reads) => new PostgresTotalsReader(reads).totals(scope, { layer: 'settled', to: day })],
  [
    'a balance at a place of the log',
    (reads) => new PostgresTotalsReader(reads).accountBalance(scope, 'CASH', { knownAtSequence: 1n, timeZone: utc }),
  ],
  ['an export', (reads) => new PostgresJournalReader(reads).journal(scope.ledgerId, {})],
])('%s is a heavy read', async (_, read) => expect(await weightsOf(read)).toEqual(['heavy']));

test.each<[string, (reads: never) => Promise<unknown>]>([
  ['a page of accounts', (reads) => new PostgresChartReader(reads).accounts(scope, {}, page, '2026-01-15' as Day)],
  ['the balance of an account', (reads) => new PostgresBalanceReader(reads).balanceByCode(scope, 'CASH', day)],
  ['a page of sets', (reads) => new PostgresAccountSets(reads, never).accountSets(scope, undefined, page)],
])('%s is a light read', async (_, read) => expect(await weightsOf(read)).toEqual(['light']));
