/**
 * The whole history of a ledger once more, in the order of its log, through the naive ledger of the model test. Whatever
 * the log decided, the naive ledger must decide too, for the same reason; what requests had asked for must be what is
 * there. Requests whose outcome nobody heard are settled by what the database holds.
 */
import type { Account as KeptAccount } from '../../src/modules/ledgering/domain/account';
import { accountFormats, journalFormats } from '../../src/modules/ledgering/domain/formats';
import type { Journal } from '../../src/modules/ledgering/domain/journal';
import { openNaiveLedger, type NaiveLedger } from '../model/naive-ledger';
import {
  decimals,
  isRefused,
  undecided,
  type Account,
  type Batch,
  type Entry,
  type Transaction,
} from '../model/records';
import type { Archive, StoredAccount, StoredEvent, StoredTransaction } from './archive';
import type { StagedLedger } from './books';
import { isAcknowledged, type Item, type Noted } from './diary';

/** Everything that does not agree, in sentences. */
export const replay = (ledger: StagedLedger, archive: Archive, notes: readonly Noted[]): readonly string[] => {
  const wrong: string[] = [];
  const own = notes.filter((noted) => noted.ledger === ledger);
  const wanted = wantedIn(ledger, notes);
  const money = decimals(2, 2);
  const accounts = archive.accounts.map(bornAs);
  const journals = archive.journals.map(({ id, code }) => ({ id, code, status: 'active' as 'active' | 'closed' }));
  const naive = openNaiveLedger(money, accounts, journals);
  const stored = new Map(archive.transactions.map((transaction) => [transaction.id, transaction]));
  const changes = createChanges(archive, naive, own);

  const enqueue = (transaction: StoredTransaction, batch: Batch | null): void => {
    const intent = intentOf(transaction, wanted, archive);
    const journal = journals.find(({ id }) => id === transaction.journal_id);
    if (!intent || !journal) return void wrong.push(`${transaction.id} is there, and nobody asked for it`);
    const entries = intent.entries.map(({ account_code, type, amount }): Entry => {
      const account = accounts.find(({ code }) => code === account_code) as Account;
      return { account, type, units: money.read(amount) ?? 0n };
    });
    wrong.push(...differences(transaction, intent, entries));
    const nothing = { correlation_id: null, correlation_type: null, correlation_source_id: null, reference: null };
    naive.transactions.push({
      ...{ ...undecided(), ...nothing, id: transaction.id, batch, journal, request: '', key: transaction.key },
      ...{ day: transaction.day, layer: transaction.layer as Transaction['layer'], entries },
    });
  };

  const decide = (event: StoredEvent): void => {
    const transaction = stored.get(event.transaction_id ?? '');
    if (!transaction) return void wrong.push(`event ${event.sequence} decides what is not there`);
    if (naive.transactions.some(({ id }) => id === transaction.id)) return;
    if (transaction.reverses !== null) {
      const { id, day: date, key } = transaction;
      const reversed = naive.undo('reverse', transaction.reverses, {
        ...{ date, reason: '' },
        ...(key === null ? {} : { idempotency_key: key }),
      });
      if (isRefused(reversed)) wrong.push(`${id} reverses what cannot be: ${reversed.code}`);
      else reversed.made.id = id;
      return;
    }
    const { batch_id: id } = transaction;
    const batch = id !== null && wanted.isAtomic(transaction.key) ? { id, atomic: true } : null;
    const together = batch ? archive.transactions.filter((other) => other.batch_id === batch.id) : [transaction];
    for (const member of together) enqueue(member, batch);
    naive.postPending();
  };

  /** The operation that a leg is of is told of right behind it. */
  const isBehindLeg = (place: number): boolean =>
    (stored.get(archive.events[place - 1]?.transaction_id ?? '')?.operation_id ?? null) !== null;

  for (const [place, event] of archive.events.entries())
    if (event.type === 'string_operation_posted') {
      if (!isBehindLeg(place)) wrong.push(`event ${event.sequence} tells of an operation without a leg`);
    } else if (event.type === 'trancode_created') continue;
    else if (event.type === 'transaction_posted' || event.type === 'transaction_failed') decide(event);
    else if (event.type === 'transaction_voided') {
      const voided = naive.void(event.transaction_id ?? '', event.reason);
      if (isRefused(voided)) wrong.push(`event ${event.sequence} voids what cannot be: ${voided.code}`);
    } else if (!changes.apply(event)) wrong.push(`event ${event.sequence} (${event.type}) is of nobody's making`);

  return [...wrong, ...endsDiffer(naive, archive, money.print)];
};

