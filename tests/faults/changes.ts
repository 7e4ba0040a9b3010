/**
 * Checks the events of changed accounts, journals, period locks and codes: each must come from a request. Applies each change to the naive
 * ledger of the model test as well.
 */
import type { Account as KeptAccount } from '../../src/modules/ledgering/domain/account';
import { accountFormats, journalFormats } from '../../src/modules/ledgering/domain/formats';
import type { Journal } from '../../src/modules/ledgering/domain/journal';
import type { NaiveLedger } from '../model/naive-ledger';
import type { Account } from '../model/records';
import type { Archive, StoredAccount, StoredEvent } from './archive';
import { isAcknowledged, type Noted } from './diary';

export interface Changes {
  /** Returns true if a request explains the event; then applies the change to the naive ledger. */
  apply(event: StoredEvent): boolean;
}

export const createChanges = (archive: Archive, naive: NaiveLedger, own: readonly Noted[]): Changes => {
  // If two requests explain the same event, the acknowledged one is preferred.
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
        case 'hold_settled':
        case 'hold_released':
        case 'hold_expired':
        case 'trancode_created':
          return true;
        case 'trancode_deprecated': {
          // Only the first deprecation of a code writes an event. Later requests get the same answer, so the event explains all of them.
          const deprecations = asked.filter(
            ({ wish }) => wish.kind === 'deprecate' && wish.codeId === event.trancode_id,
          );
          for (const deprecation of deprecations) deprecation.isFound = true;
          return deprecations.length > 0;
        }
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
    cashFlow: null,
    isGroup: false,
  } satisfies Record<keyof KeptAccount, unknown> as unknown as KeptAccount;
};

const keptJournal = (row: Archive['journals'][number] | undefined, isClosed: boolean, at: Date): Journal =>
  ({
    ...{ id: row?.id, code: row?.code, name: row?.name, description: null, isClosed, metadata: null },
    ...{ createdAt: row?.created_at, updatedAt: at },
  }) as Journal;
