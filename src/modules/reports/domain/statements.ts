/**
 * The totals of the statements, and the equations that must hold. This ledger has no closing entries: the balance sheet shows revenue less
 * expense next to the equity accounts, as retained earnings for prior fiscal years and as net income for the current one.
 */
import type { AccountType } from '../../../kernel/accounting';
import { added, balanceOf, noSums, type Section, type Sums, type Turned } from './section';

export const typesOfBalanceSheet = ['asset', 'liability', 'equity'] as const satisfies readonly AccountType[];
export const typesOfIncomeStatement = ['revenue', 'expense'] as const satisfies readonly AccountType[];

/** The balance of each type on its normal side, in minor units; zero if the report has no accounts of the type. */
export interface Totals {
  readonly assets: bigint;
  readonly liabilities: bigint;
  readonly equity: bigint;
  readonly revenue: bigint;
  readonly expense: bigint;
  /** Revenue less expense, in minor units; negative for a loss. */
  readonly netIncome: bigint;
}

export const totalsOf = (sections: readonly Section[]): Totals => {
  const of = (wanted: AccountType): bigint =>
    sections.reduce((sum, { type, sums }) => (type === wanted ? sum + balanceOf(type, sums) : sum), 0n);
  const [revenue, expense] = [of('revenue'), of('expense')];
  return {
    assets: of('asset'),
    liabilities: of('liability'),
    equity: of('equity'),
    revenue,
    expense,
    netIncome: revenue - expense,
  };
};

export const sumsOf = (sections: readonly Section[]): Sums =>
  sections.reduce((sum, section) => added(sum, section.sums), noSums);

/** Returns the debit balances less the credit balances of a trial balance: 0 in books that balance. */
export const differenceOfColumns = (sections: readonly Section[]): bigint => {
  const { debitBalances, creditBalances } = sumsOf(sections);
  return debitBalances - creditBalances;
};

/** Returns assets less liabilities, equity and net income: 0 in books that balance. */
export const differenceOfSides = ({ assets, liabilities, equity, netIncome }: Totals): bigint =>
  assets - (liabilities + equity + netIncome);

/**
 * Totals of revenue and expense together, in minor units: of the prior fiscal years (`retained`), and of the fiscal year of the balance
 * sheet (`ofYear`).
 */
export interface Earnings {
  readonly retained: Turned;
  readonly ofYear: Turned;
}

/** Splits all revenue and expense into prior fiscal years and the current one. */
export const earningsOf = (sections: readonly Section[], retained: Turned): Earnings => {
  const { debits, credits } = sumsOf(sections.filter(({ type }) => isEarning(type)));
  return { retained, ofYear: { debits: debits - retained.debits, credits: credits - retained.credits } };
};

export const isEarning = (type: AccountType): boolean => typesOfIncomeStatement.some((one) => one === type);
