/** Acceptance in memory. It behaves like the PostgreSQL store; the same contract tests check both. */
import { keep } from '../../../kernel/memory/kept';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { lastDay, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AttributeKeys, TransactionCodeStates } from '../../../kernel/memory/tokens';
import {
  RulesChanged,
  WriteConflict,
  type AcceptanceStore,
  type JudgedBy,
  type NewKey,
  type UsedKey,
} from '../application/ports';
import { isClearingAccount, type Account, type AccountId } from '../domain/account';
import type { PostingAccount } from '../domain/books';
import type { AccountFact } from '../domain/draft';
import {
  pendingOf as toPending,
  type Acceptance,
  type AcceptanceReading,
  type AcceptanceWants,
} from '../domain/judging';
import { defaultJournalCode } from '../domain/journal';
import type { PendingTransaction, TransactionId } from '../domain/transaction';
import { nothingUndone } from '../domain/undoing';
import {
  booksOf,
  courseAfter,
  headOf,
  lockedUntilOf,
  settledOf,
  type BooksByLedger,
  type LedgerBooks,
} from './ledger-books';

export class MemoryAcceptanceStore implements AcceptanceStore {
  constructor(
    private readonly books: BooksByLedger,
    private readonly attributes: AttributeKeys,
    private readonly codes: TransactionCodeStates,
  ) {}

  async readAcceptance(_: Tx, ledgerId: LedgerId, wants: AcceptanceWants): Promise<AcceptanceReading> {
    const codes = await this.codes.states(ledgerId, wants.transactionCodes);
    const { accounts, journals, keys, transactions, ...rest } = booksOf(this.books, ledgerId);
    const known = [...accounts.values()]
      .filter(({ id, code }) => wants.accountIds.includes(id) || wants.accountCodes.includes(code))
      .map((account) => asNamed(booksOf(this.books, ledgerId), account, wants.days));
    const named = [...journals.values()].filter(
      ({ id, code }) => wants.journalIds.includes(id) || code === defaultJournalCode,
    );
    const ofDefault = named.find(({ code }) => code === defaultJournalCode);
    if (!ofDefault) throw new Error(`ledger ${ledgerId} has no default journal`);
    const draftOf = (id: string) => transactions.get(id as TransactionId)?.acceptance.draft;
    return {
      facts: {
        accountsById: new Map(known.map((account) => [account.id, account])),
        accountsByCode: new Map(known.map((account) => [account.code, account])),
        journals: new Map(named.map(({ id, isClosed }) => [id, { isClosed }])),
        defaultJournalId: ofDefault.id,
        lockedUntil: lockedUntilOf({ accounts, journals, keys, transactions, ...rest }),
        correlationSources: new Map(
          wants.correlationSourceIds.flatMap((id) => {
            const draft = draftOf(id);
            return draft ? [[id, { correlationId: draft.correlationId }] as const] : [];
          }),
        ),
        transactionCodes: new Map(
          codes.map(({ code, version, status }) => [code, { version, isActive: status === 'active' }]),
        ),
        denomination: rest.ledger.denomination,
      },
      usedKeys: new Map(
        wants.keys.flatMap((key) => {
          const use = keys.get(key);
          const { correlationId = null, batchId = null } = (use && draftOf(use.madeId)) ?? {};
          return use ? [[key, { ...use, correlationId, batchId }] as const] : [];
        }),
      ),
      // In-memory transactions run one at a time, so no other request is still using a key.
      busyKeys: new Set(),
      hasBacklog: pendingOf(booksOf(this.books, ledgerId)).length > 0,
      head: headOf(booksOf(this.books, ledgerId)),
    };
  }

  async readAccounts(
    _: Tx,
    ledgerId: LedgerId,
    after: AccountId | null,
    limit: number,
  ): Promise<readonly AccountFact[]> {
    const books = booksOf(this.books, ledgerId);
    return [...books.accounts.values()]
      .filter(({ id, limits }) => !limits.enforced && id > (after ?? ''))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit)
      .map((account) => asNamed(books, account, []));
  }

  async holdRules(_: Tx, { tenantId, version }: JudgedBy): Promise<void> {
    if (this.attributes.version(tenantId) !== version) throw new RulesChanged('The attribute rules have changed.');
  }

  async declareKeys(tx: Tx, tenantId: TenantId, keys: readonly NewKey[], at: Date): Promise<void> {
    this.attributes.declare(tx, tenantId, keys, at);
  }

  /** In-memory transactions run one at a time, so no other request can change the terms of the ledger meanwhile. */
  async holdTerms(): Promise<void> {
    await Promise.resolve();
  }

  async useKey(tx: Tx, ledgerId: LedgerId, { key, operation, fingerprint, makes }: UsedKey): Promise<void> {
    const { keys } = booksOf(this.books, ledgerId);
    if (keys.has(key)) throw new WriteConflict('The key was used.');
    keep(tx, keys, key, { operation, fingerprint, madeId: makes });
  }

  async writeAcceptances(tx: Tx, ledgerId: LedgerId, acceptances: readonly Acceptance[]): Promise<void> {
    writeAcceptances(tx, booksOf(this.books, ledgerId), acceptances);
  }
}

export const writeAcceptances = (
  tx: Tx,
  { keys, transactions }: LedgerBooks,
  acceptances: readonly Acceptance[],
): void => {
  for (const acceptance of acceptances) {
    const { draft, operation, fingerprint, makes } = acceptance;
    if (draft.idempotencyKey !== null) {
      if (keys.has(draft.idempotencyKey)) throw new WriteConflict('The key was used.');
      keep(tx, keys, draft.idempotencyKey, { operation, fingerprint, madeId: makes });
    }
    keep(tx, transactions, draft.id, { acceptance, ...waiting, updatedAt: draft.acceptedAt });
  }
};

const waiting = {
  status: 'pending',
  sequence: null,
  failure: null,
  positions: null,
  undone: [],
  undoneBy: [],
  reversals: [],
  undoneAmounts: nothingUndone,
  isExpired: false,
  movedEnd: null,
  extendedOn: null,
  voidReason: null,
  postedAt: null,
} as const;

export const asPosted = (
  books: LedgerBooks,
  { id, code, isActive, normalBalance, limits }: Account,
  days: readonly Day[],
): PostingAccount => {
  const { debits, credits, heldDebits = 0n, heldCredits = 0n } = settledOf(books, id);
  const account = { code, isActive, normalBalance, limits };
  if (!limits.enforced)
    return { ...account, settledDebits: 0n, settledCredits: 0n, heldDebits: 0n, heldCredits: 0n, later: [] };
  const later = courseAfter(books, id, days.toSorted()[0] ?? lastDay);
  return { ...account, settledDebits: debits, settledCredits: credits, heldDebits, heldCredits, later };
};

const asNamed = (books: LedgerBooks, account: Account, days: readonly Day[]): AccountFact => ({
  id: account.id,
  isClearing: isClearingAccount(account),
  isGroup: account.isGroup,
  ...asPosted(books, account, days),
});

/** Returns the pending transactions, the oldest first. Their ids are ordered by the time of acceptance. */
export const pendingOf = ({ transactions }: LedgerBooks): readonly PendingTransaction[] =>
  [...transactions.values()]
    .filter(({ status }) => status === 'pending')
    .map(({ acceptance }) => toPending(acceptance))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
