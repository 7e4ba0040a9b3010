/**
 * The rights that administrators change during a round: keys that are rotated and revoked, roles of operators, ledgers that leave their
 * string and return, rates, and time zones. Each is a register with one value at a time (`registers.ts`).
 */
import type { LedgerId, TenantId } from '../../src/kernel/ids';
import { expected } from '../support/ledger';
import { goodPassword } from '../support/people';
import type { Random } from '../support/traffic';
import type { StagedBooks, StagedLedger } from './books';
import { isAcknowledged, type Administering, type Noted } from './diary';
import type { Stage } from './stage';

export const roles = ['viewer', 'bookkeeper', 'admin'] as const;

export interface Rights {
  /** The key of an administrator of all tenants. */
  readonly adminKey: string;
  /** Register → its initial value. */
  readonly initial: ReadonlyMap<string, string>;
  /** Key id → the key itself, for all keys that were shown. */
  readonly keys: ReadonlyMap<string, string>;
  /** Operator id → the e-mail address for signing in. */
  readonly people: ReadonlyMap<string, string>;
  readonly pair: Rate;
  /** Draws a request of this ledger's administrator. */
  wish(ledger: StagedLedger, random: Random): Administering;
  /** Remembers the keys that an answer shows. */
  hear(noted: Noted): void;
}

export interface Rate {
  readonly base: string;
  readonly quote: string;
}

const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'Pacific/Auckland'] as const;
const keysPerLedger = 3;
/** A request about a key chooses among this many of the latest keys. */
const maxChosenKeys = 6;
const plentyPerSecond = 1_000;

export const openRights = async ({ office }: Stage, books: StagedBooks, url: string): Promise<Rights> => {
  const { access, ledgering } = office;
  const { key: adminKey } = expected(await access.adminKeys.issue({ name: 'the storm', tenantId: null }));
  const initial = new Map<string, string>();
  const keys = new Map<string, string>();
  const keysOf = new Map<StagedLedger, string[]>(books.ledgers.map((ledger) => [ledger, []]));
  const people = new Map<string, string>();
  const addKey = (of: StagedLedger, { id, key }: { readonly id: string; readonly key: string }): void => {
    keys.set(id, key);
    keysOf.get(of)?.push(id);
    initial.set(`key ${id}`, 'active');
  };
  let tenantId: TenantId | null = null;
  for (const staged of books.ledgers) {
    initial.set(`zone ${staged.id}`, 'UTC').set(`member ${staged.id}`, 'yes');
    const ledger = await ledgering.ledger(staged.id as LedgerId);
    if (!ledger) throw new Error(`there is no ledger ${staged.id}`);
    tenantId = ledger.tenantId;
    for (let count = 0; count < keysPerLedger; count++)
      addKey(
        staged,
        expected(await access.issueKey({ ledger, capabilities: [], rateLimitPerSecond: plentyPerSecond })),
      );
  }
  for (const role of roles) {
    const email = `${role}-of-${books.string.toLowerCase()}@example.com`;
    const request = { email, name: role, role, tenantId };
    const { operator, url: link } = expected(await access.operators.invite(request, 'the storm'));
    const token = link.split('#')[1];
    const set = await fetch(`${url}/console/invitation`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, password: goodPassword }),
    });
    if (set.status !== 200) throw new Error(`no password was set: ${set.status} ${await set.text()}`);
    people.set(operator.id, email);
    initial.set(`role ${operator.id}`, role).set(`may sign in ${operator.id}`, 'yes');
  }
  const number = books.string.replace(/\D/g, '');
  const pair = { base: `B${number}`, quote: `Q${number}` };
  initial.set('rate', '');

  return {
    ...{ adminKey, initial, keys, people, pair },
    wish: (ledger, random) => {
      const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
      const administer = (
        register: string,
        value: string,
        method: Administering['method'],
        path: string,
        body?: object,
      ): Administering => ({
        ...{ kind: 'administer', register, value, method, path },
        ...(body === undefined ? {} : { body }),
      });
      const key = pick((keysOf.get(ledger) ?? []).slice(-maxChosenKeys));
      const person = pick([...people.keys()]);
      const draw = random(10);
      if (draw === 0) return administer(`key ${key}`, 'ended', 'POST', `/keys/${key}/revoke`);
      if (draw === 1) return administer(`key ${key}`, 'ended', 'POST', `/keys/${key}/rotate`, { grace_seconds: 0 });
      if (draw === 2)
        return administer('a new key', '', 'POST', '/keys', { ledger_id: ledger.id, scopes: ['read', 'post'] });
      if (draw <= 4) {
        const role = pick(roles);
        return administer(`role ${person}`, role, 'PATCH', `/operators/${person}`, { role });
      }
      if (draw === 5) {
        const may = random(2) === 0;
        const body = { is_active: may };
        return administer(`may sign in ${person}`, may ? 'yes' : 'no', 'PATCH', `/operators/${person}`, body);
      }
      if (draw === 6) {
        const rate = `1.${1 + random(9)}`;
        return administer('rate', rate, 'PUT', '/rates', { ...pair, rate });
      }
      if (draw === 7) {
        const zone = pick(zones);
        return administer(`zone ${ledger.id}`, zone, 'PATCH', `/ledgers/${ledger.id}`, { time_zone: zone });
      }
      // Only the last ledger leaves the string, so that conversions between the others are always possible.
      const { id } = books.ledgers[2];
      const path = `/strings/${books.string}/members`;
      return draw === 8
        ? administer(`member ${id}`, 'no', 'DELETE', `${path}?ledger_id=${id}`)
        : administer(`member ${id}`, 'yes', 'PUT', path, { ledger_id: id });
    },
    hear: (noted) => {
      const { wish, ledger, answer } = noted;
      if (wish.kind !== 'administer' || !isAcknowledged(noted)) return;
      const { data } = answer?.body ?? {};
      const made = data.successor ?? data;
      if (made.key !== undefined) addKey(ledger, made);
    },
  };
};
