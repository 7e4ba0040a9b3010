/**
 * The cash flow statement: why the cash of the ledger changed in a range of days. Debits equal credits in every range, so the cash accounts
 * have gained what all other accounts credited more than they debited. The indirect method begins with net income and adds how the
 * balances of all other accounts changed.
 */
import { accountTypes, cashFlowClasses, type AccountType, type CashFlowClass } from '../../../kernel/accounting';
import type { Pieces } from '../../../kernel/pieces';
import { cashFlowClassesIn } from './cash-flow-class';
import type { Column } from './columns';
import { sectionsOf, type Reported, type Section, type Turned } from './section';
import { isEarning } from './statements';

/** In the order in which a statement shows them: the activities, and what they add up to. */
export const cashFlowParts = [
  'operating',
  'investing',
  'financing',
  'cash',
] as const satisfies readonly CashFlowClass[];

/** The accounts of one class and one type, as trees. */
export interface FlowSection extends Section {
  readonly flowClass: CashFlowClass;
}

/** An account with its class of the cash flow statement. */
export interface Flowing extends Reported {
  readonly flowClass: CashFlowClass;
}

/** The class of each of the accounts, in their order. */
export const flowClassesOf = (
  accounts: readonly (Reported['account'] & { readonly cashFlow: CashFlowClass | null })[],
): readonly CashFlowClass[] => {
  const known = new Map(accounts.map((account) => [account.id, account]));
  return accounts.map(cashFlowClassesIn((id) => known.get(id)));
};

/** Sections of all classes and types, those without accounts included, so that those of two ranges stand side by side. */
export function* flowSectionsOf(all: readonly Flowing[]): Pieces<readonly FlowSection[]> {
  const sections: FlowSection[] = [];
  for (const flowClass of cashFlowParts) {
    const accounts = all.filter((one) => one.flowClass === flowClass);
    for (const section of yield* sectionsOf(accounts, accountTypes)) sections.push({ ...section, flowClass });
  }
  return sections;
}

/** The cash that came in less the cash that went out, in minor units. Debits raise cash; its source was credited. */
export const flowOf = (flowClass: CashFlowClass, { debits, credits }: Turned): bigint =>
  flowClass === 'cash' ? debits - credits : credits - debits;

/** In minor units; every flow is above zero where it brings in cash. */
export interface FlowTotals {
  readonly netIncome: bigint;
  readonly operating: bigint;
  readonly investing: bigint;
  readonly financing: bigint;
  /** How much more cash there is behind the last day than before the first. */
  readonly change: bigint;
  readonly openingCash: bigint;
  readonly closingCash: bigint;
}

/** The statement, or one of its columns: its sections, and what the cash accounts had before its first day. */
export interface FlowPart {
  readonly sections: readonly FlowSection[];
  readonly openingCash: bigint;
}

export interface FlowColumn extends Column, FlowPart {
  readonly sections: readonly FlowSection[];
}

export const flowTotalsOf = ({ sections, openingCash }: FlowPart): FlowTotals => {
  const totals: Record<CashFlowClass, bigint> = { cash: 0n, operating: 0n, investing: 0n, financing: 0n };
  for (const flowClass of cashFlowClasses) totals[flowClass] = flowOf(flowClass, turnedOf(sections, flowClass));
  const { cash: change, ...activities } = totals;
  const netIncome = flowOf('operating', earningsIn(sections));
  return { netIncome, ...activities, change, openingCash, closingCash: openingCash + change };
};

/** By how much the activities and the cash accounts differ: 0 in books that balance. */
export const differenceOfFlows = ({ sections }: Pick<FlowPart, 'sections'>): bigint => {
  const { operating, investing, financing, change } = flowTotalsOf({ sections, openingCash: 0n });
  return operating + investing + financing - change;
};

/** All revenue and expense: net income, with which the operating activities begin. */
export const earningsIn = (sections: readonly FlowSection[]): Turned => summed(sections.filter(isOfEarnings));

/** Revenue and expense that other activities show: taken out of the operating activities again. */
export const earningsElsewhere = (sections: readonly FlowSection[]): Turned => {
  const { debits, credits } = summed(
    sections.filter((section) => isOfEarnings(section) && section.flowClass !== 'operating'),
  );
  return { debits: credits, credits: debits };
};

/** Whether the accounts of the section are rows of their own; those of net income are in one row together. */
export const isInRows = ({ flowClass, type }: Pick<FlowSection, 'flowClass' | 'type'>): boolean =>
  flowClass !== 'operating' || !isEarning(type);

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