const bornAs = ({ id, code, type, normal_balance }: StoredAccount): Account => ({
  ...{ id, code, type, normal_balance },
  ...{ is_active: true, enforce_balance_limits: false, limit_basis: 'settled', min_balance: null, max_balance: null },
});

interface Intent {
  readonly entries: readonly {
    readonly account_code?: string;
    readonly type: 'debit' | 'credit';
    readonly amount: string;
  }[];
  readonly day: string;
  readonly layer: string;
}

interface Wanted {
  item(key: string | null): Item | undefined;
  isAtomic(key: string | null): boolean;
  /** The movement that has this leg, and on which side of it the ledger is. */
  leg(transaction: StoredTransaction, archive: Archive): Intent | undefined;
}

const wantedIn = (ledger: StagedLedger, notes: readonly Noted[]): Wanted => {
  const items = new Map<string, { readonly item: Item; readonly noted: Noted }>();
  for (const noted of notes)
    if (noted.wish.kind === 'post' && noted.ledger === ledger)
      for (const item of noted.wish.items) items.set(item.body.idempotency_key, { item, noted });
  return {
    item: (key) => items.get(key ?? '')?.item,
    isAtomic: (key) => {
      const wish = items.get(key ?? '')?.noted.wish;
      return wish?.kind === 'post' && wish.batch === 'atomic';
    },
    leg: ({ operation_id: operation, id, day }, { accounts }) => {
      const moved = notes.find(({ operationId }) => operationId === operation)?.wish;
      const clearing = accounts.find(({ code }) => code.startsWith('STR-'))?.code;
      if (moved?.kind !== 'move' || clearing === undefined || id === '') return undefined;
      const leaves = moved.source === ledger;
      const amount = leaves ? moved.sourceAmount : moved.targetAmount;
      return {
        day,
        layer: 'settled',
        entries: [
          { account_code: moved.accountCode, type: leaves ? 'debit' : 'credit', amount },
          { account_code: clearing, type: leaves ? 'credit' : 'debit', amount },
        ],
      };
    },
  };
};

const intentOf = (transaction: StoredTransaction, wanted: Wanted, archive: Archive): Intent | undefined => {
  if (transaction.operation_id !== null) return wanted.leg(transaction, archive);
  const body = wanted.item(transaction.key)?.body;
  return body && { entries: body.entries, day: body.effective_date, layer: body.layer ?? 'settled' };
};

const differences = (stored: StoredTransaction, intent: Intent, entries: readonly Entry[]): readonly string[] => {
  const asked = JSON.stringify([intent.day, intent.layer, entries.map((e) => [e.account.id, e.type, String(e.units)])]);
  const has = JSON.stringify([stored.day, stored.layer, stored.entries]);
  const isPosted = stored.sequence !== null;
  return isPosted && asked !== has ? [`${stored.id} was asked for as ${asked} and is ${has}`] : [];
};

interface Changes {
  /** Whether somebody had asked for what the event says; then the naive ledger does it too. */
  apply(event: StoredEvent): boolean;
}

