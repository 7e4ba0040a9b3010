/**
 * The rights of a person: to read, to keep the books, or to administer as well, in one tenant or in all. The console hides the pages and buttons that a person's rights do not allow. The service itself refuses the corresponding requests.
 */
export type Role = 'viewer' | 'bookkeeper' | 'admin';

const ranks: readonly Role[] = ['viewer', 'bookkeeper', 'admin'];

/** Returns whether the role has at least the rights of `least`. */
export const mayAs = (role: Role, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least);

export interface Restriction {
  /** The lowest role that can see the page and its link in the navigation. */
  readonly least: Role;
  /** True for a page about the whole installation. Only administrators of all tenants see it. */
  readonly isOfAllTenants?: boolean;
}

export interface RoleAccess {
  readonly role: Role;
  readonly hasAllTenants: boolean;
}

export const isOpenTo = ({ role, hasAllTenants }: RoleAccess, { least, isOfAllTenants }: Restriction): boolean =>
  mayAs(role, least) && (hasAllTenants || isOfAllTenants !== true);
