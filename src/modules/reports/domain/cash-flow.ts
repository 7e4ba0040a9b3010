/**
 * The cash flow statement explains how the cash of the ledger changed in a range of days. Debits equal credits in every range, so the cash
 * accounts gained exactly the amount by which the credits of all other accounts exceed their debits. The indirect method begins with net
 * income and adds the changes in the balances of all other accounts. The direct method shows the debits and credits of the other accounts in
 * transactions with an entry of a cash account: their credits are receipts, their debits payments.
 */
import { accountTypes, cashFlowClasses, type AccountType, type CashFlowClass } from '../../../kernel/accounting';
import type { Pieces } from '../../../kernel/pieces';
import { cashFlowClassesIn } from './cash-flow-class';
import type { Column } from './columns';
import { sectionsOf, type Reported, type Section, type Turned } from './section';
import { isEarning } from './statements';

/** The parts in the order of the statement: the activities, then cash, which is their sum. */
export const cashFlowParts = [
  'operating',
  'investing',
  'financing',
  'cash',
] as const satisfies readonly CashFlowClass[];

export const cashFlowMethods = ['indirect', 'direct'] as const;
export type CashFlowMethod = (typeof cashFlowMethods)[number];

/** The accounts of one class and one type, as trees. */
export interface FlowSection extends Section {
  readonly flowClass: CashFlowClass;
}

/** An account with its class of the cash flow statement. */
export interface Flowing extends Reported {
  readonly flowClass: CashFlowClass;
}

/** Returns the class of each account, in the order of the accounts. */
export const flowClassesOf = (
  accounts: readonly (Reported['account'] & { readonly cashFlow: CashFlowClass | null })[],
): readonly CashFlowClass[] => {
  const known = new Map(accounts.map((account) => [account.id, account]));
  return accounts.map(cashFlowClassesIn((id) => known.get(id)));
};

/** Returns the sections of all classes and types, including those without accounts, so that the sections of two ranges match one to one. */
export function* flowSectionsOf(all: readonly Flowing[]): Pieces<readonly FlowSection[]> {
  const sections: FlowSection[] = [];
  for (const flowClass of cashFlowParts) {
    const accounts = all.filter((one) => one.flowClass === flowClass);
    for (const section of yield* sectionsOf(accounts, accountTypes)) sections.push({ ...section, flowClass });
  }
  return sections;
}

/** Cash inflow less outflow, in minor units. A debit raises a cash account; a credit of any other account brings cash in. */
export const flowOf = (flowClass: CashFlowClass, { debits, credits }: Turned): bigint =>
  flowClass === 'cash' ? debits - credits : credits - debits;

/** The totals of the statement in minor units; an inflow of cash is positive. */
export interface FlowTotals {
  readonly netIncome: bigint;
  readonly operating: bigint;
  readonly investing: bigint;
  readonly financing: bigint;
  /** Closing cash less opening cash. */
  readonly change: bigint;
  readonly openingCash: bigint;
  readonly closingCash: bigint;
}

/** The figures of the statement, or of one of its columns. */
export interface FlowPart {
  readonly sections: readonly FlowSection[];
  /** Revenue less expenses, in minor units. In the direct method, the sections contain only some of the revenue and expenses. */
  readonly netIncome: bigint;
  /** The balance of the cash accounts before the first day, in minor units. */
  readonly openingCash: bigint;
}

export interface FlowColumn extends Column, FlowPart {
  readonly sections: readonly FlowSection[];
}

export const flowTotalsOf = ({ sections, netIncome, openingCash }: FlowPart): FlowTotals => {
  const totals: Record<CashFlowClass, bigint> = { cash: 0n, operating: 0n, investing: 0n, financing: 0n };
  for (const flowClass of cashFlowClasses) totals[flowClass] = flowOf(flowClass, turnedOf(sections, flowClass));
  const { cash: change, ...activities } = totals;
  return { netIncome, ...activities, change, openingCash, closingCash: openingCash + change };
};

/** Returns the sum of the activities less the change in the cash accounts: 0 in books that balance. */
export const differenceOfFlows = ({ sections }: Pick<FlowPart, 'sections'>): bigint => {
  const { operating, investing, financing, change } = flowTotalsOf({
    ...{ sections, netIncome: 0n, openingCash: 0n },
  });
  return operating + investing + financing - change;
};

/** Returns the sum of all revenue and expense, which is the net income that the operating activities begin with. */
export const earningsIn = (sections: readonly FlowSection[]): Turned => summed(sections.filter(isOfEarnings));

/**
 * Returns the revenue and expense that belong to other activities, with the opposite sign, because the operating activities subtract them
 * from net income.
 */
export const earningsElsewhere = (sections: readonly FlowSection[]): Turned => {
  const { debits, credits } = summed(
    sections.filter((section) => isOfEarnings(section) && section.flowClass !== 'operating'),
  );
  return { debits: credits, credits: debits };
};

/** Returns whether the accounts of the section have rows of their own. In the indirect method, all accounts of net income share one row. */
export const isInRows = (
  { flowClass, type }: Pick<FlowSection, 'flowClass' | 'type'>,
  method: CashFlowMethod,
): boolean => method === 'direct' || flowClass !== 'operating' || !isEarning(type);

const isOfEarnings = ({ type }: { readonly type: AccountType }): boolean => isEarning(type);

const turnedOf = (sections: readonly FlowSection[], flowClass: CashFlowClass): Turned =>
  summed(sections.filter((section) => section.flowClass === flowClass));

const summed = (sections: readonly FlowSection[]): Turned => {
  let [debits, credits] = [0n, 0n];
  for (const { sums } of sections) {
    debits += sums.debits;
    credits += sums.credits;
  }
  return { debits, credits };
};
