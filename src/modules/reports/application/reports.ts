/**
 * Reports over all accounts of a ledger: trial balance, balance sheet, income statement. Each is computed from one reading of the accounts'
 * totals as of one sequence of the ledger's log, so the same request for the same sequence
 * always returns the same report.
 */
import { accountTypes, type Layer } from '../../../kernel/accounting';
import type { BalancedReport, Observations } from '../../../kernel/observations';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { finished, inSlices } from '../../../kernel/running/slices';
import type { Clock } from '../../../kernel/clock';
import { firstOfFiscalYear } from '../../../kernel/fiscal-year';
import { dayBefore, type Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import type {
  AccountSetMissing,
  AccountTotals,
  Ledgering,
  LogPlace,
  SequenceNotReached,
  TooManyAccounts,
  TotalsQuestion,
} from '../../ledgering';
import { columnOf, shownOf, type Column } from '../domain/columns';
import { beginsTooLate, type Invalid } from '../domain/refusals';
import { forestOf, sectionsIn, type Section, type Turned } from '../domain/section';
import {
  differenceOfColumns,
  differenceOfSides,
  isEarning,
  totalsOf,
  typesOfIncomeStatement,
  type Totals,
} from '../domain/statements';
import { periodsFor, type Layout } from './asked-columns';
import { createLastDay } from './last-day';

/** The request for a report as of a sequence of the log; undefined: as of now. */
interface AtPlace extends Layout {
  readonly knownAtSequence: bigint | undefined;
}

export interface TrialBalanceQuestion extends AtPlace {
  readonly asOf: Day | undefined;
  readonly layer: Layer;
  readonly accountSetCode: string | undefined;
}

export interface BalanceSheetQuestion extends AtPlace {
  readonly asOf: Day | undefined;
}

export interface IncomeStatementQuestion extends AtPlace {
  readonly from: Day;
  readonly to: Day | undefined;
}

/** The content of a report, in minor units. */
export interface ReportContent {
  /** The last day whose transactions count. */
  readonly to: Day;
  readonly layer: Layer;
  readonly place: LogPlace;
  readonly sections: readonly Section[];
  readonly totals: Totals;
  /** Revenue and expense of fiscal years before that of the last day; zero if the report does not split earnings by year. */
  readonly retained: Turned;
  readonly columns: readonly Column[];
}

type ReadRefusal = SequenceNotReached | TooManyAccounts;

export interface Reports {
  /** Returns the debits and credits up to the day of every account, or of the accounts of one account set. */
  trialBalance(
    caller: Principal,
    question: TrialBalanceQuestion,
  ): Promise<Outcome<ReadRefusal | AccountSetMissing | Invalid, ReportContent>>;
  /** Returns assets, liabilities and equity at the end of the day. */
  balanceSheet(
    caller: Principal,
    question: BalanceSheetQuestion,
  ): Promise<Outcome<ReadRefusal | Invalid, ReportContent>>;
  /** Returns revenue and expenses from the first day to the last. */
  incomeStatement(
    caller: Principal,
    question: IncomeStatementQuestion,
  ): Promise<Outcome<ReadRefusal | Invalid, ReportContent>>;
}

export const REPORTS = token<Reports>('Reports');

export interface ReportDependencies {
  readonly ledgering: Pick<Ledgering, 'totals' | 'place' | 'ledger'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Pick<Observations, 'reportUnbalanced'>;
}

export const createReports = ({ ledgering, clock, log, observations }: ReportDependencies): Reports => {
  const lastDay = createLastDay(ledgering, clock);

  /** Reads all columns at once, as of one sequence of the log. */
  const tell = async (
    caller: Principal,
    question: TotalsQuestion,
    layout: Layout,
    dividesEarnings = false,
  ): Promise<Outcome<ReadRefusal | AccountSetMissing | Invalid, ReportContent>> => {
    const ledger = await ledgering.ledger(caller.ledgerId);
    if (!ledger) throw new Error(`there is no ledger ${caller.ledgerId}`);
    const periods = periodsFor(question, layout, ledger.fiscalYearStart);
    if (refused(periods)) return periods;
    const priorEndOf = (to: Day): Day | undefined => {
      const first = dividesEarnings ? firstOfFiscalYear(ledger.fiscalYearStart, to) : undefined;
      return first && dayBefore(first);
    };
    const ends = [question, ...periods.right].flatMap(({ to }) => priorEndOf(to) ?? []);
    const priorEnds = [...new Set(ends)].map((to) => ({ to, types: typesOfIncomeStatement }));
    const beside = [...periods.right, ...priorEnds];
    const read = await ledgering.totals(caller, { ...question, beside, depth: layout.depth });
    if (refused(read)) return read;
    const { place, accounts } = read.right;
    const forest = await finished(forestOf(accounts, accountTypes), inSlices(clock));
    /** Returns the sections of the report (0), or of one of the further columns (1, 2, …). */
    const sectionsOfRange = (range: number): Promise<readonly Section[]> =>
      finished(
        sectionsIn(forest, { within: (one) => turnedIn(one, range), below: (one) => one.below?.[range] }),
        inSlices(clock),
      );
    const sections = await sectionsOfRange(0);
    const columns: Column[] = [];
    const retained = priorEnds.map((_, index) => earnedIn(accounts, 1 + periods.right.length + index));
    const retainedAt = (to: Day): Turned =>
      retained[priorEnds.findIndex((end) => end.to === priorEndOf(to))] ?? { debits: 0n, credits: 0n };
    for (const [index, period] of periods.right.entries()) {
      const own = await sectionsOfRange(1 + index);
      columns.push(columnOf(period, own, retainedAt(period.to)));
    }
    const { to, layer } = question;
    const about = { to, layer, place, totals: totalsOf(sections), retained: retainedAt(to) };
    return ok({ ...about, ...shownOf(sections, columns, layout) });
  };

  /** Reads a report of all accounts. It cannot be refused for a missing account set, because it names none. */
  const tellAll = async (
    caller: Principal,
    question: Omit<TotalsQuestion, 'accountSetCode'>,
    layout: Layout,
    dividesEarnings = false,
  ): Promise<Outcome<ReadRefusal | Invalid, ReportContent>> => {
    const told = await tell(caller, question, layout, dividesEarnings);
    if (!refused(told)) return told;
    const { left: refusal } = told;
    if (refusal.kind === 'AccountSetMissing') throw new Error('an account set is missing that nobody named');
    return refuse(refusal);
  };

  /** Throws if the books do not balance, because a wrong report is worse than none. */
  const requireBalanced = (
    report: BalancedReport,
    { ledgerId }: Principal,
    { to, layer, place, sections, columns }: ReportContent,
    differenceOf: (sections: readonly Section[]) => bigint,
  ): void => {
    const off = [sections, ...columns.map((column) => column.sections)].map(differenceOf).find((one) => one !== 0n);
    if (off === undefined) return;
    observations.reportUnbalanced(report);
    const where = { ledgerId, report, to, layer, sequence: String(place.sequence), offByMinorUnits: String(off) };
    log.error(where, 'a report does not balance: run `ledger verify`, and post nothing more to this ledger');
    throw new Error(`the ${report} of ledger ${ledgerId} does not balance`);
  };

  return {
    trialBalance: async (caller, { asOf, layer, accountSetCode, knownAtSequence, ...layout }) => {
      const to = await lastDay(caller, asOf, knownAtSequence);
      if (refused(to)) return to;
      const told = await tell(caller, { layer, to: to.right, knownAtSequence, accountSetCode }, layout);
      if (refused(told)) return told;
      // Only the accounts of the whole ledger must balance; those of one account set need not.
      if (accountSetCode === undefined) requireBalanced('trial balance', caller, told.right, differenceOfColumns);
      return told;
    },
    balanceSheet: async (caller, { asOf, knownAtSequence, ...layout }) => {
      const to = await lastDay(caller, asOf, knownAtSequence);
      if (refused(to)) return to;
      const told = await tellAll(caller, { layer: 'settled', to: to.right, knownAtSequence }, layout, true);
      if (refused(told)) return told;
      requireBalanced('balance sheet', caller, told.right, (sections) => differenceOfSides(totalsOf(sections)));
      return told;
    },
    incomeStatement: async (caller, { from, to: asked, knownAtSequence, ...layout }) => {
      const to = await lastDay(caller, asked, knownAtSequence);
      if (refused(to)) return to;
      if (from > to.right) return refuse(beginsTooLate(to.right));
      const question = {
        layer: 'settled',
        types: typesOfIncomeStatement,
        from,
        to: to.right,
        knownAtSequence,
      } as const;
      return tellAll(caller, question, layout);
    },
  };
};

/** Returns the account's own totals in the first range (0), or in one of the further ranges (1, 2, …). */
const turnedIn = ({ within, beside }: AccountTotals, range: number): Turned =>
  range === 0 ? within : (beside[range - 1] as Turned);

/** Adds up revenue and expense in a range. */
const earnedIn = (accounts: readonly AccountTotals[], range: number): Turned => {
  let [debits, credits] = [0n, 0n];
  for (const one of accounts) {
    if (!isEarning(one.account.type)) continue;
    const below = one.below?.[range];
    for (const turned of below ? [turnedIn(one, range), below] : [turnedIn(one, range)]) {
      debits += turned.debits;
      credits += turned.credits;
    }
  }
  return { debits, credits };
};
