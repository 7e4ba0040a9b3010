/**
 * The rights of operators: scopes, like those of keys, and capabilities. A viewer reads; a bookkeeper also writes the books and maintains
 * the settings of bookkeeping; an admin may do everything.
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

/** The rights of each role. The capabilities for strings are matched by their prefix, because tenants create strings at any time. */
export const grants: Readonly<Record<Role, Grant>> = {
  viewer: { scopes: new Set<Scope>(['read']), capabilities: new Set<string>() },
  bookkeeper: {
    scopes: usualScopes,
    capabilities: { has: (capability) => booksOfLedgers.has(capability) || capability.startsWith(anyString) },
  },
  admin: { scopes: new Set(scopes), capabilities: { has: () => true } },
};
