/** POST /accounts/{id}/close: sweeps the balance of an account and deactivates it, in one turn and one commit. */
import { oppositeOf } from '../../../kernel/accounting';
import { requireDenomination } from '../../../kernel/guess';
import { newId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { dayIn } from '../../../kernel/time-zone';
import { changeAccount, type Account } from '../domain/account';
import { judgeClosing, type CloseRequest, type NotClosed, type Sweep } from '../domain/closing';
import { accountFormats, closeFormats } from '../domain/formats';
import { nothingWanted, replayOf } from '../domain/judging';
import { acceptanceOf } from '../domain/operation-acceptance';
import type {
  AccountMissing,
  BalanceLimitExceeded,
  IdempotencyKeyInUse,
  IdempotencyRefusal,
  PostingFailure,
  ScopeMissing,
} from '../domain/refusals';
import type { Draft, JournalId, TransactionId } from '../domain/transaction';
import { postNow } from './post-now';
import type { AccountWithBalance } from './reader';
import { inTurn, logEvent, type TurnDependencies } from './turn';
import { useKey } from './used-key';

export type CloseRefusal = IdempotencyRefusal | AccountMissing | NotClosed | ScopeMissing | BalanceLimitExceeded;

export interface ClosedAccount {
  readonly account: AccountWithBalance;
  /** The transaction that swept the account's balance; null if the balance was zero. */
  readonly sweepId: TransactionId | null;
  /** True if an earlier request with the same idempotency key closed the account; this request then writes nothing. */
  readonly replayed: boolean;
}

export type Close = (caller: Principal, request: CloseRequest) => Promise<Outcome<CloseRefusal, ClosedAccount>>;

const closeOperation = 'close';

export const createClose =
  (dependencies: TurnDependencies): Close =>
  async (caller, request) => {
    const { ledgerId, actor, denomination, timeZone } = caller;
    const { accountId, sweepToCode, idempotencyKey: key, reason } = request;
    if (sweepToCode !== null && !caller.scopes.has('post')) return refuse({ kind: 'ScopeMissing', scope: 'post' });
    const { acceptances, chart } = dependencies;
    const fingerprint = closeFormats.fingerprintOf(request);
    return inTurn<CloseRefusal, ClosedAccount>(dependencies, ledgerId, async (turn) => {
      const { tx, now } = turn;
      const reading = await acceptances.readAcceptance(tx, ledgerId, {
        ...nothingWanted,
        keys: key === null ? [] : [key],
        accountCodes: sweepToCode === null ? [] : [sweepToCode],
      });
      requireDenomination(denomination, reading.facts.denomination);
      const before = key === null ? ok(undefined) : replayOf(key, closeOperation, fingerprint, reading);
      if (refused(before)) return before;
      const today = dayIn(timeZone, now);
      const found = await chart.readForChange(tx, ledgerId, accountId, {}, today);
      if (!found) return refuse({ kind: 'AccountMissing' });
      const { account, balance, facts } = found;
      if (before.right) {
        const { madeId } = before.right;
        const sweepId = madeId === (accountId as string) ? null : (madeId as TransactionId);
        return ok({ account: { ...account, balance }, sweepId, replayed: true });
      }
      const sweepTo = sweepToCode === null ? undefined : reading.facts.accountsByCode.get(sweepToCode);
      const sweep = judgeClosing(account, request, facts, sweepTo, {
        ...{ denomination, today, lockedUntil: reading.facts.lockedUntil },
      });
      if (refused(sweep)) return sweep;
      const closed = changeAccount(account, { isActive: false }, facts, denomination, now);
      if (refused(closed)) throw new Error(`account ${account.code} cannot be deactivated: ${closed.left.kind}`);

      let at = turn;
      let sweepId: TransactionId | null = null;
      if (sweep.right) {
        const draft = draftOf(account, sweep.right, request, {
          journalId: reading.facts.defaultJournalId,
          ...{ actor, now },
        });
        const acceptance = acceptanceOf(draft, closeOperation, fingerprint, denomination);
        const plan = await postNow(dependencies, turn, ledgerId, [acceptance]);
        if (refused(plan)) return refuse(asRefusal(plan.left));
        at = { ...turn, head: plan.right.head };
        sweepId = draft.id;
      } else {
        const used = await useKey(dependencies, turn, ledgerId, {
          ...{ key, operation: closeOperation, fingerprint, makes: accountId },
        });
        if (refused(used)) return used;
      }
      await chart.updateAccount(tx, ledgerId, closed.right);
      await logEvent(dependencies, at, ledgerId, {
        ...{ type: 'account_closed', accountId, actor, ...(reason === null ? {} : { reason }) },
        content: accountFormats.contentOf(closed.right),
      });
      const swept = sweep.right && sweep.right.effectiveDate <= today ? (0n as Minor) : balance;
      return ok({ account: { ...closed.right, balance: swept }, sweepId, replayed: false });
    });
  };

/**
 * Turns a posting failure of the sweep into a refusal. The accounts and the day of the sweep have already been checked under the same lock,
 * so no other failure is possible.
 */
const asRefusal = (failure: IdempotencyKeyInUse | PostingFailure): CloseRefusal => {
  if (failure.kind === 'IdempotencyKeyInUse' || failure.kind === 'BalanceLimitExceeded') return failure;
  if (failure.kind === 'JournalClosed')
    return { kind: 'AccountNotClosable', because: 'the journal DEFAULT is closed', cure: 'Open the journal first.' };
  throw new Error(`a sweep that was allowed failed: ${failure.kind}`);
};

const draftOf = (
  account: Account,
  { to, amount, side, effectiveDate }: Sweep,
  { idempotencyKey }: CloseRequest,
  { journalId, actor, now }: { readonly journalId: JournalId; readonly actor: string; readonly now: Date },
): Draft => {
  const entry = { layer: 'settled', amount, description: null, metadata: null } as const;
  return {
    id: newId<'transaction'>(),
    ...{ journalId, effectiveDate, layer: 'settled', description: `Close of account ${account.code}` },
    ...{ reference: null, totalAmount: amount, idempotencyKey, metadata: null, attributes: null },
    ...{ correlationId: null, correlationType: null, correlationSourceId: null },
    ...{ transactionCode: null, transactionCodeVersion: null, batchId: null, undoesTransactionId: null },
    ...{ settlesTransactionId: null, expiresAt: null, stringOperationId: null, acceptedBy: actor, acceptedAt: now },
    entries: [
      { ...entry, id: newId<'entry'>(), accountId: account.id, type: side },
      { ...entry, id: newId<'entry'>(), accountId: to, type: oppositeOf(side) },
    ],
  };
};
