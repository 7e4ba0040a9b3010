/**
 * Settlements, releases and reversals that one caller sends at the same time share a turn of the ledger: up to ten of them need one lock
 * and one commit. Each succeeds or fails by itself, like the items of a batch that is not atomic.
 */
import type { ProcessTime } from '../../../../kernel/clock';
import { evictingMap } from '../../../../kernel/running/evicting-map';
import { groupCommit, type GroupCommit } from '../../../../kernel/running/group-commit';
import type { Principal } from '../../../../kernel/principal';
import { refused } from '../../../../kernel/refusal';
import { hasNoKeyInUse } from '../../domain/judging';
import type { OperationsRequest, Perform, Performed } from './operation';

/**
 * The maximum number of operations in one turn. Ten settlements of holds of a hundred entries have as many entries as one request may have.
 */
const maxTogether = 10;
const limits = { maxWeight: maxTogether, worthSending: Infinity, maxInFlight: 1, pauseShare: 0 };
/** The maximum number of callers that have a line in memory. */
const maxKeptLines = 10_000;

export const createMerging = (perform: Perform, clock: Pick<ProcessTime, 'elapsed' | 'deadline'>): Perform => {
  const together = async (requests: readonly OperationsRequest[]): Promise<readonly Performed[]> => {
    const [first] = requests as readonly [OperationsRequest];
    if (requests.length === 1) return [await perform(first)];
    const { results } = await perform({ ...first, items: requests.flatMap(({ items }) => items) });
    return results.map((result) => ({ batchId: null, results: [result], rehearsed: null }));
  };
  const lines = evictingMap<string, GroupCommit<OperationsRequest, Performed>>(
    maxKeptLines,
    () =>
      groupCommit(
        limits,
        () => 1,
        (request) => [keyOf(request) ?? []].flat(),
        together,
        clock,
        // If the commit is in doubt, only a request with an idempotency key may run again, because its second run is a replay.
        { isReplay: (request) => keyOf(request) !== undefined, isClear: hasNoKeyInUse },
      ),
    () => undefined,
  );
  return (request) =>
    mayMerge(request) ? lines.use(lineOf(request.caller), (line) => line(request)) : perform(request);
};

/** Whether the request is a single settlement, release, extension or reversal, and not a dry run. */
const mayMerge = ({ items, batch, isDryRun }: OperationsRequest): boolean => {
  const [item, ...others] = items;
  return (
    !batch && !isDryRun && others.length === 0 && item !== undefined && !refused(item) && item.right.kind !== 'post'
  );
};

const keyOf = ({ items }: OperationsRequest): string | undefined => {
  const [item] = items;
  return item && !refused(item) ? (item.right.request.idempotencyKey ?? undefined) : undefined;
};

/** Returns the key of the line. All requests of a line have the same actor, ledger, scopes, currency, decimals and time zone. */
const lineOf = ({ ledgerId, actor, scopes, denomination, timeZone }: Principal): string => {
  const { currency, storageDecimals, displayDecimals } = denomination;
  return [ledgerId, actor, ...[...scopes].sort(), currency, storageDecimals, displayDecimals, timeZone].join(' ');
};
