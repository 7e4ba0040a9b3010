/**
 * Converts or transfers through a string (POST /strings/{code}/convert and /transfer): posts both legs or none, and once for each
 * idempotency key.
 */
import { formatAmount } from '../../../kernel/money';
import { judgedAnew } from '../../../kernel/running/optimistic';
import { todayOf, type Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { AttributeRefusal } from '../../attributes';
import {
  isOutdated,
  passedLimit,
  type BalanceChange,
  type Ledgering,
  type PostedTogether,
  type StringOperationRecord,
  type TogetherRefusal,
  type TogetherRequest,
} from '../../ledgering';
import { operationFormats } from '../domain/formats';
import {
  judgeCapability,
  judgeParticipants,
  planOperation,
  type OperationPlan,
  type OperationRequest,
} from '../domain/operation';
import type { OperationRefusal } from '../domain/refusals';
import { clearingAccountOf, type DescribedString } from '../domain/string';
import { storedRateSource, type RateSnapshot, type RateSource } from './ports';

export interface OperateDependencies {
  readonly describe: (caller: Principal, code: string) => Promise<DescribedString | undefined>;
  readonly ledgering: Ledgering;
  readonly rates: RateSource;
  readonly clock: LedgerTime;
}

/** The result of an operation. For a replay, the result is the same except that `replayed` is true. */
export interface Operated {
  readonly operation: 'convert' | 'transfer';
  readonly stringCode: string;
  readonly correlationId: string;
  readonly replayed: boolean;
  readonly source: OperatedLeg;
  readonly target: OperatedLeg;
  readonly rate: string | null;
  /** The balances in the caller's ledger that the operation would result in; only for a dry run of a new operation, otherwise null. */
  readonly balances: readonly BalanceChange[] | null;
}

export interface OperatedLeg {
  readonly ledgerCode: string;
  readonly ledgerId: string;
  readonly transactionId: string;
  readonly reference: string;
  /** The amount in major units of the leg's currency. */
  readonly amount: string;
}

/** The refusals of an operation. Those of attributes are passed on unchanged. */
export type OperateRefusal = OperationRefusal | AttributeRefusal;
export type Operate = (
  caller: Principal,
  request: OperationRequest,
  isDryRun: boolean,
) => Promise<Outcome<OperateRefusal, Operated>>;

export const createOperate =
  ({ describe, ledgering, rates, clock }: OperateDependencies): Operate =>
  async (caller, request, isDryRun) => {
    const { operation, idempotencyKey } = request;
    const fingerprint = operationFormats.fingerprintOf(request);
    const before = await ledgering.together.replay(caller, { operation, idempotencyKey, fingerprint });
    if (refused(before)) return before;
    if (before.right) {
      const capable = judgeCapability(request.stringCode, caller);
      return refused(capable) ? capable : ok(operated(before.right));
    }

    const judge = async (): Promise<Outcome<OperateRefusal, JudgedOperation>> => {
      const participants = judgeParticipants(await describe(caller, request.stringCode), caller, request);
      if (refused(participants)) return participants;
      const { string } = participants.right;
      const codes = [...new Set([request.sourceAccountCode, request.targetAccountCode])];
      const plan = planOperation(participants.right, request, await ledgering.accountsNamed(string.memberIds, codes));
      if (refused(plan)) return plan;
      // The rate is requested before anything is locked, and only if the caller gave none.
      const snapshot = await snapshotOf(rates, request, plan.right);
      return refused(snapshot) ? snapshot : ok({ string, plan: plan.right, snapshot: snapshot.right });
    };
    const write = async (
      judged: Outcome<OperateRefusal, JudgedOperation>,
    ): Promise<Outcome<OperateRefusal, Operated>> => {
      if (refused(judged)) return judged;
      const { string, plan, snapshot } = judged.right;
      const posted = await ledgering.together.post(caller, {
        ...{ operation, idempotencyKey, fingerprint, isDryRun },
        ...legsOf(plan),
        clearing: clearingAccountOf(string),
        effectiveDate: request.effectiveDate ?? todayOf(caller, clock),
        description:
          request.description ?? `${operation === 'convert' ? 'Conversion' : 'Transfer'} ${request.reference}`,
        reference: request.reference,
        attributes: request.attributes,
        record: recordOf(request, plan, snapshot),
        guess: { stringId: string.id, rate: storedRateOf(plan, snapshot) },
      });
      return refused(posted) ? refuse(asOperationRefusal(posted.left)) : ok(operated(posted.right));
    };
    return judgedAnew(judge, write, isOutdated);
  };

/** The facts that are read before anything is locked, and by which an operation is judged. */
interface JudgedOperation {
  readonly string: DescribedString;
  readonly plan: OperationPlan;
  readonly snapshot: Partial<RateSnapshot>;
}

/**
 * Returns the stored rate that the conversion uses; the write checks that no operator has changed it meanwhile. Null if the rate comes from
 * a rate service or from the caller: such a rate is only recorded.
 */
const storedRateOf = (
  { source, target }: OperationPlan,
  { source: rateSource, at }: Partial<RateSnapshot>,
): TogetherRequest['guess']['rate'] =>
  rateSource === storedRateSource && at
    ? { base: source.ledger.denomination.currency, quote: target.ledger.denomination.currency, setAt: at }
    : null;

const snapshotOf = async (
  rates: RateSource,
  { operation, rate }: OperationRequest,
  { source, target }: OperationPlan,
): Promise<Outcome<OperationRefusal, Partial<RateSnapshot>>> => {
  if (operation === 'transfer') return ok({});
  if (rate !== null) return ok({ rate, source: 'given' });
  const [base, quote] = [source.ledger.denomination.currency, target.ledger.denomination.currency];
  const snapshot = await rates.rate(base, quote);
  if (snapshot) return ok(snapshot);
  const because = `no rate from ${base} to ${quote} is known: give \`rate\`, or have an operator set one`;
  return refuse({ kind: 'OperationInvalid', because });
};

const legsOf = ({
  source,
  target,
}: OperationPlan): Pick<Parameters<Ledgering['together']['post']>[1], 'source' | 'target'> => ({
  source: {
    ledgerId: source.ledger.id,
    accountCode: source.accountCode,
    account: source.account,
    effect: 'leaves',
    amount: source.amount,
    denomination: source.ledger.denomination,
  },
  target: {
    ledgerId: target.ledger.id,
    accountCode: target.accountCode,
    account: target.account,
    effect: 'enters',
    amount: target.amount,
    denomination: target.ledger.denomination,
  },
});

/** Returns the part of the response that the legs do not contain. It is stored with the legs, so that a replay can repeat it. */
const recordOf = (
  { stringCode, reference }: OperationRequest,
  { source, target }: OperationPlan,
  { rate, source: rateSource, at }: Partial<RateSnapshot>,
): StringOperationRecord => ({
  string_code: stringCode,
  reference,
  source: { ledger_code: source.ledger.code, amount: formatAmount(source.amount, source.ledger.denomination) },
  target: { ledger_code: target.ledger.code, amount: formatAmount(target.amount, target.ledger.denomination) },
  rate: rate ?? null,
  rate_source: rateSource ?? null,
  rate_at: at?.toISOString() ?? null,
});

const operated = ({ operation, replayed, balances }: PostedTogether): Operated => {
  const { record } = operation;
  const leg = (side: 'source' | 'target'): OperatedLeg => ({
    ledgerCode: record[side].ledger_code,
    ledgerId: operation[side].ledgerId,
    transactionId: operation[side].transactionId,
    reference: record.reference,
    amount: record[side].amount,
  });
  return {
    operation: operation.operation,
    stringCode: record.string_code,
    correlationId: operation.id,
    replayed,
    source: leg('source'),
    target: leg('target'),
    rate: record.rate,
    balances,
  };
};

const asOperationRefusal = (refusal: TogetherRefusal): OperateRefusal => {
  switch (refusal.kind) {
    case 'IdempotencyKeyInUse':
    case 'IdempotencyKeyReused':
    case 'AttributeCountExceeded':
    case 'AttributeInvalidKey':
    case 'AttributeReservedKey':
    case 'AttributeInvalidValue':
    case 'AttributeValueTooLong':
    case 'AttributeNotDeclared':
    case 'AttributeKeyCapExceeded':
      return refusal;
    case 'PeriodLocked':
      return { kind: 'StringPeriodLocked', lockedUntil: refusal.lockedUntil };
    case 'ClearingAccountTaken':
      return { kind: 'OperationInvalid', because: `the account ${refusal.account} is not a clearing account` };
    case 'AccountInactive':
      return { kind: 'OperationInvalid', because: `the account ${refusal.account} is inactive: activate it first` };
    case 'BalanceLimitExceeded':
      return { kind: 'OperationInvalid', because: `the ${passedLimit(refusal, 'would be')}` };
    case 'JournalClosed':
      return {
        kind: 'OperationInvalid',
        because: 'the journal DEFAULT of one of the ledgers is closed: open it again',
      };
  }
};
