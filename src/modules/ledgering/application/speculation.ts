/**
 * What this process knows of a ledger without asking: accounts, journals and locked days that it read, and where the ledger
 * will stand once everything has committed that it sent on its way. The next group is planned on that at once, and not only
 * when its turn comes.
 *
 * The chain keeps it honest. Whatever changes a ledger moves its head; what is known holds at a few heads only, those that
 * were read and those that our own postings lead to, and a plan that continues any other is refused by the store. So
 * something stale can cost a second attempt, and nothing else.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { AccountId } from '../domain/account';
import type { LedgerHead } from '../domain/chain';
import type { AcceptanceFacts, AccountFact } from '../domain/draft';
import type { PostingPlan } from '../domain/posting';
import type { AcceptanceReading, AcceptanceWants } from './ports';

export interface SpeculativeState {
  /**
   * As if it had been read after everything that is on its way; undefined where something is not known. Only for requests
   * that are all granted: that a key is free is a guess, which the store checks when it is written.
   */
  asOfNext(wants: AcceptanceWants): AcceptanceReading | undefined;
  /** Keeps what was read, and gives it as it will be after everything that is on its way. */
  observe(reading: AcceptanceReading): AcceptanceReading;
  /** The next part of the chart to read along, while postings follow each other undisturbed and not all of it is known. */
  nextPart(): ChartPart | undefined;
  /** Keeps that part, unless all was forgotten meanwhile. To be read after what was remembered last. */
  observePart(part: ChartPart, accounts: readonly AccountFact[]): void;
  /** Says that a plan is on its way. To be called back where it came to nothing. */
  advance(plan: PostingPlan): () => void;
  /** What is on its way will be refused: somebody else comes first. */
  invalidate(): void;
}

export interface ChartPart {
  /** Behind this account; null at the beginning. */
  readonly after: AccountId | null;
  readonly limit: number;
}

/** Our own plans that a reading may lag behind, done ones included. */
const maxPlans = 8;
/** Postings in a row that nobody else came between, before it is worth while to learn the whole chart. */
const undisturbedPlans = 4;
const accountsAtOnce = 500;
/** Accounts that are known over all ledgers; a chart is learned as long as there is room, and beyond it all is forgotten. */
const maxAccounts = 40_000;

export interface Speculation {
  of(ledgerId: LedgerId): SpeculativeState;
  evict(ledgerId: LedgerId): void;
}

export const createSpeculation = (): Speculation => {
  const states = new Map<LedgerId, KnownLedger>();
  let accounts = 0;
  const room: Room = {
    left: () => maxAccounts - accounts,
    take: (count) => {
      accounts += count;
      // What is given back, while all is forgotten, frees nothing else.
      if (count > 0 && accounts > maxAccounts) for (const state of states.values()) state.invalidate();
    },
  };
  return {
    of: (ledgerId) => {
      let state = states.get(ledgerId);
      if (!state) states.set(ledgerId, (state = new KnownLedger(room)));
      return state;
    },
    evict: (ledgerId) => {
      states.get(ledgerId)?.invalidate();
      states.delete(ledgerId);
    },
  };
};

interface Room {
  readonly left: () => number;
  /** Or gives it back. */
  readonly take: (accounts: number) => void;
}

/** What is kept of a plan: how it moves accounts that may have limits. */
type Step = Pick<PostingPlan, 'totals'>;

const firstPart: ChartPart = { after: null, limit: accountsAtOnce };

class KnownLedger implements SpeculativeState {
  /** True at each of `heads`. Accounts with limits are not among them: their totals move with every posting. */
  private readonly accountsById = new Map<string, AccountFact>();
  private readonly accountsByCode = new Map<string, AccountFact>();
  private readonly journals = new Map<string, { readonly isClosed: boolean }>();
  /** What of the chart is read next; undefined when it was read to its end. */
  private next: ChartPart | undefined = firstPart;
  private rest: Pick<AcceptanceFacts, 'defaultJournalId' | 'lockedUntil'> | undefined;
  /** Where the ledger was read, and where each of our plans leads from there. */
  private heads: readonly LedgerHead[] = [];
  /** One fewer than heads: the first leads from the first head to the second. */
  private steps: readonly Step[] = [];

