/** Attacks with transactions and events of maximum size, written and read. */
import { makeHeavy, type AttackedBooks } from '../../postgres/attacked-books';
import {
  asking,
  legs,
  maxEntries,
  maxItems,
  oneTransaction,
  printedTransactions,
  type Ammunition,
  type Attack,
} from './attack';

const waiting = { Prefer: 'wait=10' };
/**
 * The number of entries with 16 KiB of metadata each: a megabyte per transaction. Earlier versions of the service accepted such
 * transactions, so a ledger may contain them.
 */
const heavyEntries = 62;
/** The number of transactions with `heavyEntries` entries in one request. A request may have at most 2,000 entries. */
const heavyItems = 32;

/** Creates a hundred transactions of a megabyte each. Their events are as large. */
export const postHeavy = async (books: AttackedBooks): Promise<Ammunition> => {
  for (let left = maxItems; left > 0; left -= heavyItems) {
    const items = Math.min(left, heavyItems);
    const transactions = Array.from({ length: items }, () => oneTransaction({ entries: legs(heavyEntries) }));
    await books.post('/transactions/batch', { transactions }, waiting);
  }
  return makeHeavy(books, 'entries', maxItems * heavyEntries);
};

const heavyPages: Attack = {
  name: 'pages of heavy transactions',
  prepare: postHeavy,
  carryOut: asking(() => () => ({ path: '/transactions?limit=100' })),
};

/** The number of entries with 16 KiB of metadata each. A transaction may have at most 64 KiB of metadata. */
const entriesWithMetadata = 3;

const acceptedElsewhere: Attack = {
  name: 'accepting in a process that does not post',
  role: 'api',
  carryOut: asking(() => {
    const metadata = { filler: 'x'.repeat(16_300) };
    const body = printedTransactions({
      entries: legs(heavyEntries, (index) => (index < entriesWithMetadata ? { metadata } : {})),
    });
    return () => ({ method: 'POST', path: '/transactions', body: body() });
  }),
};

const batchesOfReleases = 10;
const description = 'x'.repeat(1_000);

interface Held {
  readonly id: string;
  readonly entries: readonly { readonly id: string }[];
}

/** An attack with a hold of many entries that is released in a thousand parts. The event of each release contains the whole hold. */
const eventsAgain: Attack = {
  name: 'events that repeat the same object',
  prepare: async ({ post, get, share }) => {
    const debits = maxEntries - 1;
    const entries = legs(maxEntries, (index) =>
      index < debits
        ? { account_code: 'CASH', type: 'debit', amount: '100.00', description }
        : { account_code: 'SALES', type: 'credit', amount: `${debits}00.00`, description },
    );
    const { id } = await post<Held>('/transactions', oneTransaction({ layer: 'pending', entries }), waiting);
    const held = await get<Held>(`/transactions/${id}`);
    const released = [held.entries[0], held.entries.at(-1)].map((entry) => ({ entry_id: entry?.id, amount: '0.05' }));
    for (let batch = 0; batch < batchesOfReleases * share; batch++) {
      const transactions = Array.from({ length: maxItems }, (_, item) => ({
        ...{ operation: 'release', transaction_id: id, entries: released },
        idempotency_key: `release-${batch}-${item}`,
      }));
      await post('/transactions/batch', { transactions, atomic: true });
    }
    return {};
  },
  carryOut: asking(() => () => ({ path: '/events?types=hold.released&limit=1000' })),
};

export const heavy = [heavyPages, acceptedElsewhere, eventsAgain];
