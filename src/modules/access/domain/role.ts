/**
 * What an operator may do: scopes as keys have them, and the capabilities that stand beside the scopes. A viewer reads, a
 * bookkeeper also writes the books and administers what they are written by, an admin does everything.
 */
import { scopes, usualScopes, type Scope } from '../../../kernel/principal';

export const roles = ['viewer', 'bookkeeper', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface Grant {
  readonly scopes: ReadonlySet<Scope>;
  readonly capabilities: Pick<ReadonlySet<string>, 'has'>;
}

const booksOfLedgers: ReadonlySet<string> = new Set(['attributes:admin', 'periods:admin']);
const anyString = 'strings:participate:';

/** What each role is granted. Strings are many and change, so they are told by how their capability begins. */
export const grants: Readonly<Record<Role, Grant>> = {
  viewer: { scopes: new Set<Scope>(['read']), capabilities: new Set<string>() },
  bookkeeper: {
    scopes: usualScopes,
    capabilities: { has: (capability) => booksOfLedgers.has(capability) || capability.startsWith(anyString) },
  },
  admin: { scopes: new Set(scopes), capabilities: { has: () => true } },
};
