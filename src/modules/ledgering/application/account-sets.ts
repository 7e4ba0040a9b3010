/**
 * Creates, changes and deletes account sets and their members. Each change takes a turn of the ledger, so that two concurrent changes
 * cannot create a cycle. It also appends an event to the ledger's log.
 */
import { newId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import {
  judgeMembership,
  type AccountSet,
  type AccountSetDraft,
  type AccountSetId,
  type AccountSetMember,
  type MemberType,
} from '../domain/account-set';
import { accountSetFormats, accountSetMemberFormats } from '../domain/formats';
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
import { inTurn, logEvent, type NewEvent, type Turn, type TurnDependencies } from './turn';

type AddRefusal = AccountSetMissing | Invalid | AccountSetMemberExists | AccountSetCycle | AccountSetDepthExceeded;
type TakeOutRefusal = AccountSetMissing | AccountSetMemberMissing;

export interface AccountSets {
  open(caller: Principal, draft: AccountSetDraft): Promise<Outcome<AccountSetCodeTaken | QuotaReached, AccountSet>>;
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

export const createAccountSets = (dependencies: TurnDependencies, sets: AccountSetStore): AccountSets => {
  const log = (turn: Turn, { ledgerId, actor }: Principal, event: Omit<NewEvent, 'actor'>) =>
    logEvent(dependencies, turn, ledgerId, { ...event, actor });
  return {
    open: (caller, draft) =>
      inTurn<AccountSetCodeTaken | QuotaReached, AccountSet>(dependencies, caller.ledgerId, async (turn) => {
        const set = { id: newId<'account set'>(), ...draft, createdAt: turn.now, updatedAt: turn.now };
        if (!(await sets.insertSet(turn.tx, caller.ledgerId, set)))
          return refuse({ kind: 'AccountSetCodeTaken', code: draft.code });
        const room = judgeUse('account_sets', await sets.readSetUse(turn.tx, caller));
        if (refused(room)) return room;
        const subject = { accountSetId: set.id };
        await log(turn, caller, { type: 'account_set_created', subject, content: accountSetFormats.contentOf(set) });
        return ok(set);
      }),

    change: (caller, accountSetId, { code, name, description, metadata }) =>
      inTurn<AccountSetMissing | AccountSetCodeTaken, AccountSet>(dependencies, caller.ledgerId, async (turn) => {
        const found = await sets.readSet(turn.tx, caller.ledgerId, accountSetId);
        if (!found) return refuse({ kind: 'AccountSetMissing' });
        const set = {
          ...found,
          code: code ?? found.code,
          name: name ?? found.name,
          description: description === undefined ? found.description : description,
          metadata: metadata === undefined ? found.metadata : metadata,
          updatedAt: turn.now,
        };
        if (!(await sets.updateSet(turn.tx, caller.ledgerId, set)))
          return refuse({ kind: 'AccountSetCodeTaken', code: set.code });
        const subject = { accountSetId };
        await log(turn, caller, { type: 'account_set_updated', subject, content: accountSetFormats.contentOf(set) });
        return ok(set);
      }),

    remove: (caller, accountSetId) =>
      inTurn<AccountSetMissing, { readonly id: AccountSetId }>(dependencies, caller.ledgerId, async (turn) => {
        const set = await sets.readSet(turn.tx, caller.ledgerId, accountSetId);
        if (!set) return refuse({ kind: 'AccountSetMissing' });
        await sets.deleteSet(turn.tx, caller.ledgerId, accountSetId);
        const subject = { accountSetId };
        await log(turn, caller, { type: 'account_set_deleted', subject, content: accountSetFormats.contentOf(set) });
        return ok({ id: accountSetId });
      }),

    add: (caller, accountSetId, memberType, memberId) =>
      inTurn<AddRefusal, AccountSetMember>(dependencies, caller.ledgerId, async (turn) => {
        const { ledgerId } = caller;
        if (!(await sets.readSet(turn.tx, ledgerId, accountSetId))) return refuse({ kind: 'AccountSetMissing' });
        const facts = await sets.readMembership(turn.tx, ledgerId, accountSetId, memberType, memberId);
        const judged = judgeMembership(facts);
        if (refused(judged)) return judged;
        const member = { accountSetId, memberType, memberId, ...judged.right, createdAt: turn.now };
        await sets.insertMember(turn.tx, ledgerId, member);
        const subject = { accountSetId, memberId };
        await log(turn, caller, {
          type: 'account_set_member_added',
          subject,
          content: accountSetMemberFormats.contentOf(member),
        });
        return ok(member);
      }),

    takeOut: (caller, accountSetId, memberId) =>
      inTurn<TakeOutRefusal, AccountSetMember>(dependencies, caller.ledgerId, async (turn) => {
        const { ledgerId } = caller;
        if (!(await sets.readSet(turn.tx, ledgerId, accountSetId))) return refuse({ kind: 'AccountSetMissing' });
        const member = await sets.deleteMember(turn.tx, ledgerId, accountSetId, memberId);
        if (!member) return refuse({ kind: 'AccountSetMemberMissing' });
        const subject = { accountSetId, memberId };
        await log(turn, caller, {
          type: 'account_set_member_removed',
          subject,
          content: accountSetMemberFormats.contentOf(member),
        });
        return ok(member);
      }),
  };
};
