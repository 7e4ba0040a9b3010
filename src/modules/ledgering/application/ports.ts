/** The ports through which ledgering uses a store. Adapters hold no rules, and write nothing without a `tx`. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Denomination, Minor } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { Principal } from '../../../kernel/principal';
import type { QuotaName, QuotaUse } from '../../../kernel/quotas';
import { token } from '../../../kernel/token';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type { TimeZone } from '../../../kernel/time-zone';
import type { JudgedBy, NewKey } from '../../attributes';
import type { Account, AccountChange, AccountId, ChangeFacts, OpeningFacts } from '../domain/account';
import type { AccountSet, AccountSetId, AccountSetMember, MembershipFacts, MemberType } from '../domain/account-set';
import type { PostingFacts } from '../domain/books';
import type { LedgerHead } from '../domain/chain';
import type { EventSubject, LoggedEvent } from '../domain/event';
import type { AccountFact } from '../domain/draft';
import type { Acceptance, AcceptanceReading, AcceptanceWants } from '../domain/judging';
import type { Journal } from '../domain/journal';
import type { Ledger, LedgerUse } from '../domain/ledger';
import type { Stretch } from '../domain/stretch';
import type { PeriodLock, PeriodLockId } from '../domain/period-lock';
import type { PostingPlan, Touched } from '../domain/posting';
import type { StringOperation } from '../domain/string-operation';
import type { JournalId, PendingTransaction, TransactionId } from '../domain/transaction';
import type { DecidedTransactions } from '../domain/undoing';

export type { JudgedBy, NewKey } from '../../attributes';

export interface AcceptanceStore {
  /** Reads everything that the group names, and tries to lock the group's idempotency keys. */
  readAcceptance(tx: Tx, ledgerId: LedgerId, wants: AcceptanceWants): Promise<AcceptanceReading>;
  /** Reads accounts that have no limits, in the order of their ids after the id `after`, at most `limit`. */
  readAccounts(tx: Tx, ledgerId: LedgerId, after: AccountId | null, limit: number): Promise<readonly AccountFact[]>;
  /**
   * Prevents changes to the ledger's terms (its currency and decimals, the states of its codes, its accounts) until `tx` ends. 'shared':
   * for an acceptance without the head's lock, before it reads the terms. 'alone': for a change to the terms, after the head's lock.
   * 'alone' waits for acceptances under way, so that afterwards all pending work can be counted.
   */
  holdTerms(tx: Tx, ledgerId: LedgerId, hold: JudgedBy['hold']): Promise<void>;
  /** Writes all acceptances, or throws `WriteConflict`. */
  writeAcceptances(tx: Tx, ledgerId: LedgerId, acceptances: readonly Acceptance[]): Promise<void>;
  /** Stores the idempotency key of an operation that creates no transaction, or throws `WriteConflict`. */
  useKey(tx: Tx, ledgerId: LedgerId, used: KeyOfEvent): Promise<void>;
  /** Locks the attribute rules until `tx` ends, before any head. Throws `RulesChanged` if they have changed. 'alone' excludes others. */
  holdRules(tx: Tx, rules: JudgedBy): Promise<void>;
  /** Declares the new attribute keys of transactions that are being accepted. Needs the lock of the attribute rules in the mode 'alone'. */
  declareKeys(tx: Tx, tenantId: TenantId, keys: readonly NewKey[], at: Date): Promise<void>;
}

/** A used idempotency key, the operation that used it, and the id of the record that the operation created. */
export interface UsedKey extends Pick<Acceptance, 'operation' | 'fingerprint' | 'makes'> {
  readonly key: string;
}

/** The key of an operation that creates no transaction. The event with this sequence records the operation. */
export type KeyOfEvent = UsedKey & { readonly logSequence: bigint };

/** Thrown if a value that was read has changed: a key was used, or the head moved. The transaction must be rolled back. */
export class WriteConflict extends Error {}

/** Thrown if a value that was read before the write has changed. Nothing is written, and the request is judged again. */
export class OutdatedGuess extends Error {}

