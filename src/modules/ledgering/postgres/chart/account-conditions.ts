/** The conditions of a list or a tree of accounts. */
import type { LedgerId } from '../../../../kernel/ids';
import type { AccountFilter } from '../../application/reader';
import { Conditions, likePattern } from '../lists/conditions';

export const accountConditions = (
  ledgerId: LedgerId,
  { type, isActive, isGroup, parentId, search }: AccountFilter,
): Conditions => {
  const where = new Conditions(ledgerId);
  where.equal('a.type', type, 'account_type');
  where.equal('a.is_active', isActive, 'boolean');
  where.equal('a.is_group', isGroup, 'boolean');
  where.equal('a.parent_id', parentId, 'uuid');
  if (search !== undefined)
    where.add((value) => `(a.code ilike ${value} or normalize(a.name) ilike ${value})`, likePattern(search));
  return where;
};
