/**
 * The known ledger: the accounts, journals, codes and locked days that a process has read, and the head that the ledger will have once all
 * plans under way have committed. The next group is planned at once from this knowledge, and does not wait for the earlier commits.
 *
 * The hash chain keeps the knowledge safe. Every change to a ledger moves its head. The knowledge is valid only at certain heads: those at
 * which it was read, and those after this process's own plans. The store refuses a plan that continues any other head, so outdated
 * knowledge costs at most a second attempt. Each function returns new knowledge and does not change its argument. Only the accounts are
 * shared by all knowledge that follows from one reading, because accounts are only ever added.
 */
import { lastDay, type Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { LedgerHead } from './chain';
import { withChange, type Course } from './course';
import type { AcceptanceFacts, AccountFact } from './draft';
import type { AcceptanceReading, AcceptanceWants } from './judging';
import type { PostingPlan } from './posting';
import type { TransactionId } from './transaction';

export interface KnownLedger {
  /** The accounts at each of `heads`. Accounts with limits are left out, because their totals change with every posting. */
  readonly accounts: KnownAccounts;
  /** The part of the chart to read next; undefined if the whole chart is read. */
  readonly unread: ChartPart | undefined;
  readonly journals: AcceptanceFacts['journals'];
  readonly codes: AcceptanceFacts['transactionCodes'];
  readonly defaults: Pick<AcceptanceFacts, 'defaultJournalId' | 'lockedUntil' | 'denomination'> | undefined;
  /** The head that was read, and the head after each of this process's plans. */
  readonly heads: readonly LedgerHead[];
  /** The steps between consecutive heads: the first step leads from the first head to the second. */
  readonly steps: readonly Step[];
}

/**
 * The part of a plan under way that later plans need: its changes to accounts that may have limits, and the transactions that it undoes.
 */
export type Step = Pick<PostingPlan, 'totals' | 'days' | 'undone'>;

export interface ChartPart {
  /** The part contains the accounts after this id; null for the beginning of the chart. */
  readonly after: AccountId | null;
  readonly limit: number;
}

interface KnownAccounts {
  readonly byId: Map<string, AccountFact>;
  readonly byCode: Map<string, AccountFact>;
}

/**
 * The maximum number of this process's latest plans that are kept. A reading may lack any of these plans, even one that has committed by
 * now.
 */
const maxSteps = 8;
/**
 * The number of consecutive plans, with no other writer between them, after which the whole chart is read, because it will probably stay
 * valid.
 */
const undisturbedSteps = 4;
export const accountsAtOnce = 500;

/** The known ledger before anything was read, or after its knowledge was dropped. */
export const unknownLedger = (heads: KnownLedger['heads'] = []): KnownLedger => ({
  accounts: { byId: new Map(), byCode: new Map() },
  unread: { after: null, limit: accountsAtOnce },
  journals: new Map(),
  codes: new Map(),
  defaults: undefined,
  heads,
  steps: [],
});

export const accountsKnown = ({ accounts }: KnownLedger): number => accounts.byId.size;

/**
 * Returns the reading that the store would return after all plans under way have committed; undefined if something is unknown. The reading
 * may be used only if it grants all requests: it assumes that their keys are free, which the store checks when it writes.
 */
export const asOfNext = (known: KnownLedger, wants: AcceptanceWants): AcceptanceReading | undefined => {
  const { accounts, journals, codes, defaults, heads } = known;
  const head = heads.at(-1);
  if (!head || !defaults || wants.correlationSourceIds.length > 0) return undefined;
  // Before the first transaction, the ledger's currency can be corrected without moving its head, so the knowledge could be outdated.
  if (head.lastTransactionSequence === 0n) return undefined;
  const isKnown =
    wants.accountIds.every((id) => accounts.byId.has(id)) &&
    wants.accountCodes.every((code) => accounts.byCode.has(code)) &&
    wants.journalIds.every((id) => journals.has(id)) &&
    wants.transactionCodes.every((code) => codes.has(code));
  if (!isKnown) return undefined;
  return {
    facts: {
      accountsById: accounts.byId,
      accountsByCode: accounts.byCode,
      journals,
      transactionCodes: codes,
      ...defaults,
      correlationSources: new Map(),
    },
    usedKeys: new Map(),
    busyKeys: new Set(),
    hasBacklog: false,
    head,
  };
};

/** Adds a reading. If the reading was made at an unknown head, all earlier knowledge is dropped. */
export const observed = (known: KnownLedger, { facts, head }: AcceptanceReading): KnownLedger => {
  const before = leadsFrom(known, head) ? known : unknownLedger([head]);
  const { defaultJournalId, lockedUntil, denomination } = facts;
  return {
    accounts: withAccounts(before.accounts, facts.accountsById.values()),
    unread: before.unread,
    journals: withMore(before.journals, facts.journals),
    codes: withMore(before.codes, facts.transactionCodes),
    defaults: { defaultJournalId, lockedUntil, denomination },
    heads: before.heads,
    steps: before.steps,
  };
};

const withMore = <A>(known: ReadonlyMap<string, A>, read: ReadonlyMap<string, A>): ReadonlyMap<string, A> =>
  [...read.keys()].every((name) => known.has(name)) ? known : new Map([...known, ...read]);

/** Returns the next part of the chart to read, if no other process wrote between the last plans; otherwise undefined. */
export const nextPart = ({ unread, steps }: KnownLedger): ChartPart | undefined =>
  steps.length >= undisturbedSteps ? unread : undefined;

/** Adds a part of the chart, unless the knowledge was dropped meanwhile. The part must have been read after the last observed reading. */
export const partObserved = (known: KnownLedger, part: ChartPart, read: readonly AccountFact[]): KnownLedger => {
  if (part !== known.unread || known.heads.length === 0) return known;
  const last = read.at(-1);
  const unread = last && read.length === part.limit ? { ...part, after: last.id } : undefined;
  const { journals, codes, defaults, heads, steps } = known;
  return { accounts: withAccounts(known.accounts, read), unread, journals, codes, defaults, heads, steps };
};

/** Returns the effective dates of plans under way. A reading must include the balances of limited accounts from these days on. */
export const daysOnTheWay = ({ steps }: KnownLedger): readonly Day[] => [
  ...new Set(steps.flatMap(({ days }) => days.map(({ day }) => day))),
];

/**
 * Returns the reading as it will be once all plans under way have committed. If a plan has a day in a month whose days were read only as
 * one sum, the reading stays as it is: the store then refuses the next plan, and the next attempt reads under the lock.
 */
export const asOfThen = (known: KnownLedger, reading: AcceptanceReading, days: readonly Day[]): AcceptanceReading => {
  const since = known.heads.findIndex(({ lastHash }) => lastHash.equals(reading.head.lastHash));
  const head = known.heads.at(-1);
  if (since < 0 || !head || since === known.steps.length) return reading;
  const steps = known.steps.slice(since);
  const moved = withSteps(reading.facts.accountsById, steps, firstOf(days));
  if (!moved) return reading;
  const accountsByCode = new Map(
    [...reading.facts.accountsByCode].map(([code, { id }]) => [code, moved.get(id) as AccountFact]),
  );
  return { ...reading, facts: { ...reading.facts, accountsById: moved, accountsByCode }, head };
};

/**
 * Returns the known ledger with different plans under way. Every member is listed by name, because that is faster and this runs for each
 * posting.
 */
const withPlans = (
  { accounts, unread, journals, codes, defaults }: KnownLedger,
  heads: KnownLedger['heads'],
  steps: KnownLedger['steps'],
): KnownLedger => ({ accounts, unread, journals, codes, defaults, heads, steps });

/** Adds a plan under way. If the plan does not continue the last known head, the earlier knowledge is dropped. */
export const advanced = (
  known: KnownLedger,
  plan: Step & Pick<PostingPlan, 'from' | 'head'>,
): { readonly known: KnownLedger; readonly step: Step } => {
  const continues = known.heads.at(-1)?.lastHash.equals(plan.from.lastHash) ?? false;
  const before = continues ? known : unknownLedger([plan.from]);
  const isLimited = ({ accountId }: Step['totals'][number]): boolean => !before.accounts.byId.has(accountId);
  const isOfCourse = ({ accountId, layer }: PostingPlan['days'][number]): boolean =>
    layer === 'settled' && !before.accounts.byId.has(accountId);
  const step = { totals: plan.totals.filter(isLimited), days: plan.days.filter(isOfCourse), undone: plan.undone };
  const steps = [...before.steps, step].slice(-maxSteps);
  return { step, known: withPlans(before, [...before.heads, plan.head].slice(-steps.length - 1), steps) };
};

/** Removes a plan that was not written, and all plans that continue it. */
export const takenBack = (known: KnownLedger, step: Step): KnownLedger => {
  const index = known.steps.indexOf(step);
  return index < 0 ? known : withPlans(known, known.heads.slice(0, index + 1), known.steps.slice(0, index));
};

/** Returns whether a transaction has not changed since the given head: all plans since then are known, and none undoes the transaction. */
export const isUntouchedSince = (
  { heads, steps }: KnownLedger,
  { lastHash }: LedgerHead,
  transactionId: TransactionId,
): boolean => {
  const since = heads.findIndex((head) => head.lastHash.equals(lastHash));
  return since >= 0 && !steps.slice(since).some(({ undone }) => undone.some(({ id }) => id === transactionId));
};

const leadsFrom = ({ heads }: KnownLedger, head: LedgerHead): boolean =>
  heads.some(({ lastHash }) => lastHash.equals(head.lastHash));

const withAccounts = (accounts: KnownAccounts, read: Iterable<AccountFact>): KnownAccounts => {
  for (const account of read)
    if (!account.limits.enforced) {
      accounts.byId.set(account.id, account);
      accounts.byCode.set(account.code, account);
    }
  return accounts;
};

const firstOf = (days: readonly Day[]): Day => days.reduce((first, day) => (day < first ? day : first), lastDay);

/** Adds the changes of the steps to the accounts; undefined if a day of a step is in a month whose days were read only as one sum. */
const withSteps = (
  accounts: ReadonlyMap<string, AccountFact>,
  steps: readonly Step[],
  firstDay: Day,
): ReadonlyMap<string, AccountFact> | undefined => {
  const moved = new Map(accounts);
  for (const [id, account] of accounts) {
    if (!account.limits.enforced) continue;
    const own = steps.flatMap(({ totals }) =>
      totals.filter(({ accountId, layer }) => accountId === account.id && layer === 'settled'),
    );
    let later: Course | undefined = account.later;
    for (const { accountId, day, debits, credits } of steps.flatMap(({ days }) => days))
      if (accountId === account.id && day > firstDay && later) later = withChange(later, day, debits - credits);
    if (!later) return undefined;
    moved.set(id, {
      ...account,
      settledDebits: own.reduce((sum, { debits }) => sum + debits, account.settledDebits),
      settledCredits: own.reduce((sum, { credits }) => sum + credits, account.settledCredits),
      heldDebits: own.reduce((sum, { heldDebits }) => sum + heldDebits, account.heldDebits),
      heldCredits: own.reduce((sum, { heldCredits }) => sum + heldCredits, account.heldCredits),
      later,
    });
  }
  return moved;
};
