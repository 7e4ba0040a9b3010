/**
 * Reports over all accounts of a ledger: trial balance, balance sheet, income statement. Each is made of one reading of what
 * the accounts came to at a place of the ledger's log, so that the same question about the same place has the same answer for ever.
 */
import { accountTypes, type Layer } from '../../../kernel/accounting';
import type { BalancedReport, Observations } from '../../../kernel/observations';
import { todayOf, type Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { finished, inSlices } from '../../../kernel/slices';
import type { Clock } from '../../../kernel/clock';
import type { Day } from '../../../kernel/time';
import { dayIn } from '../../../kernel/time-zone';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import type {
  AccountSetMissing,
  Ledgering,
  LogPlace,
  SequenceNotReached,
  TooManyAccounts,
  TotalsQuestion,
} from '../../ledgering';
import type { Invalid } from '../domain/refusals';
import { sectionsOf, type Section } from '../domain/section';
import {
  differenceOfColumns,
  differenceOfSides,
  totalsOf,
  typesOfIncomeStatement,
  type Totals,
} from '../domain/statements';

/** Of the log: now where it is left out. */
interface AtPlace {
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

/** What a report says, in minor units. */
export interface Told {
  /** The last day that counts. */
  readonly to: Day;
  readonly layer: Layer;
  readonly place: LogPlace;
  readonly sections: readonly Section[];
  readonly totals: Totals;
}

type ReadRefusal = SequenceNotReached | TooManyAccounts;

export interface Reports {
  /** Every account with its debits and credits up to the day, or those of an account set. */
  trialBalance(
    caller: Principal,
    question: TrialBalanceQuestion,
  ): Promise<Outcome<ReadRefusal | AccountSetMissing, Told>>;
  /** What is owned, what is owed, and what is left, at the end of the day. */
  balanceSheet(caller: Principal, question: BalanceSheetQuestion): Promise<Outcome<ReadRefusal, Told>>;
  /** What was earned and spent from the first day to the last. */
  incomeStatement(caller: Principal, question: IncomeStatementQuestion): Promise<Outcome<ReadRefusal | Invalid, Told>>;
}

export const REPORTS = token<Reports>('Reports');

export interface ReportDependencies {
  readonly ledgering: Pick<Ledgering, 'totals' | 'place'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Pick<Observations, 'reportUnbalanced'>;
}

export const createReports = ({ ledgering, clock, log, observations }: ReportDependencies): Reports => {
  /** Where none is named: today, or the day on which the place of the log was written, which is no other tomorrow. */
  const lastDay = async (
    caller: Principal,
    asked: Day | undefined,
    knownAtSequence: bigint | undefined,
  ): Promise<Outcome<SequenceNotReached, Day>> => {
    if (asked !== undefined) return ok(asked);
    if (knownAtSequence === undefined) return ok(todayOf(caller, clock));
    const read = await ledgering.place(caller, knownAtSequence);
    return refused(read) ? read : ok(dayIn(caller.timeZone, read.right.knownAt ?? new Date(0)));
  };

  const tell = async (
    caller: Principal,
    question: TotalsQuestion,
  ): Promise<Outcome<ReadRefusal | AccountSetMissing, Told>> => {
    const read = await ledgering.totals(caller, question);
    if (refused(read)) return read;
    const { place, accounts } = read.right;
    const sections = await finished(sectionsOf(accounts, accountTypes), inSlices(clock));
    return ok({ to: question.to, layer: question.layer, place, sections, totals: totalsOf(sections) });
  };

  /** Of all accounts: then no account set can be missing. */
  const tellAll = async (
    caller: Principal,
    question: Omit<TotalsQuestion, 'accountSetCode'>,
  ): Promise<Outcome<ReadRefusal, Told>> => {
    const told = await tell(caller, question);
    if (!refused(told)) return told;
    const { left: refusal } = told;
    if (refusal.kind === 'AccountSetMissing') throw new Error('an account set is missing that nobody named');
    return refuse(refusal);
  };

  /** Throws where the books do not balance: a wrong report is worse than none. */
  const requireBalanced = (
    report: BalancedReport,
    { ledgerId }: Principal,
    { to, layer, place }: Told,
    off: bigint,
  ): void => {
    if (off === 0n) return;
    observations.reportUnbalanced(report);
    const where = { ledgerId, report, to, layer, sequence: String(place.sequence), offByMinorUnits: String(off) };
    log.error(where, 'a report does not balance: run `ledger verify`, and post nothing more to this ledger');
    throw new Error(`the ${report} of ledger ${ledgerId} does not balance`);
  };

  return {
    trialBalance: async (caller, { asOf, layer, accountSetCode, knownAtSequence }) => {
      const to = await lastDay(caller, asOf, knownAtSequence);
      if (refused(to)) return to;
      const told = await tell(caller, { layer, to: to.right, knownAtSequence, accountSetCode });
      if (refused(told)) return told;
      // Some accounts alone need not balance.
      if (accountSetCode === undefined)
        requireBalanced('trial balance', caller, told.right, differenceOfColumns(told.right.sections));
      return told;
    },
    balanceSheet: async (caller, { asOf, knownAtSequence }) => {
      const to = await lastDay(caller, asOf, knownAtSequence);
      if (refused(to)) return to;
      const told = await tellAll(caller, { layer: 'settled', to: to.right, knownAtSequence });
      if (refused(told)) return told;
      requireBalanced('balance sheet', caller, told.right, differenceOfSides(told.right.totals));
      return told;
    },
    incomeStatement: async (caller, { from, to: asked, knownAtSequence }) => {
      const to = await lastDay(caller, asked, knownAtSequence);
      if (refused(to)) return to;
      if (from > to.right)
        return refuse({ kind: 'Invalid', errors: { from: [`must not be after the last day, which is ${to.right}`] } });
      return tellAll(caller, { layer: 'settled', types: typesOfIncomeStatement, from, to: to.right, knownAtSequence });
    },
  };
};
