/**
 * What a process knows of a ledger without asking: accounts, journals and locked days that it read, and where the ledger will
 * stand once everything has committed that it sent on its way. The next group is planned on that at once, and not only when
 * its turn comes.
 *
 * The chain keeps it honest. Whatever changes a ledger moves its head; what is known holds at a few heads only, those that
 * were read and those that our own postings lead to, and the store refuses a plan that continues any other. So stale
 * knowledge can cost a second attempt, and nothing else. Immutable: each function gives what is known afterwards.
 */
import type { LedgerHead } from './chain';
import type { AcceptanceFacts, AccountFact } from './draft';
import type { AcceptanceReading, AcceptanceWants } from './judging';
import type { PostingPlan } from './posting';

export interface KnownLedger {
  /** True at each of `heads`. Accounts with limits are not among them: their totals move with every posting. */
  readonly accounts: KnownAccounts;
  readonly journals: AcceptanceFacts['journals'];
  readonly defaults: Pick<AcceptanceFacts, 'defaultJournalId' | 'lockedUntil'> | undefined;
  /** Where the ledger was read, and where each of our plans leads from there. */
  readonly heads: readonly LedgerHead[];
  /** One fewer than heads: the first leads from the first head to the second. */
  readonly steps: readonly Step[];
}

/** What is kept of a plan on its way: how it moves accounts that may have limits. */
export type Step = Pick<PostingPlan, 'totals'>;

interface AccountsByName {
  readonly byId: ReadonlyMap<string, AccountFact>;
  readonly byCode: ReadonlyMap<string, AccountFact>;
}

/** Accounts come a few at a time: those of late stand apart, so that not all are copied for each. */
interface KnownAccounts {
  readonly early: AccountsByName;
  readonly late: AccountsByName;
}

/** Our own plans that a reading may lag behind, done ones included. */
const maxSteps = 8;
const maxLate = 256;

const noAccounts: AccountsByName = { byId: new Map(), byCode: new Map() };

export const nothingKnown: KnownLedger = {
  accounts: { early: noAccounts, late: noAccounts },
  journals: new Map(),
  defaults: undefined,
  heads: [],
  steps: [],
};

export const accountsKnown = ({ accounts: { early, late } }: KnownLedger): number => early.byId.size + late.byId.size;

/**
 * As if it had been read after everything that is on its way; undefined where something is not known. Only for requests that
 * are all granted: that a key is free is a guess, which the store checks when it is written.
 */
export const asOfNext = (known: KnownLedger, wants: AcceptanceWants): AcceptanceReading | undefined => {
  const { accounts, journals, defaults, heads } = known;
  const head = heads.at(-1);
  if (!head || !defaults || wants.correlationSourceIds.length > 0) return undefined;
  if (!wants.journalIds.every((id) => journals.has(id))) return undefined;
  const accountsById = new Map<string, AccountFact>();
  const accountsByCode = new Map<string, AccountFact>();
  for (const id of wants.accountIds) {
    const account = accounts.late.byId.get(id) ?? accounts.early.byId.get(id);
    if (!account) return undefined;
    accountsById.set(id, account);
  }
  for (const code of wants.accountCodes) {
    const account = accounts.late.byCode.get(code) ?? accounts.early.byCode.get(code);
    if (!account) return undefined;
    accountsById.set(account.id, account);
    accountsByCode.set(code, account);
  }
  return {
    facts: { accountsById, accountsByCode, journals, ...defaults, correlationSources: new Map() },
    usedKeys: new Map(),
    busyKeys: new Set(),
    hasBacklog: false,
    head,
  };
};

/** Keeps what was read. A ledger that stands where none of our plans led is known by this reading alone. */
export const observed = (known: KnownLedger, { facts, head }: AcceptanceReading): KnownLedger => {
  const before = leadsFrom(known, head) ? known : { ...nothingKnown, heads: [head] };
  const journals = [...facts.journals].every(([id]) => before.journals.has(id))
    ? before.journals
    : new Map([...before.journals, ...facts.journals]);
  const { defaultJournalId, lockedUntil } = facts;
  return {
    ...before,
    accounts: withAccounts(before.accounts, facts.accountsById),
    journals,
    defaults: { defaultJournalId, lockedUntil },
  };
};

/** A reading as it will be after everything that is on its way. */
export const asOfThen = (known: KnownLedger, reading: AcceptanceReading): AcceptanceReading => {
  const since = known.heads.findIndex(({ lastHash }) => lastHash.equals(reading.head.lastHash));
  const head = known.heads.at(-1);
  if (since < 0 || !head || since === known.steps.length) return reading;
  const totals = known.steps.slice(since).flatMap((step) => step.totals);
  const { accountsById, accountsByCode } = reading.facts;
  const moved = { accountsById: withTotals(accountsById, totals), accountsByCode: withTotals(accountsByCode, totals) };
  return { ...reading, facts: { ...reading.facts, ...moved }, head };
};

/** A plan is on its way. What is known holds for it only where it continues from there. */
export const advanced = (
  known: KnownLedger,
  plan: PostingPlan,
): { readonly known: KnownLedger; readonly step: Step } => {
  const continues = known.heads.at(-1)?.lastHash.equals(plan.from.lastHash) ?? false;
  const before = continues ? known : { ...nothingKnown, heads: [plan.from] };
  const { early, late } = before.accounts;
  const isLimited = ({ accountId }: Step['totals'][number]): boolean =>
    !late.byId.has(accountId) && !early.byId.has(accountId);
  const step = { totals: plan.totals.filter(isLimited) };
  const steps = [...before.steps, step].slice(-maxSteps);
  return { step, known: { ...before, steps, heads: [...before.heads, plan.head].slice(-steps.length - 1) } };
};

/** A plan came to nothing, and with it those that continue it. */
export const takenBack = (known: KnownLedger, step: Step): KnownLedger => {
  const index = known.steps.indexOf(step);
  return index < 0 ? known : { ...known, steps: known.steps.slice(0, index), heads: known.heads.slice(0, index + 1) };
};

const leadsFrom = ({ heads }: KnownLedger, head: LedgerHead): boolean =>
  heads.some(({ lastHash }) => lastHash.equals(head.lastHash));

const withAccounts = ({ early, late }: KnownAccounts, read: AcceptanceFacts['accountsById']): KnownAccounts => {
  const fresh = [...read.values()].filter(
    ({ id, limits }) => !limits.enforced && !late.byId.has(id) && !early.byId.has(id),
  );
  if (fresh.length === 0) return { early, late };
  const more = named([...late.byId.values(), ...fresh]);
  return more.byId.size <= maxLate
    ? { early, late: more }
    : { early: named([...early.byId.values(), ...more.byId.values()]), late: noAccounts };
};

const named = (accounts: readonly AccountFact[]): AccountsByName => ({
  byId: new Map(accounts.map((account) => [account.id, account])),
  byCode: new Map(accounts.map((account) => [account.code, account])),
});

const withTotals = (
  accounts: ReadonlyMap<string, AccountFact>,
  totals: Step['totals'],
): ReadonlyMap<string, AccountFact> => {
  const moved = new Map(accounts);
  for (const [name, account] of accounts) {
    if (!account.limits.enforced) continue;
    const own = totals.filter(({ accountId, layer }) => accountId === account.id && layer === 'settled');
    moved.set(name, {
      ...account,
      settledDebits: own.reduce((sum, { debits }) => sum + debits, account.settledDebits),
      settledCredits: own.reduce((sum, { credits }) => sum + credits, account.settledCredits),
    });
  }
  return moved;
};
