/** Rewrites a ledger's log as a superuser who recomputes the hash chain with the service's own functions. */
import type { Client } from 'pg';
import { keptHashBytes } from '../../src/kernel/formats';
import type { LedgerId } from '../../src/kernel/ids';
import { genesisHash } from '../../src/modules/ledgering/domain/chain';
import type { LoggedEvent } from '../../src/modules/ledgering/domain/event';
import { eventFormats } from '../../src/modules/ledgering/domain/formats';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/verify/books-reader';
import { loggedCodes } from './logged-codes';
import { readInside } from './tampering';

type Log = readonly LoggedEvent[];
/** A random whole number from 0, below the limit. */
type Chance = (limit: number) => number;
const at = (log: Log, random: Chance): number => random(log.length - 1);
const changed = (log: Log, index: number, change: Partial<LoggedEvent>): Log =>
  log.map((event, place) => (place === index ? { ...event, ...change } : event));

/** The kinds of changes to a log, each at a random event. */
export const rewritings: readonly (readonly [string, (log: Log, random: Chance) => Log])[] = [
  ['a changed actor', (log, random) => changed(log, at(log, random), { actor: 'somebody else' })],
  ['a changed reason', (log, random) => changed(log, at(log, random), { reason: 'another reason' })],
  ['a changed time', (log, random) => changed(log, at(log, random), { occurredAt: new Date('2001-01-01T00:00:00Z') })],
  [
    'a changed content',
    (log, random) => changed(log, at(log, random), { contentHash: Buffer.alloc(keptHashBytes, 1) }),
  ],
  [
    'a changed transaction',
    (log, random) => changed(log, at(log, random), { transactionId: '00000000-0000-7000-8000-000000000009' as never }),
  ],
  [
    'a changed account',
    (log, random) => changed(log, at(log, random), { accountId: '00000000-0000-7000-8000-000000000008' as never }),
  ],
  ['a removed event', (log) => log.filter((_, index, all) => index !== Math.floor(all.length / 2))],
  ['a removed first event', (log) => log.slice(1)],
  ['a truncated tail', (log, random) => log.slice(0, -1 - random(5))],
  ['an inserted event', (log, random) => log.toSpliced(at(log, random), 0, log[at(log, random)] as LoggedEvent)],
  [
    'two swapped events',
    (log, random) => {
      const [one, other] = [random(3), 4 + random(log.length - 5)];
      return log.with(one, log[other] as LoggedEvent).with(other, log[one] as LoggedEvent);
    },
  ],
  ['a rewritten tail', (log) => [...log.slice(0, -2), ...log.slice(0, 2)]],
];

/** Replaces the log with the result of `rewrite`, inside the open transaction of `owner`. */
export const rewriteLog = async (owner: Client, ledgerId: LedgerId, rewrite: (log: Log) => Log): Promise<void> => {
  const log: LoggedEvent[] = [];
  await new PostgresBooksReader(readInside(owner), loggedCodes).read(
    ledgerId,
    async (books) => {
      for await (const events of books.events(0n)) log.push(...events);
    },
    'steady',
  );
  await replaceLog(owner, ledgerId, rewrite(log));
};

/** Inserts the events with the hashes that the service would have computed. */
const replaceLog = async (owner: Client, ledgerId: LedgerId, events: Log): Promise<void> => {
  await owner.query('delete from ledger_log where ledger_id = $1', [ledgerId]);
  let before = genesisHash(ledgerId);
  for (const [index, event] of events.entries()) {
    const sequence = BigInt(index + 1);
    const hash = eventFormats.hashOf({ before, sequence, event });
    before = hash;
    const { type, transactionId, accountId, actor, reason, occurredAt, contentHash } = event;
    await owner.query(
      `insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at, content_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [ledgerId, String(sequence), type, transactionId, accountId, actor, reason, occurredAt, contentHash, hash],
    );
  }
  await owner.query('update ledger_heads set last_sequence = $2, last_hash = $3 where ledger_id = $1', [
    ...[ledgerId, String(events.length), before],
  ]);
};
