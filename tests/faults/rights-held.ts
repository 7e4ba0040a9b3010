/**
 * Checks that keys, operators and everything else that administrators change agree with their requests, and that every service applies
 * them.
 */
import { connected } from '../support/database';
import { goodPassword } from '../support/people';
import type { StagedBooks } from './books';
import type { Noted } from './diary';
import { possibleValues } from './registers';
import type { Rights } from './rights';
import type { Stage, StagedService } from './stage';

/**
 * The number of revoked keys to try. A service answers at most twenty wrong keys per second from one address; then it refuses the address.
 */
const maxEndedKeys = 12;

/**
 * Compares the rights in the database and in each service with the requests, and returns every contradiction as a sentence. The services
 * must have been restarted before, so that they have no rights in their caches.
 */
export const rightsDiffer = async (
  stage: Stage,
  services: readonly StagedService[],
  books: StagedBooks,
  rights: Rights,
  notes: readonly Noted[],
): Promise<readonly string[]> => {
  // All rounds sign in from one address, and an address may fail only thirty times in a quarter of an hour (tested by api/sign-in-limits).
  // So this deletes the counted failures.
  await connected(stage.ownerUrl(), (client) => client.query('delete from sign_in_failures'));
  const kept = await readRegisters(stage.ownerUrl(), books, rights);
  const wrong: string[] = [];
  for (const [register, initial] of rights.initial) {
    const may = possibleValues(register, initial, notes);
    const is = kept.get(register) ?? '';
    if (!may.has(is))
      wrong.push(`the register "${register}" is "${is}" and should be one of "${[...may].join('", "')}"`);
  }
  for (const { url } of services) {
    const isActive = (id: string): boolean => kept.get(`key ${id}`) === 'active';
    const active = [...rights.keys].filter(([id]) => isActive(id));
    const ended = [...rights.keys].filter(([id]) => !isActive(id));
    for (const [id, key] of [...active, ...ended.slice(-maxEndedKeys)]) {
      const { status } = await fetch(`${url}/api/v1/ledger`, { headers: { Authorization: `Bearer ${key}` } });
      const should = isActive(id) ? 200 : 401;
      if (status !== should) wrong.push(`the key ${id} was answered ${status} and should be ${should}`);
    }
    for (const [id, email] of rights.people) {
      const [role = '', mayEnter] = [kept.get(`role ${id}`), kept.get(`may sign in ${id}`) === 'yes'];
      const should = mayEnter ? (statuses[role] ?? []) : [401];
      const are = await treatmentOf(url, email, books.ledgers[0].id);
      if (are.join() !== should.join())
        wrong.push(`a person who is ${role} was answered ${are.join()}, not ${should.join()}`);
    }
  }
  return wrong;
};

/** The statuses that a person of each role gets for signing in, for an empty transaction, and for reading webhooks. */
const statuses: Readonly<Record<string, readonly number[]>> = {
  viewer: [200, 403, 403],
  bookkeeper: [200, 400, 403],
  admin: [200, 400, 200],
};

const treatmentOf = async (url: string, email: string, ledgerId: string): Promise<readonly number[]> => {
  const json = { Origin: url, 'Content-Type': 'application/json' };
  const signedIn = await fetch(`${url}/console/session`, {
    ...{ method: 'POST', headers: json, body: JSON.stringify({ email, password: goodPassword }) },
  });
  const answer = (await signedIn.json()) as { readonly data?: { readonly csrf_token: string } };
  if (!answer.data) return [signedIn.status];
  const cookie = (signedIn.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  const headers = { ...json, Cookie: cookie, 'X-CSRF-Token': answer.data.csrf_token, 'X-Ledger': ledgerId };
  const posted = await fetch(`${url}/api/v1/transactions`, { method: 'POST', headers, body: '{}' });
  const asked = await fetch(`${url}/api/v1/webhook-endpoints`, { headers });
  return [signedIn.status, posted.status, asked.status];
};

const readRegisters = (url: string, books: StagedBooks, { pair }: Rights): Promise<ReadonlyMap<string, string>> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ register: string; value: string }>(selectRegisters, [
      books.ledgers.map(({ id }) => id),
      ...[pair.base, pair.quote],
    ]);
    return new Map(rows.map(({ register, value }) => [register, value]));
  });

const selectRegisters = `
  with own as (select * from ledgers where id = any($1::uuid[]))
  select 'key ' || k.id as register,
         case when k.is_active and (k.expires_at is null or k.expires_at > now()) then 'active' else 'ended' end as value
    from api_keys k join own on own.id = k.ledger_id
  union all
  select 'zone ' || id, time_zone from own
  union all
  select 'member ' || id, case when exists (select from string_members m where m.ledger_id = id) then 'yes' else 'no' end from own
  union all
  select 'role ' || o.id, o.role from operators o where o.tenant_id in (select tenant_id from own)
  union all
  select 'may sign in ' || o.id, case when o.is_active then 'yes' else 'no' end
    from operators o where o.tenant_id in (select tenant_id from own)
  union all
  select 'rate', rate from fx_rates where base = $2 and quote = $3`;
