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
  /** Reads everything the group names, and tries to take its keys. */
  readAcceptance(tx: Tx, ledgerId: LedgerId, wants: AcceptanceWants): Promise<AcceptanceReading>;
  /** Accounts without limits in the order of their ids, behind that one, `limit` at most. */
  readAccounts(tx: Tx, ledgerId: LedgerId, after: AccountId | null, limit: number): Promise<readonly AccountFact[]>;
  /**
   * Keeps the terms of the ledger as they are until `tx` ends: how it counts, the states of its codes, and what the accounts are that
   * accepted work names. Shared, for acceptance without the head's lock, before it reads them. Alone, for a change of them, behind all that was
   * accepted by them and after the head: then what waits to be posted can be counted.
   */
  holdTerms(tx: Tx, ledgerId: LedgerId, hold: JudgedBy['hold']): Promise<void>;
  /** Writes all of it, or is `WriteConflict`. */
  writeAcceptances(tx: Tx, ledgerId: LedgerId, acceptances: readonly Acceptance[]): Promise<void>;
  /** Uses a key for something that is no transaction of its own, or is `WriteConflict`. */
  useKey(tx: Tx, ledgerId: LedgerId, used: UsedKey): Promise<void>;
  /**
   * Holds attribute rules until `tx` ends, or is `RulesChanged` where they have another version by now. Alone: nothing else is
   * written by them meanwhile. Taken before the head of any ledger.
   */
  holdRules(tx: Tx, rules: JudgedBy): Promise<void>;
  /** Declares the new attribute keys of transactions that are being accepted. Needs the attribute rules held alone. */
  declareKeys(tx: Tx, tenantId: TenantId, keys: readonly NewKey[], at: Date): Promise<void>;
}

/** A used idempotency key, with the operation that used it and the things that it made. */
export interface UsedKey extends Pick<Acceptance, 'operation' | 'fingerprint' | 'makes'> {
  readonly key: string;
}

/** A value that was read is no longer true: a key was used, or the head moved. Only a rollback is possible. */
export class WriteConflict extends Error {}

/** A guess proved wrong: something that was read before the write has changed. Nothing is written, and the request is judged anew. */
export class OutdatedGuess extends Error {}

/** Attributes were judged by rules that have changed since. The transaction can only be rolled back, and judged anew. */
export class RulesChanged extends OutdatedGuess {}

export interface AttributeIndexStore {
  ledgersOfTenant(tenantId: TenantId): Promise<readonly LedgerId[]>;
  /**
   * Indexes at most `limit` of the next older transactions by a key. Begun: nothing was read yet. Busy: another process indexes
   * the key, or a request that was accepted under the old rules is still running.
   */
  indexBatch(
    tx: Tx,
    ledgerId: LedgerId,
    key: string,
    round: number,
    limit: number,
  ): Promise<'begun' | 'more' | 'done' | 'busy'>;
}

/** The subject of events about the chart. */
export interface About {
  /** The text that each event's content hash is computed from. */
  readonly contents: readonly string[];
  /** The subject of all the events; undefined for accounts, because each event names its own. */
  readonly subject: EventSubject | undefined;
}

export interface DueHold {
  readonly id: TransactionId;
  /** The amount of the hold that is neither settled nor released. It never grows. */
  readonly left: Minor;
  /** How many entries it has. */
  readonly entries: number;
}

export type HeadLock = 'locked' | 'to be locked';

/** Posting facts, and where the ledger's days begin. */
export interface LedgerTerms extends PostingFacts {
  readonly timeZone: TimeZone;
}