  constructor(private readonly room: Room) {}

  asOfNext({
    accountIds,
    accountCodes,
    journalIds,
    correlationSourceIds,
  }: AcceptanceWants): AcceptanceReading | undefined {
    const head = this.heads.at(-1);
    const isKnown =
      correlationSourceIds.length === 0 &&
      accountIds.every((id) => this.accountsById.has(id)) &&
      accountCodes.every((code) => this.accountsByCode.has(code)) &&
      journalIds.every((id) => this.journals.has(id));
    if (!head || !this.rest || !isKnown) return undefined;
    const { accountsById, accountsByCode, journals } = this;
    return {
      facts: { accountsById, accountsByCode, journals, ...this.rest, correlationSources: new Map() },
      usedKeys: new Map(),
      busyKeys: new Set(),
      hasBacklog: false,
      head,
    };
  }

  observe(reading: AcceptanceReading): AcceptanceReading {
    const since = this.heads.findIndex(({ lastHash }) => lastHash.equals(reading.head.lastHash));
    if (since < 0) {
      this.invalidate();
      this.heads = [reading.head];
    }
    const { accountsById, accountsByCode, journals, defaultJournalId, lockedUntil } = reading.facts;
    for (const [id, journal] of journals) this.journals.set(id, journal);
    this.rest = { defaultJournalId, lockedUntil };
    this.keep([...accountsById.values()].filter(({ limits }) => !limits.enforced));
    if (since < 0) return reading;
    const totals = this.steps.slice(since).flatMap((step) => step.totals);
    const after = (accounts: ReadonlyMap<string, AccountFact>) => withTotals(accounts, totals);
    return {
      ...reading,
      facts: { ...reading.facts, accountsById: after(accountsById), accountsByCode: after(accountsByCode) },
      head: this.heads.at(-1) ?? reading.head,
    };
  }

  nextPart(): ChartPart | undefined {
    const isWorthIt = this.steps.length >= undisturbedPlans && this.room.left() >= accountsAtOnce;
    return isWorthIt ? this.next : undefined;
  }

  observePart(part: ChartPart, accounts: readonly AccountFact[]): void {
    if (part !== this.next) return;
    const last = accounts.at(-1);
    this.next = last && accounts.length === part.limit ? { ...part, after: last.id } : undefined;
    this.keep(accounts);
  }

  advance(plan: PostingPlan): () => void {
    const continues = this.heads.at(-1)?.lastHash.equals(plan.from.lastHash);
    if (!continues) this.invalidate();
    const step = { totals: plan.totals.filter(({ accountId }) => !this.accountsById.has(accountId)) };
    this.steps = [...this.steps, step].slice(-maxPlans);
    this.heads = [...(continues ? this.heads : [plan.from]), plan.head].slice(-this.steps.length - 1);
    return () => {
      const index = this.steps.indexOf(step);
      if (index < 0) return;
      this.steps = this.steps.slice(0, index);
      this.heads = this.heads.slice(0, index + 1);
    };
  }

  invalidate(): void {
    this.room.take(-this.accountsById.size);
    for (const known of [this.accountsById, this.accountsByCode, this.journals]) known.clear();
    this.rest = undefined;
    this.next = { ...firstPart };
    this.heads = [];
    this.steps = [];
  }

  private keep(accounts: readonly AccountFact[]): void {
    const before = this.accountsById.size;
    for (const account of accounts) {
      this.accountsById.set(account.id, account);
      this.accountsByCode.set(account.code, account);
    }
    this.room.take(this.accountsById.size - before);
  }
}

const withTotals = (
  accounts: ReadonlyMap<string, AccountFact>,
  totals: Step['totals'],
): ReadonlyMap<string, AccountFact> => {
  const limited = new Map([...accounts].filter(([, { limits }]) => limits.enforced));
  if (limited.size === 0) return accounts;
  for (const [name, account] of limited) {
    const own = totals.filter(({ accountId, layer }) => accountId === account.id && layer === 'settled');
    limited.set(name, {
      ...account,
      settledDebits: own.reduce((sum, { debits }) => sum + debits, account.settledDebits),
      settledCredits: own.reduce((sum, { credits }) => sum + credits, account.settledCredits),
    });
  }
  return new Map([...accounts, ...limited]);
};
