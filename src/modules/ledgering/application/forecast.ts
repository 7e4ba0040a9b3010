/**
 * Where a ledger will stand once everything has committed that this process sent on its way: the next group is planned on
 * that, and not only when its turn comes. The chain makes it safe: a plan names the hash it continues, and is refused where
 * the ledger does not stand there.
 */
import type { LedgerHead } from '../domain/chain';
import type { PostingAccount, PostingFacts } from '../domain/books';
import type { PostingPlan } from '../domain/posting';

export interface Forecast {
  /** The head and the facts as they will be after what is on its way, seen from where they were read. */
  after(head: LedgerHead, facts: PostingFacts): { readonly head: LedgerHead; readonly facts: PostingFacts };
  /** Says that a plan is on its way. To be called back where it came to nothing. */
  add(plan: PostingPlan): () => void;
}

/** Plans that are remembered, done ones included: what was read before one committed may be used after it. */
const maxPlans = 8;

export const createForecast = (): Forecast => {
  /** Each continues the one before it. */
  let plans: readonly PostingPlan[] = [];
  return {
    after: (head, facts) => {
      const since = plans.findIndex(({ from }) => from.lastHash.equals(head.lastHash));
      const ahead = since < 0 ? [] : plans.slice(since);
      return { head: ahead.at(-1)?.head ?? head, facts: ahead.reduce(withTotals, facts) };
    },
    add: (plan) => {
      const continues = plans.at(-1)?.head.lastHash.equals(plan.from.lastHash);
      plans = continues ? [...plans.slice(1 - maxPlans), plan] : [plan];
      return () => {
        const index = plans.indexOf(plan);
        if (index >= 0) plans = plans.slice(0, index);
      };
    },
  };
};

/** Postings change nothing that posting asks for but the totals of accounts with limits. */
const withTotals = (facts: PostingFacts, { totals }: PostingPlan): PostingFacts => {
  const changed = new Map<PostingAccountId, PostingAccount>();
  for (const { accountId, layer, debits, credits } of totals) {
    const account = layer === 'settled' ? facts.accounts.get(accountId) : undefined;
    if (!account?.limits.enforced) continue;
    changed.set(accountId, {
      ...account,
      settledDebits: account.settledDebits + debits,
      settledCredits: account.settledCredits + credits,
    });
  }
  return changed.size === 0 ? facts : { ...facts, accounts: new Map([...facts.accounts, ...changed]) };
};

type PostingAccountId = PostingPlan['totals'][number]['accountId'];
