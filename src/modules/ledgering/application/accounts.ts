/**
 * Opens, changes and deletes accounts. Each of these acts appends an event to the ledger's log, so acts and postings have one common order.
 */
import { requireDenomination } from '../../../kernel/guess';
import type { Layer } from '../../../kernel/accounting';
import type { Minor } from '../../../kernel/money';
import { dayIn } from '../../../kernel/time-zone';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import {
  changeAccount,
  isClearingAccount,
  openAccount,
  type AccountChange,
  type AccountId,
  type ChangeAccountRefusal,
  type NewAccount,
  type OpenAccountRefusal,
} from '../domain/account';
import { accountFormats } from '../domain/formats';
import type { AccountInUse, AccountMissing, SystemAccountProtected } from '../domain/refusals';
import type { AccountWithBalance } from './reader';
import { inTurn, logEvent, type TurnDependencies } from './turn';

/** `left` names the layers on which a deactivated account still has a balance; it is empty if the change did not deactivate the account. */
export interface ChangedAccount extends AccountWithBalance {
  readonly left: readonly Layer[];
}

export interface Accounts {
  open(caller: Principal, request: NewAccount): Promise<Outcome<OpenAccountRefusal, AccountWithBalance>>;
  change(
    caller: Principal,
    accountId: AccountId,
    change: AccountChange,
  ): Promise<Outcome<AccountMissing | ChangeAccountRefusal, ChangedAccount>>;
  remove(
    caller: Principal,
    accountId: AccountId,
  ): Promise<Outcome<AccountMissing | SystemAccountProtected | AccountInUse, { readonly id: AccountId }>>;
}

export const createAccounts = (dependencies: TurnDependencies): Accounts => {
  const { acceptances, chart } = dependencies;
  return {
    open: ({ ledgerId, actor, denomination }, request) =>
      inTurn<OpenAccountRefusal, AccountWithBalance>(dependencies, ledgerId, async (turn) => {
        const [facts, counted] = await Promise.all([
          chart.readOpeningFacts(turn.tx, ledgerId, request.code, request.parentCode),
          chart.readDenomination(turn.tx, ledgerId),
        ]);
        requireDenomination(denomination, counted);
        const account = openAccount(request, facts, denomination, turn.now);
        if (refused(account)) return account;
        await chart.insertAccount(turn.tx, ledgerId, account.right);
        await logEvent(dependencies, turn, ledgerId, {
          type: 'account_created',
          accountId: account.right.id,
          actor,
          content: accountFormats.contentOf(account.right),
        });
        return ok({ ...account.right, balance: 0n as Minor });
      }),

    change: ({ ledgerId, actor, denomination, timeZone }, accountId, change) =>
      inTurn<AccountMissing | ChangeAccountRefusal, ChangedAccount>(dependencies, ledgerId, async (turn) => {
        requireDenomination(denomination, await chart.readDenomination(turn.tx, ledgerId));
        // Acceptances rely on the account's type, its normal balance, and whether it takes entries. So a change to these waits for all
        // acceptances under way.
        if (change.type !== undefined || change.normalBalance !== undefined || change.isGroup !== undefined)
          await acceptances.holdTerms(turn.tx, ledgerId, 'alone');
        const found = await chart.readForChange(turn.tx, ledgerId, accountId, change, dayIn(timeZone, turn.now));
        if (!found) return refuse({ kind: 'AccountMissing' });
        const account = changeAccount(found.account, change, found.facts, denomination, turn.now);
        if (refused(account)) return account;
        await chart.updateAccount(turn.tx, ledgerId, account.right);
        await logEvent(dependencies, turn, ledgerId, {
          type: 'account_updated',
          accountId,
          actor,
          content: accountFormats.contentOf(account.right),
        });
        const isDeactivated = found.account.isActive && !account.right.isActive;
        return ok({ ...account.right, balance: found.balance, left: isDeactivated ? found.facts.layersLeft : [] });
      }),

    remove: ({ ledgerId, actor, timeZone }, accountId) =>
      inTurn<AccountMissing | SystemAccountProtected | AccountInUse, { readonly id: AccountId }>(
        dependencies,
        ledgerId,
        async (turn) => {
          await acceptances.holdTerms(turn.tx, ledgerId, 'alone');
          const found = await chart.readForChange(turn.tx, ledgerId, accountId, {}, dayIn(timeZone, turn.now));
          if (!found) return refuse({ kind: 'AccountMissing' });
          if (found.account.isSystem)
            return refuse({ kind: 'SystemAccountProtected', isClearing: isClearingAccount(found.account) });
          const because = await chart.readAccountUse(turn.tx, ledgerId, accountId);
          if (because !== undefined) return refuse({ kind: 'AccountInUse', because });
          await chart.deleteAccount(turn.tx, ledgerId, accountId, turn.now);
          await logEvent(dependencies, turn, ledgerId, {
            type: 'account_deleted',
            accountId,
            actor,
            content: accountFormats.contentOf(found.account),
          });
          return ok({ id: accountId });
        },
      ),
  };
};