export interface PostingStore {
  /**
   * Takes the lease of the ledger's one writer, waiting for it as long as the transaction may; then it is `Busy`. Undefined
   * where there is no such ledger. Fastest as the first thing done in `tx`.
   */
  lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined>;
  /** The transactions that `claimPending` would claim: a guess without the head's lock, as others may decide them. */
  oldestPending(tx: Tx, ledgerId: LedgerId, limit: number): Promise<readonly TransactionId[]>;
  /**
   * The oldest pending work, at most `limit` transactions, but whole atomic batches. Transactions that the caller
   * remembers are not read again, because an accepted intent never changes. Needs the head's lock.
   */
  claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered?: ReadonlyMap<TransactionId, PendingTransaction>,
  ): Promise<readonly PendingTransaction[]>;
  /** The facts that decide on posting to these accounts and journals on these days; limited accounts come with their course after the first day. */
  readPostingFacts(tx: Tx, ledgerId: LedgerId, touched: Touched): Promise<LedgerTerms>;
  /** The one write that posts; throws when it changes other rows than the plan says. Needs the head's lock. */
  writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void>;
  /**
   * Accepts and posts in one write: what `writeAcceptances` and then `writePosting` would leave behind. The plan decides all
   * of the acceptances and no other waiting work. Needs the head's lock, or takes it first, waiting as `lockHead` does: then it is
   * `WriteConflict` where the ledger does not stand where the plan begins, where work waits to be posted, and where a key
   * is used or in use.
   */
  writeAtOnce(
    tx: Tx,
    ledgerId: LedgerId,
    acceptances: readonly Acceptance[],
    plan: PostingPlan,
    head: HeadLock,
  ): Promise<void>;
  /** Transactions with their entries, to be undone; those that the ledger does not have are left out. */
  readDecided(tx: Tx, ledgerId: LedgerId, transactionIds: readonly TransactionId[]): Promise<DecidedTransactions>;
  /** The same and the head that they were read at, without its lock: a guess. The head is undefined where there is no such ledger. */
  readTargets(
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<readonly [LedgerHead | undefined, DecidedTransactions]>;
  /** Open holds that expire then or before, at most `limit`: the one first that was due first. */
  readDueHolds(tx: Tx, ledgerId: LedgerId, due: Date, limit: number): Promise<readonly DueHold[]>;
  /** Ledgers that have such holds, of every process. */
  ledgersWithDueHolds(due: Date): Promise<readonly LedgerId[]>;
  /** Ledgers that have pending work, of every process. */
  ledgersWithPendingWork(): Promise<readonly LedgerId[]>;
}

/** An attempt at posting that a process began and did not take back. */
export interface PostingAttempt {
  readonly transactionId: TransactionId;
  /** The process. */
  readonly owner: string;
  /** Whether nothing else was posted in the same attempt, except its atomic batch. */
  readonly isAlone: boolean;
}

/** Processes, as the store knows them. */
export interface Presence {
  /** This process. */
  readonly own: string;
  /** Those of the named processes that have a session now. */
  readonly present: ReadonlySet<string>;
}

