/** Determines the class of an account in the cash flow statement if the account has no class of its own. */
import type { AccountType, CashFlowClass } from '../../../kernel/accounting';

interface Classed {
  readonly type: AccountType;
  readonly parentId: string | null;
  readonly cashFlow: CashFlowClass | null;
}

/**
 * Returns the class of an account: its own; else that of its nearest ancestor of the same type; else `financing` for equity, and
 * `operating` for all other types. Ancestors of a different type are ignored, as in all reports. `accountOf` finds an account by its id.
 */
export const cashFlowClassesIn =
  (accountOf: (id: string) => Classed | undefined) =>
  (account: Classed): CashFlowClass => {
    let at = account;
    while (at.cashFlow === null) {
      const above = at.parentId === null ? undefined : accountOf(at.parentId);
      if (above?.type !== account.type) return account.type === 'equity' ? 'financing' : 'operating';
      at = above;
    }
    return at.cashFlow;
  };
