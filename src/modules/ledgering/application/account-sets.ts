/** Account sets and their members. Changes take turns, so that two of them cannot close a circle together. */
import { newId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import {
  judgeMembership,
  type AccountSet,
  type AccountSetDraft,
  type AccountSetId,
  type AccountSetMember,
  type MemberType,
} from '../domain/account-set';
import type {
  AccountSetCodeTaken,
  AccountSetCycle,
  AccountSetDepthExceeded,
  AccountSetMemberExists,
  AccountSetMemberMissing,
  AccountSetMissing,
  Invalid,
} from '../domain/refusals';
import type { AccountSetStore } from './ports';
import { inTurn, type TurnDependencies } from './turn';

type AddRefusal = AccountSetMissing | Invalid | AccountSetMemberExists | AccountSetCycle | AccountSetDepthExceeded;
type TakeOutRefusal = AccountSetMissing | AccountSetMemberMissing;

export interface AccountSets {
  open(caller: Principal, draft: AccountSetDraft): Promise<Outcome<AccountSetCodeTaken, AccountSet>>;
  change(
    caller: Principal,
    accountSetId: AccountSetId,
    change: Partial<AccountSetDraft>,
  ): Promise<Outcome<AccountSetMissing | AccountSetCodeTaken, AccountSet>>;
  remove(
    caller: Principal,
    accountSetId: AccountSetId,
  ): Promise<Outcome<AccountSetMissing, { readonly id: AccountSetId }>>;
  add(
    caller: Principal,
    accountSetId: AccountSetId,
    memberType: MemberType,
    memberId: string,
  ): Promise<Outcome<AddRefusal, AccountSetMember>>;
  takeOut(
    caller: Principal,
    accountSetId: AccountSetId,
    memberId: string,
  ): Promise<Outcome<TakeOutRefusal, AccountSetMember>>;
}

export const createAccountSets = (dependencies: TurnDependencies, sets: AccountSetStore): AccountSets => ({
  open: ({ ledgerId }, draft) =>
    inTurn<AccountSetCodeTaken, AccountSet>(dependencies, ledgerId, async ({ tx, now }) => {
      const set = { id: newId<'account set'>(), ...draft, createdAt: now, updatedAt: now };
      return (await sets.insertSet(tx, ledgerId, set))
        ? ok(set)
        : refuse({ kind: 'AccountSetCodeTaken', code: draft.code });
    }),

  change: ({ ledgerId }, accountSetId, { code, name, description, metadata }) =>
    inTurn<AccountSetMissing | AccountSetCodeTaken, AccountSet>(dependencies, ledgerId, async ({ tx, now }) => {
      const found = await sets.readSet(tx, ledgerId, accountSetId);
      if (!found) return refuse({ kind: 'AccountSetMissing' });
      const set = {
        ...found,
        code: code ?? found.code,
        name: name ?? found.name,
        description: description === undefined ? found.description : description,
        metadata: metadata === undefined ? found.metadata : metadata,
        updatedAt: now,
      };
      return (await sets.updateSet(tx, ledgerId, set))
        ? ok(set)
        : refuse({ kind: 'AccountSetCodeTaken', code: set.code });
    }),

  remove: ({ ledgerId }, accountSetId) =>
    inTurn<AccountSetMissing, { readonly id: AccountSetId }>(dependencies, ledgerId, async ({ tx }) =>
      (await sets.deleteSet(tx, ledgerId, accountSetId))
        ? ok({ id: accountSetId })
        : refuse({ kind: 'AccountSetMissing' }),
    ),

  add: ({ ledgerId }, accountSetId, memberType, memberId) =>
    inTurn<AddRefusal, AccountSetMember>(dependencies, ledgerId, async ({ tx, now }) => {
      if (!(await sets.readSet(tx, ledgerId, accountSetId))) return refuse({ kind: 'AccountSetMissing' });
      const judged = judgeMembership(await sets.readMembership(tx, ledgerId, accountSetId, memberType, memberId));
      if (refused(judged)) return judged;
      const member = { accountSetId, memberType, memberId, ...judged.right, createdAt: now };
      await sets.insertMember(tx, ledgerId, member);
      return ok(member);
    }),

  takeOut: ({ ledgerId }, accountSetId, memberId) =>
    inTurn<TakeOutRefusal, AccountSetMember>(dependencies, ledgerId, async ({ tx }) => {
      if (!(await sets.readSet(tx, ledgerId, accountSetId))) return refuse({ kind: 'AccountSetMissing' });
      const member = await sets.deleteMember(tx, ledgerId, accountSetId, memberId);
      return member ? ok(member) : refuse({ kind: 'AccountSetMemberMissing' });
    }),
});