/** Thrown if the attribute rules have changed since the request was judged. The request must be rolled back and judged again. */
export class RulesChanged extends OutdatedGuess {}

export interface AttributeIndexStore {
  ledgersOfTenant(tenantId: TenantId): Promise<readonly LedgerId[]>;
  /**
   * Adds the ledger's next transactions to the index of a key, at most `limit`, in the order of their ids. Returns 'begun' if the call only
   * registered the work; 'more' or 'done' after a batch; 'busy' if another process indexes the key, or a later round has begun.
   */
  indexBatch(
    tx: Tx,
    ledgerId: LedgerId,
    key: string,
    round: number,
    limit: number,
  ): Promise<'begun' | 'more' | 'done' | 'busy'>;
}

/** The subjects of events about the chart, with their texts. */
export interface About {
  /** The text of each event, from which the event's content hash is computed. */
  readonly contents: readonly string[];
  /** The subject that all the events share; undefined for events about accounts, each of which names its own account. */
  readonly subject: EventSubject | undefined;
}

export interface DueHold {
  readonly id: TransactionId;
  /** The remaining amount of the hold. */
  readonly left: Minor;
  /** The number of the hold's entries. */
  readonly entries: number;
}

export type HeadLock = 'locked' | 'to be locked';

/** The posting facts of a ledger, its time zone and its tenant. */
export interface LedgerTerms extends PostingFacts {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
}

export interface PostingStore {
  /**
   * Locks the ledger's head, so that the caller is the ledger's only writer until `tx` ends. Undefined if the ledger does not exist. Throws
   * `Busy` after the lock timeout of the transaction. The lock is fastest as the first statement of `tx`.
   */
  lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined>;
  /** Returns the transactions that `claimPending` would claim, without a lock: another process may decide them meanwhile. */
  oldestPending(tx: Tx, ledgerId: LedgerId, limit: number): Promise<readonly TransactionId[]>;
  /**
   * Claims the oldest pending transactions, at most `limit`; an atomic batch is claimed whole. Transactions in `remembered` are not read
   * again, because an accepted intent never changes. Needs the head's lock.
   */
  claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered?: ReadonlyMap<TransactionId, PendingTransaction>,
  ): Promise<readonly PendingTransaction[]>;
  /** Reads the facts that posting to these accounts and journals needs; for accounts with limits also the sums of each day. */
  readPostingFacts(tx: Tx, ledgerId: LedgerId, touched: Touched): Promise<LedgerTerms>;
  /** Writes a plan that posts pending work. Throws if the write changes rows other than those of the plan. Needs the head's lock. */
  writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void>;
  /**
   * Accepts and posts in one write, with the effect of `writeAcceptances` followed by `writePosting`. The plan decides all of the
   * acceptances and no other pending work. Needs the head's lock, or with 'to be locked' takes it first, like `lockHead`. With 'to be
   * locked' it throws `WriteConflict` if the ledger's head is not the one at which the plan begins, if work is pending, or if a key is used
   * or in use.
   */
  writeAtOnce(
    tx: Tx,
    ledgerId: LedgerId,
    acceptances: readonly Acceptance[],
    plan: PostingPlan,
    head: HeadLock,
  ): Promise<void>;
  /** Reads transactions with their entries; leaves out ids that the ledger does not have. */
  readDecided(tx: Tx, ledgerId: LedgerId, transactionIds: readonly TransactionId[]): Promise<DecidedTransactions>;
  /** Reads transactions and the head without a lock, so both may change. `head` is undefined if the ledger does not exist. */
  readTargets(
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<readonly [LedgerHead | undefined, DecidedTransactions]>;
  /** Reads the open holds that expire at `due` or before, earliest expiry first, at most `limit`. */
  readDueHolds(tx: Tx, ledgerId: LedgerId, due: Date, limit: number): Promise<readonly DueHold[]>;
  /** Returns the ledgers that have holds due, whichever process accepted them. */
  ledgersWithDueHolds(due: Date): Promise<readonly LedgerId[]>;
  /** Returns the ledgers that have pending work, whichever process accepted it. */
  ledgersWithPendingWork(): Promise<readonly LedgerId[]>;
}

