/** An account set as a tree: its members, and theirs where they are sets that somebody has opened. */
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
  /** The set whose member it is: it is taken out of that one. */
  readonly setId: string;
  /** The row that brings further members of the set, in place of one. */
  readonly isMore: boolean;
}

/**
 * The rows that are to be seen. A set may be a member twice, in different branches, so a row is known by the way to it.
 */
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
