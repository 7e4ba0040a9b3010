/** An account set as a tree: its members, and the members of the sets that the person has opened. */
import type { Schemas } from '../../api/schemas';
import type { TreeRow } from '../../parts/tree-row';

export type Member = Pick<Schemas['AccountSetMember'], 'member_type' | 'member_id' | 'code' | 'name'>;

/** The loaded members of a set. */
export interface Inside {
  readonly members: readonly Member[];
  /** The cursor of the next page of its list. */
  readonly nextCursor: string | null;
}

export interface MemberNode {
  readonly member: Member;
  /** The set that has this member, and from which it can be removed. */
  readonly setId: string;
  /** True for the row that loads further members of the set. */
  readonly isMore: boolean;
}

/** The visible rows. A set may be in the tree twice, in different branches, so the key of a row is its path. */
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
