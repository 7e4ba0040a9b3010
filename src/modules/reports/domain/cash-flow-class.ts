/** In which part of the cash flow statement an account stands, where it does not say so itself. */
import type { AccountType, CashFlowClass } from '../../../kernel/accounting';

interface Classed {
  readonly type: AccountType;
  readonly parentId: string | null;
  readonly cashFlow: CashFlowClass | null;
}

/**
 * The class of an account: its own, else that of the nearest account above it of its type, else `financing` for equity and `operating`
 * for every other type. A parent of another type says nothing of it, as in all reports. `accountOf` finds an account by its id.
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
