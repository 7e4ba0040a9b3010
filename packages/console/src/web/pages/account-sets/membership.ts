/** The members of an account set as a tree. A member set shows its own members once the person opens it. */
import type { Schemas } from '../../api/schemas';
import type { TreeRow } from '../../parts/tree-row';

export type Member = Pick<Schemas['AccountSetMember'], 'member_type' | 'member_id' | 'code' | 'name'>;

/** The members of a set that have been loaded so far. */
export interface Inside {
  readonly members: readonly Member[];
  /** The cursor of the next page of members; null if all are loaded. */
  readonly nextCursor: string | null;
}

export interface MemberNode {
  readonly member: Member;
  /** The id of the set that directly contains the member. The member can be removed from this set. */
  readonly setId: string;
  /** True for a row that is not a member but loads further members of the set. */
  readonly isMore: boolean;
}

/** Returns the visible rows of the tree. A set may occur in several branches, so the key of a row is its path. */
export const rowsOf = (
  setId: string,
  insides: ReadonlyMap<string, Inside>,
  open: ReadonlySet<string>,
  way = '',
  depth = 0,
): readonly TreeRow<MemberNode>[] => {
  const inside = insides.get(setId);
  if (inside === undefined) return [];
  const rows = inside.members.flatMap((member): readonly TreeRow<MemberNode>[] => {
    const key = `${way}/${member.member_id}`;
    const isSet = member.member_type === 'account_set';
    const isOpen = isSet && open.has(key);
    const row = { item: { member, setId, isMore: false }, key, depth, hasChildren: isSet, isOpen };
    return [row, ...(isOpen ? rowsOf(member.member_id, insides, open, key, depth + 1) : [])];
  });
  if (inside.nextCursor === null) return rows;
  const member: Member = { member_type: 'account', member_id: setId, code: '…', name: 'further members' };
  const more = { item: { member, setId, isMore: true }, key: `${way}/…`, depth, hasChildren: false, isOpen: false };
  return [...rows, more];
};
