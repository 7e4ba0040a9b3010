/** Describes the rights of a key in sentences, and converts the form of a key to the API's format. */
import type { AdminSchemas } from '../../api/schemas';

export type Scope = AdminSchemas['Key']['scopes'][number];

export interface OfferedScope {
  readonly scope: Scope;
  readonly description: string;
}

export const offeredScopes: readonly OfferedScope[] = [
  { scope: 'read', description: 'Reads everything in the ledger: accounts, transactions, reports, events.' },
  { scope: 'post', description: 'Posts transactions and batches, settles holds, converts and transfers.' },
  { scope: 'undo', description: 'Reverses, voids and releases what was posted.' },
  {
    scope: 'chart',
    description: 'Changes the structure: accounts, journals, account sets, transaction codes, strings.',
  },
  { scope: 'admin', description: 'Administers: webhooks, and what the capabilities below allow. Give it to few keys.' },
];

/** The scopes that a new key has by default: all except `admin`. */
export const usualScopes: readonly Scope[] = ['read', 'post', 'undo', 'chart'];

export const offeredCapabilities: readonly { readonly capability: string; readonly description: string }[] = [
  { capability: 'attributes:admin', description: 'Declares attributes, and turns strict mode on and off.' },
  { capability: 'periods:admin', description: 'Locks periods, and releases locks.' },
  { capability: 'events:admin', description: 'Makes, changes and deletes webhooks.' },
  {
    capability: 'limits:override',
    description: 'Posts beyond balance limits if a request asks for it. Grant it rarely.',
  },
];

export const participation = (stringCode: string): string => `strings:participate:${stringCode}`;

/** Reads a list of networks, separated by line breaks, commas, semicolons or spaces. */
export const networksIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(/[\s,;]+/)
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  ),
];

const dayMs = 86_400_000;

export const expiries = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'day', label: 'on a day …' },
  { value: 'never', label: 'never' },
] as const;

/** Returns the expiry for the API: the beginning of the chosen day in UTC. Null if the key never expires. */
export const expiryOf = (chosen: string, day: string, now = Date.now()): string | null => {
  if (chosen === 'never') return null;
  if (chosen === 'day') return day === '' ? null : `${day}T00:00:00.000Z`;
  return new Date(now + Number(chosen) * dayMs).toISOString();
};

export interface KeyStanding {
  readonly is_active: boolean;
  readonly expires_at: string | null;
}

export type KeyState = 'active' | 'ends soon' | 'expired' | 'revoked';

const soonMs = 7 * dayMs;

export const stateOf = ({ is_active: isActive, expires_at: expires }: KeyStanding, now = Date.now()): KeyState => {
  if (!isActive) return 'revoked';
  if (expires === null) return 'active';
  const left = Date.parse(expires) - now;
  return left <= 0 ? 'expired' : left < soonMs ? 'ends soon' : 'active';
};

export interface KeyFields {
  readonly name: string;
  /** The maximum number of requests per second, as typed. */
  readonly rate: string;
}

export const isRate = (typed: string): boolean => /^[1-9]\d{0,6}$/.test(typed);

/** Returns the changed members of a key for the API; undefined if nothing has changed. An empty name does not change the name. */
export const changeOf = (
  key: Pick<AdminSchemas['Key'], 'name' | 'rate_limit_per_second'>,
  { name: typed, rate }: KeyFields,
): AdminSchemas['KeyChange'] | undefined => {
  const name = typed.trim();
  const change = {
    ...(name === '' || name === key.name ? {} : { name }),
    ...(Number(rate) === key.rate_limit_per_second ? {} : { rate_limit_per_second: Number(rate) }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
};
