/** Account sets: accounts and other sets, grouped for reporting. */
import type { Id } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { AccountSetCycle, AccountSetDepthExceeded, AccountSetMemberExists, Invalid } from './refusals';

export type AccountSetId = Id<'account set'>;

export interface AccountSet {
  readonly id: AccountSetId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type AccountSetDraft = Pick<AccountSet, 'code' | 'name' | 'description' | 'metadata'>;

export const memberTypes = ['account', 'account_set'] as const;
export type MemberType = (typeof memberTypes)[number];

export interface AccountSetMember {
  readonly accountSetId: AccountSetId;
  readonly memberType: MemberType;
  readonly memberId: string;
  readonly code: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** The maximum depth of nested sets, counting the outermost and the innermost set. */
export const maxSetDepth = 16;

/** The facts that decide whether a member can be added to a set. */
export interface MembershipFacts {
  /** The account or set to add; undefined if it does not exist. */
  readonly member: { readonly code: string; readonly name: string } | undefined;
  readonly isMember: boolean;
  /** Whether the new member is the set itself, or a set that contains it. */
  readonly wouldContainItself: boolean;
  /** The number of sets on the longest chain from an outermost set down to the set that receives the member. */
  readonly depthAbove: number;
  /** The number of sets on the longest chain from the new member down; 0 for an account. */
  readonly depthBelow: number;
}

export const judgeMembership = ({
  member,
  isMember,
  wouldContainItself,
  depthAbove,
  depthBelow,
}: MembershipFacts): Outcome<
  Invalid | AccountSetMemberExists | AccountSetCycle | AccountSetDepthExceeded,
  { readonly code: string; readonly name: string }
> => {
  if (!member)
    return refuse({
      kind: 'Invalid',
      errors: { member_id: ['is not the id of an account or account set of this ledger'] },
    });
  if (isMember) return refuse({ kind: 'AccountSetMemberExists' });
  if (wouldContainItself) return refuse({ kind: 'AccountSetCycle' });
  if (depthAbove + depthBelow > maxSetDepth) return refuse({ kind: 'AccountSetDepthExceeded', max: maxSetDepth });
  return ok(member);
};