export interface QuarantineStore {
  attempts(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly PostingAttempt[]>;
  presence(tx: Tx, owners: readonly string[]): Promise<Presence>;
  mark(tx: Tx, ledgerId: LedgerId, attempts: readonly PostingAttempt[]): Promise<void>;
  /** Takes back the attempts of this owner at the transactions, and all attempts at those that are decided. */
  unmark(tx: Tx, ledgerId: LedgerId, owner: string, ids: readonly TransactionId[]): Promise<void>;
}

/** A ledger with its tenant. */
export type OfLedger = Pick<Principal, 'tenantId' | 'ledgerId'>;
export type CountedInChart = Extract<QuotaName, 'ledgers' | 'journals' | 'period_locks'>;

export interface ChartStore {
  /** The new ledger with its head and its journal DEFAULT; false when the tenant has the code already. */
  insertLedger(tx: Tx, ledger: Ledger, head: LedgerHead, defaultJournal: Journal): Promise<boolean>;
  /** The ledger, and what its currency is bound by; undefined where there is none. Needs the head's lock. */
  readLedgerUse(tx: Tx, ledgerId: LedgerId): Promise<{ readonly ledger: Ledger; readonly use: LedgerUse } | undefined>;
  /** Its currency, the kind of it, and its decimals. */
  updateCurrency(tx: Tx, ledger: Ledger): Promise<void>;
  updateClock(tx: Tx, ledger: Ledger): Promise<void>;
  updateCalendar(tx: Tx, ledger: Ledger): Promise<void>;
  /** How the ledger counts. Needs the head's lock, behind which that is a fact. */
  readDenomination(tx: Tx, ledgerId: LedgerId): Promise<Denomination>;
  readOpeningFacts(tx: Tx, ledgerId: LedgerId, code: string, parentCode: string | null): Promise<OpeningFacts>;
  insertAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void>;
  /** The account, and what a change of it depends on; undefined when the ledger has none of that id. */
  readForChange(
    tx: Tx,
    ledgerId: LedgerId,
    accountId: AccountId,
    change: AccountChange,
    today: Day,
  ): Promise<{ readonly account: Account; readonly balance: Minor; readonly facts: ChangeFacts } | undefined>;
  updateAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void>;
  /** The reason why an account cannot be deleted, as the end of a sentence; undefined if nothing uses it. */
  readAccountUse(tx: Tx, ledgerId: LedgerId, accountId: AccountId): Promise<string | undefined>;
  /** Its code and name are remembered, for what still names it. */
  deleteAccount(tx: Tx, ledgerId: LedgerId, accountId: AccountId, at: Date): Promise<void>;
  /** False when the code is taken. */
  insertJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean>;
  readJournal(tx: Tx, ledgerId: LedgerId, journalId: JournalId): Promise<Journal | undefined>;
  /** False when the code is taken by another journal. */
  updateJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean>;
  /** Whether pending work is effective on or before the day. */
  hasPendingUpTo(tx: Tx, ledgerId: LedgerId, day: Day): Promise<boolean>;
  insertPeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void>;
  readPeriodLock(tx: Tx, ledgerId: LedgerId, lockId: PeriodLockId): Promise<PeriodLock | undefined>;
  releasePeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void>;
  /** How many of these the tenant or the ledger has, behind the insertion of one (kernel/postgres/quotas). */
  readUse(tx: Tx, quota: CountedInChart, whose: OfLedger): Promise<QuotaUse>;
  /** Appends to the ledger's log and moves its head. Needs the head's lock. */
  appendEvents(tx: Tx, ledgerId: LedgerId, events: readonly LoggedEvent[], about: About): Promise<void>;
}

export interface StretchStore {
  /** Ledgers that have this many events or more, of every process, and their last event. */
  ledgersOfEvents(least: bigint): Promise<readonly { readonly ledgerId: LedgerId; readonly lastSequence: bigint }[]>;
  /** The stretches of a ledger that are already summed. */
  stretches(ledgerId: LedgerId): Promise<readonly Stretch[]>;
  /** Sums a stretch that is over, of entries or of known stretches of the level below. Undefined where it was summed meanwhile. */
  sum(
    tx: Tx,
    ledgerId: LedgerId,
    stretch: Pick<Stretch, 'level' | 'after' | 'through'>,
    known: readonly Stretch[],
  ): Promise<Stretch | undefined>;
}

export interface SearchStore {
  /** The last event that a search filter covers; 0 if there is no filter yet. */
  filledThrough(ledgerId: LedgerId): Promise<bigint>;
  /** Writes the filters of whole blocks of events; those that another process wrote meanwhile stay. */
  fill(tx: Tx, ledgerId: LedgerId, after: bigint, through: bigint): Promise<void>;
}

/** The facts by which a conversion or transfer was judged before it waited. */
export interface StringGuess {
  readonly stringId: string;
  /** Both must be members of it. */
  readonly ledgerIds: readonly LedgerId[];
  /** The stored rate that was read; null where none was. */
  readonly rate: { readonly base: string; readonly quote: string; readonly setAt: Date } | null;
}

export interface StringOperationStore {
  /** Keeps the string, its members and the rate as they are until `tx` ends, or is `OutdatedGuess`. Taken before the head of any ledger. */
  holdGuess(tx: Tx, guess: StringGuess): Promise<void>;
  insertOperation(tx: Tx, ledgerId: LedgerId, operation: StringOperation): Promise<void>;
  readOperation(tx: Tx, ledgerId: LedgerId, id: string): Promise<StringOperation | undefined>;
}

export interface AccountSetStore {
  /** False when the code is taken. */
  insertSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean>;
  /** How many sets the ledger has, behind the insertion of one. Needs the head's lock. */
  readSetUse(tx: Tx, whose: OfLedger): Promise<QuotaUse>;
  readSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<AccountSet | undefined>;
  /** False when the code is taken by another set. */
  updateSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean>;
  /** False when there was none. Its memberships go with it, its members stay. */
  deleteSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<boolean>;
  readMembership(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberType: MemberType,
    memberId: string,
  ): Promise<MembershipFacts>;
  insertMember(tx: Tx, ledgerId: LedgerId, member: AccountSetMember): Promise<void>;
  /** The member that was taken out, or undefined when there was none. */
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
