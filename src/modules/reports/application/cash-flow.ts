/** The cash flow statement of a range of days. Like all reports over accounts, it is read as of one sequence of the ledger's log. */
import type { CashFlowClass } from '../../../kernel/accounting';
import type { Clock } from '../../../kernel/clock';
import type { Observations } from '../../../kernel/observations';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { finished, inSlices } from '../../../kernel/running/slices';
import { dayBefore, type Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import type {
  AccountTotals,
  CounterRange,
  Ledgering,
  LogPlace,
  SequenceNotReached,
  TooManyAccounts,
  Turnover,
} from '../../ledgering';
import {
  differenceOfFlows,
  flowClassesOf,
  flowOf,
  flowSectionsOf,
  flowTotalsOf,
  type CashFlowMethod,
  type FlowColumn,
  type FlowPart,
  type FlowSection,
} from '../domain/cash-flow';
import { columnOf, shownOf } from '../domain/columns';
import { beginsTooLate, type Invalid, type TooManyCashEntries } from '../domain/refusals';
import { isEarning } from '../domain/statements';
import { periodsFor, type AskedColumn, type Layout } from './asked-columns';
import { createLastDay } from './last-day';

export interface CashFlowQuestion extends Layout {
  readonly from: Day;
  /** The last day. Undefined: today, or the day of the event at `knownAtSequence`. */
  readonly to: Day | undefined;
  readonly method: CashFlowMethod;
  readonly knownAtSequence: bigint | undefined;
}

/** The statement, with amounts in minor units. Each column has the same lines as the statement. */
export interface CashFlowContent extends FlowPart {
  readonly to: Day;
  readonly method: CashFlowMethod;
  readonly place: LogPlace;
  readonly columns: readonly FlowColumn[];
}

export interface CashFlows {
  /** Explains the change in cash between the two days. Throws if the activities do not add up to the change in the cash accounts. */
  statement(
    caller: Principal,
    question: CashFlowQuestion,
  ): Promise<Outcome<SequenceNotReached | TooManyAccounts | TooManyCashEntries | Invalid, CashFlowContent>>;
}

export const CASH_FLOWS = token<CashFlows>('CashFlows');

/**
 * The maximum number of entries of cash accounts for the direct method, which must read their transactions within the time limit of a read.
 */
export interface CashFlowLimits {
  readonly entries: number;
}

export const cashFlowLimits: CashFlowLimits = { entries: 200_000 };
export const CASH_FLOW_LIMITS = token<CashFlowLimits>('CashFlowLimits');

export interface CashFlowDependencies {
  readonly ledgering: Pick<Ledgering, 'totals' | 'counterTotals' | 'place' | 'ledger'>;
  readonly limits: CashFlowLimits;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly observations: Pick<Observations, 'reportUnbalanced'>;
}

export const createCashFlows = ({ ledgering, limits, clock, log, observations }: CashFlowDependencies): CashFlows => {
  const lastDay = createLastDay(ledgering, clock);

  /**
   * Returns the totals for the direct method: all entries of cash accounts and, for every other account, the entries in transactions that
   * also have an entry of a cash account. Undefined if the cash accounts have too many entries.
   */
  const throughCash = async (
    caller: Principal,
    accounts: readonly AccountTotals[],
    { classes, ranges, place }: Counted,
  ): Promise<readonly AccountTotals[] | undefined> => {
    const cash = accounts.flatMap(({ account: { id } }, index) => (classes[index] === 'cash' ? [id] : []));
    const question = { layer: 'settled', ranges, knownAtSequence: place.sequence, limit: limits.entries } as const;
    const counters =
      cash.length === 0 ? undefined : await ledgering.counterTotals(caller, { accountIds: cash, ...question });
    if (cash.length > 0 && !counters) return undefined;
    const none = ranges.map(() => nothing);
    return accounts.map((one, index) => {
      if (classes[index] === 'cash') return one;
      const [within = nothing, ...beside] = counters?.get(one.account.id) ?? none;
      return { account: one.account, within, beside };
    });
  };

  const requireBalanced = ({ ledgerId }: Principal, to: Day, place: LogPlace, parts: readonly FlowPart[]): void => {
    const off = parts.map(differenceOfFlows).find((difference) => difference !== 0n);
    if (off === undefined) return;
    const report = 'cash flow statement';
    observations.reportUnbalanced(report);
    const where = {
      ledgerId,
      report,
      to,
      layer: 'settled',
      sequence: String(place.sequence),
      offByMinorUnits: String(off),
    };
    log.error(where, 'a report does not balance: run `ledger verify`, and post nothing more to this ledger');
    throw new Error(`the cash flow statement of ledger ${ledgerId} does not balance`);
  };

  return {
    statement: async (caller, { from, to: asked, method, knownAtSequence, ...layout }) => {
      const last = await lastDay(caller, asked, knownAtSequence);
      if (refused(last)) return last;
      const to = last.right;
      if (from > to) return refuse(beginsTooLate(to));
      const ledger = await ledgering.ledger(caller.ledgerId);
      if (!ledger) throw new Error(`there is no ledger ${caller.ledgerId}`);
      const periods = periodsFor({ from, to }, layout, ledger.fiscalYearStart);
      if (refused(periods)) return periods;
      const ends = endsBefore(from, periods.right);
      const beside = [...periods.right, ...ends.map((end) => ({ to: end }))];
      const read = await ledgering.totals(caller, { layer: 'settled', from, to, knownAtSequence, beside });
      if (refused(read)) {
        const { left: refusal } = read;
        if (refusal.kind === 'AccountSetMissing') throw new Error('an account set is missing that nobody named');
        return refuse(refusal);
      }
      const { place, accounts } = read.right;
      const classes = flowClassesOf(accounts.map(({ account }) => account));
      const ranges = [{ from, to }, ...periods.right.map((period) => ({ from: period.from as Day, to: period.to }))];
      const counted = method === 'direct' ? await throughCash(caller, accounts, { classes, ranges, place }) : accounts;
      if (!counted) return refuse({ kind: 'TooManyCashEntries', max: limits.entries });
      const sectionsIn = (within: (of: AccountTotals) => AccountTotals['within']): Promise<readonly FlowSection[]> =>
        finished(
          flowSectionsOf(
            counted.map((one, index) => ({
              ...{ account: one.account, within: within(one) },
              flowClass: classes[index] as FlowSection['flowClass'],
            })),
          ),
          inSlices(clock),
        );
      /** Returns the balance of the cash accounts at the end of the day before `day`; zero if `day` is the first supported day. */
      const cashBefore = (day: Day): bigint => {
        const end = ends.indexOf(dayBefore(day) as Day);
        if (end === -1) return 0n;
        return accounts.reduce((sum, one, index) => {
          const turned = one.beside[periods.right.length + end];
          return classes[index] === 'cash' && turned ? sum + flowOf('cash', turned) : sum;
        }, 0n);
      };
      const netIncomeIn = (within: (of: AccountTotals) => AccountTotals['within']): bigint =>
        accounts.reduce((sum, one) => (isEarning(one.account.type) ? sum + flowOf('operating', within(one)) : sum), 0n);
      const whole: FlowPart = {
        sections: await sectionsIn(({ within }) => within),
        netIncome: netIncomeIn(({ within }) => within),
        openingCash: cashBefore(from),
      };
      const columns: FlowColumn[] = [];
      for (const [index, period] of periods.right.entries()) {
        const turned = ({ beside: others }: AccountTotals) => others[index] as AccountTotals['within'];
        const sections = await sectionsIn(turned);
        const before = columns.at(-1);
        const openingCash =
          before && period.against === 'the column before'
            ? flowTotalsOf(before).closingCash
            : cashBefore(period.from as Day);
        const flows: FlowPart = { sections, netIncome: netIncomeIn(turned), openingCash };
        columns.push({ ...columnOf(period, sections, nothing), ...flows });
      }
      requireBalanced(caller, to, place, [whole, ...columns]);
      const shown = shownOf(whole.sections, columns, layout);
      return ok({
        ...{ ...whole, to, method, place },
        sections: withClasses(shown.sections, whole.sections),
        columns: columns.map((column, index) => ({
          ...column,
          sections: withClasses(shown.columns[index]?.sections ?? [], column.sections),
        })),
      });
    },
  };
};

const nothing: Turnover = { debits: 0n, credits: 0n };

/** The input of the direct method: the class of each account, the days of the statement and of each column, and the sequence of the log. */
interface Counted {
  readonly classes: readonly CashFlowClass[];
  readonly ranges: readonly CounterRange[];
  readonly place: LogPlace;
}

/**
 * Returns the days before the statement and before each column that it is compared with: their closing cash is the opening cash of the
 * statement or column. Consecutive columns need no such day, because each opens with the closing cash of the column before it.
 */
const endsBefore = (from: Day, periods: readonly AskedColumn[]): readonly Day[] => {
  const firsts = periods.flatMap((period) =>
    period.against !== 'the column before' && period.from !== undefined ? [period.from] : [],
  );
  return [...new Set([from, ...firsts].flatMap((first) => dayBefore(first) ?? []))];
};

/** Gives each section the class of the section at the same index in `classed`. The sections lack hidden rows, but are in the same order. */
const withClasses = (
  sections: readonly Omit<FlowSection, 'flowClass'>[],
  classed: readonly FlowSection[],
): readonly FlowSection[] =>
  sections.map((section, index) => ({ ...section, flowClass: (classed[index] as FlowSection).flowClass }));
