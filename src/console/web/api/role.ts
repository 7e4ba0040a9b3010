/** What a person may do: look, keep the books, or administer as well, for one tenant or for all. What is not shown is refused too. */
export type Role = 'viewer' | 'bookkeeper' | 'admin';

const ranks: readonly Role[] = ['viewer', 'bookkeeper', 'admin'];

/** Whether the role may do what `least` may. */
export const mayAs = (role: Role, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least);

export interface Restriction {
  /** Who has less does not see it, in the navigation or elsewhere. */
  readonly least: Role;
  /** Of the whole installation: who has one tenant does not see it either. */
  readonly isOfAllTenants?: boolean;
}

export interface Standing {
  readonly role: Role;
  readonly hasAllTenants: boolean;
}

export const isOpenTo = ({ role, hasAllTenants }: Standing, { least, isOfAllTenants }: Restriction): boolean =>
  mayAs(role, least) && (hasAllTenants || isOfAllTenants !== true);