const createChanges = (archive: Archive, naive: NaiveLedger, own: readonly Noted[]): Changes => {
  // Where two requests would explain an event, the one that was told it had happened comes first.
  const asked = own.toSorted((one, other) => Number(isAcknowledged(other)) - Number(isAcknowledged(one)));
  const find = (explains: (noted: Noted) => boolean): Noted | undefined => {
    const found = asked.find((noted) => !noted.isFound && explains(noted));
    if (found) found.isFound = true;
    return found;
  };
  return {
    apply: (event) => {
      const at = event.occurred_at.getTime();
      switch (event.type) {
        case 'account_created':
        case 'journal_created':
        case 'transaction_reversed':
        case 'transaction_reversed_in_part':
          return true;
        case 'account_updated': {
          const account = naive.accounts.find(({ id }) => id === event.account_id) as Account;
          const row = archive.accounts.find(({ id }) => id === event.account_id) as StoredAccount;
          const found = find(
            ({ wish }) =>
              wish.kind === 'change' &&
              wish.accountId === event.account_id &&
              accountFormats.isHashOf(
                event.content_hash,
                asKept(row, { ...account, ...wish.change }, event.occurred_at),
              ),
          );
          if (found?.wish.kind === 'change') naive.change(account, found.wish.change);
          return found !== undefined;
        }
        case 'journal_updated':
          return naive.journals.some((journal) => {
            const row = archive.journals.find(({ id }) => id === journal.id);
            const found = find(
              ({ wish }) =>
                wish.kind === 'journal' &&
                wish.journalId === journal.id &&
                journalFormats.isHashOf(
                  event.content_hash,
                  keptJournal(row, wish.status === 'closed', event.occurred_at),
                ),
            );
            if (found?.wish.kind === 'journal') journal.status = found.wish.status;
            return found !== undefined;
          });
        case 'period_locked': {
          const lock = archive.locks.find(
            ({ id, created_at }) => created_at.getTime() === at && !naive.locks.some((known) => known.id === id),
          );
          if (!lock) return false;
          naive.lock({ id: lock.id, locked_until: lock.locked_until, released: false });
          return find(({ wish }) => wish.kind === 'lock' && wish.lockedUntil === lock.locked_until) !== undefined;
        }
        case 'period_released': {
          const row = archive.locks.find(({ released_at }) => released_at?.getTime() === at);
          const lock = naive.locks.find(({ id, released }) => id === row?.id && !released);
          if (lock) lock.released = true;
          return lock !== undefined;
        }
        default:
          return false;
      }
    },
  };
};

const asKept = (row: StoredAccount, account: Account, at: Date): KeptAccount => {
  const cents = (text: string | null): bigint | null => (text === null ? null : BigInt(text.replace('.', '')));
  return {
    ...{ id: row.id, code: row.code, name: row.name, type: row.type, category: row.category },
    ...{ normalBalance: row.normal_balance, parentId: null, description: row.description, isSystem: row.is_system },
    ...{ isActive: account.is_active, metadata: null, createdAt: row.created_at, updatedAt: at },
    limits: {
      enforced: account.enforce_balance_limits,
      basis: account.limit_basis,
      min: cents(account.min_balance),
      max: cents(account.max_balance),
    },
  } satisfies Record<keyof KeptAccount, unknown> as unknown as KeptAccount;
};

const keptJournal = (row: Archive['journals'][number] | undefined, isClosed: boolean, at: Date): Journal =>
  ({
    ...{ id: row?.id, code: row?.code, name: row?.name, description: null, isClosed, metadata: null },
    ...{ createdAt: row?.created_at, updatedAt: at },
  }) as Journal;

const endsDiffer = (naive: NaiveLedger, archive: Archive, print: (units: bigint) => string): readonly string[] => {
  const wrong: string[] = [];
  const replayed = new Map(naive.transactions.map((transaction) => [transaction.id, transaction]));
  for (const { id, status, sequence, failure } of archive.transactions) {
    const { status: asStatus, sequence: asSequence, failure: asFailure } = replayed.get(id) ?? undecided();
    const [is, should] = [
      [status, sequence, failure],
      [asStatus, asSequence, asFailure],
    ].map((all) => all.join(' '));
    if (is !== should) wrong.push(`${id} is ${is} and should be ${should}`);
  }
  for (const account of naive.accounts) {
    const row = archive.accounts.find(({ id }) => id === account.id);
    const shown = naive.balances(account, '9999-12-31').layer_details;
    for (const layer of ['settled', 'pending', 'encumbrance'] as const) {
      const is = (row?.totals[layer] ?? ['0', '0']).map((units) => print(BigInt(units))).join(' ');
      const should = `${shown[layer]?.debits} ${shown[layer]?.credits}`;
      if (is !== should) wrong.push(`${account.code}.${layer} is ${is} and should be ${should}`);
    }
    const state = [row?.is_active, row?.enforce_balance_limits].join();
    if (state !== [account.is_active, account.enforce_balance_limits].join()) wrong.push(`${account.code} is ${state}`);
  }
  return wrong;
};