/** An attempt at posting a transaction, which a process has begun and not withdrawn. */
export interface PostingAttempt {
  readonly transactionId: TransactionId;
  /** The id of the process that makes the attempt. */
  readonly owner: string;
  /** True if the attempt posts only the transaction and its atomic batch. */
  readonly isAlone: boolean;
}

/** This process, and the processes that have a database session. */
export interface Presence {
  /** The id of this process. */
  readonly own: string;
  /** Those of the requested processes that have a database session now. */
  readonly present: ReadonlySet<string>;
}

export interface QuarantineStore {
  attempts(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly PostingAttempt[]>;
  presence(tx: Tx, owners: readonly string[]): Promise<Presence>;
  mark(tx: Tx, ledgerId: LedgerId, attempts: readonly PostingAttempt[]): Promise<void>;
  /** Withdraws this owner's attempts at the transactions, and all attempts at decided transactions. */
  unmark(tx: Tx, ledgerId: LedgerId, owner: string, ids: readonly TransactionId[]): Promise<void>;
}

/** The ids of a ledger and of its tenant. */
export type OfLedger = Pick<Principal, 'tenantId' | 'ledgerId'>;
export type CountedInChart = Extract<QuotaName, 'ledgers' | 'journals' | 'period_locks'>;

export interface ChartStore {
  /** Inserts the ledger with its head and its journal DEFAULT; false if the tenant already has a ledger of that code. */
  insertLedger(tx: Tx, ledger: Ledger, head: LedgerHead, defaultJournal: Journal): Promise<boolean>;
  /** Reads the ledger and the facts that forbid a different currency; undefined if it does not exist. Needs the head's lock. */
  readLedgerUse(tx: Tx, ledgerId: LedgerId): Promise<{ readonly ledger: Ledger; readonly use: LedgerUse } | undefined>;
  /** Updates the ledger's currency, the currency's kind, and the decimals. */
  updateCurrency(tx: Tx, ledger: Ledger): Promise<void>;
  updateClock(tx: Tx, ledger: Ledger): Promise<void>;
  updateCalendar(tx: Tx, ledger: Ledger): Promise<void>;
  /** Reads the ledger's currency and decimals. Without the head's lock they may change at any time. */
  readDenomination(tx: Tx, ledgerId: LedgerId): Promise<Denomination>;
  readOpeningFacts(tx: Tx, ledgerId: LedgerId, code: string, parentCode: string | null): Promise<OpeningFacts>;
  insertAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void>;
  /** Reads the account, and the facts on which the change depends; undefined if the ledger has no account with that id. */
  readForChange(
    tx: Tx,
    ledgerId: LedgerId,
    accountId: AccountId,
    change: AccountChange,
    today: Day,
  ): Promise<{ readonly account: Account; readonly balance: Minor; readonly facts: ChangeFacts } | undefined>;
  updateAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void>;
  /** Returns the reason why an account cannot be deleted, as the end of a sentence; undefined if nothing uses the account. */
  readAccountUse(tx: Tx, ledgerId: LedgerId, accountId: AccountId): Promise<string | undefined>;
  /** Deletes the account, and keeps its code and name for rows that still refer to it. */
  deleteAccount(tx: Tx, ledgerId: LedgerId, accountId: AccountId, at: Date): Promise<void>;
  /** Inserts the journal; false if the code is taken. */
  insertJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean>;
  readJournal(tx: Tx, ledgerId: LedgerId, journalId: JournalId): Promise<Journal | undefined>;
  /** Updates the journal; false if another journal has the code. */
  updateJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean>;
  /** Returns whether any pending transaction is effective on or before the day. */
  hasPendingUpTo(tx: Tx, ledgerId: LedgerId, day: Day): Promise<boolean>;
  insertPeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void>;
  readPeriodLock(tx: Tx, ledgerId: LedgerId, lockId: PeriodLockId): Promise<PeriodLock | undefined>;
  releasePeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void>;
  /** Counts the tenant's ledgers, or the ledger's journals or period locks, after one has been inserted (kernel/postgres/quotas). */
  readUse(tx: Tx, quota: CountedInChart, whose: OfLedger): Promise<QuotaUse>;
  /** Appends events to the ledger's log and moves its head. Needs the head's lock. */
  appendEvents(tx: Tx, ledgerId: LedgerId, events: readonly LoggedEvent[], about: About): Promise<void>;
}

export interface StretchStore {
  /** Returns the ledgers that have at least `least` events, whichever process wrote them, with the sequence of the last event. */
  ledgersOfEvents(least: bigint): Promise<readonly { readonly ledgerId: LedgerId; readonly lastSequence: bigint }[]>;
  /** Returns the stretches of a ledger's log that are already summed. */
  stretches(ledgerId: LedgerId): Promise<readonly Stretch[]>;
  /** Sums a complete stretch from entries, or from `known`, the stretches of the level below. Undefined if it has already been summed. */
  sum(
    tx: Tx,
    ledgerId: LedgerId,
    stretch: Pick<Stretch, 'level' | 'after' | 'through'>,
    known: readonly Stretch[],
  ): Promise<Stretch | undefined>;
}

export interface SearchStore {
  /** Returns the sequence of the last event that a search filter covers; 0 if there is no filter yet. */
  filledThrough(ledgerId: LedgerId): Promise<bigint>;
  /** Writes the filters of complete blocks of events; keeps filters that another process wrote meanwhile. */
  fill(tx: Tx, ledgerId: LedgerId, after: bigint, through: bigint): Promise<void>;
}

/** The values by which a conversion or transfer was judged. They may change before its turn. */
export interface StringGuess {
  readonly stringId: string;
  /** The two ledgers of the operation. Both must be members of the string. */
  readonly ledgerIds: readonly LedgerId[];
  /** The stored rate that the operation uses; null if it uses no stored rate. */
  readonly rate: { readonly base: string; readonly quote: string; readonly setAt: Date } | null;
}

export interface StringOperationStore {
  /** Locks the string, its members and the rate until `tx` ends, before any head. Throws `OutdatedGuess` if one has changed. */
  holdGuess(tx: Tx, guess: StringGuess): Promise<void>;
  insertOperation(tx: Tx, ledgerId: LedgerId, operation: StringOperation): Promise<void>;
  readOperation(tx: Tx, ledgerId: LedgerId, id: string): Promise<StringOperation | undefined>;
}

export interface AccountSetStore {
  /** Inserts the account set; false if the code is taken. */
  insertSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean>;
  /** Counts the account sets of the ledger, after one has been inserted. Needs the head's lock. */
  readSetUse(tx: Tx, whose: OfLedger): Promise<QuotaUse>;
  readSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<AccountSet | undefined>;
  /** Updates the account set; false if another set has the code. */
  updateSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean>;
  /** Deletes the account set with its memberships, but not its members; false if the set does not exist. */
  deleteSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<boolean>;
  readMembership(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberType: MemberType,
    memberId: string,
  ): Promise<MembershipFacts>;
  insertMember(tx: Tx, ledgerId: LedgerId, member: AccountSetMember): Promise<void>;
  /** Returns the removed member; undefined if the set has no such member. */
  deleteMember(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberId: string,
  ): Promise<AccountSetMember | undefined>;
}

export const SEARCH_STORE = token<SearchStore>('SearchStore');
export const STRETCH_STORE = token<StretchStore>('StretchStore');
export const STRING_OPERATION_STORE = token<StringOperationStore>('StringOperationStore');
export const LEDGERING_UNIT_OF_WORK = token<UnitOfWork>('LedgeringUnitOfWork');
export const ACCEPTANCE_STORE = token<AcceptanceStore>('AcceptanceStore');
export const ATTRIBUTE_INDEX_STORE = token<AttributeIndexStore>('AttributeIndexStore');
export const POSTING_STORE = token<PostingStore>('PostingStore');
export const QUARANTINE_STORE = token<QuarantineStore>('QuarantineStore');
export const CHART_STORE = token<ChartStore>('ChartStore');
export const ACCOUNT_SET_STORE = token<AccountSetStore>('AccountSetStore');
