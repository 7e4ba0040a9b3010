/**
 * The rights of a person: to look, to keep the books, or to administer as well, for one tenant or for all. The service also
 * refuses everything that the console hides.
 */
export type Role = 'viewer' | 'bookkeeper' | 'admin';

const ranks: readonly Role[] = ['viewer', 'bookkeeper', 'admin'];

/** Whether the role may do what `least` may. */
export const mayAs = (role: Role, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least);

export interface Restriction {
  /** People with a lower role do not see it, in the navigation or elsewhere. */
  readonly least: Role;
  /** True for pages about the whole installation: administrators of one tenant do not see them either. */
  readonly isOfAllTenants?: boolean;
}

export interface RoleAccess {
  readonly role: Role;
  readonly hasAllTenants: boolean;
}

export const isOpenTo = ({ role, hasAllTenants }: RoleAccess, { least, isOfAllTenants }: Restriction): boolean =>
  mayAs(role, least) && (hasAllTenants || isOfAllTenants !== true);
