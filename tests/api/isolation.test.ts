/**
 * A reference to an object of another ledger is treated like a reference to an object that does not exist: in every field that takes a
 * reference, the answer is identical to the answer for a random value, writes nothing and shows nothing. Tested with every layer of
 * isolation, and with the service's own checks alone.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { contractOf, endpointOf } from '../support/answers';
import { bareClient, type BareAnswer, type BareClient } from '../support/bare-client';
import { writtenBeside } from '../support/content';
import { asOwner, superuserUrlOf } from '../support/database';
import { canary, kindOfReference, openElsewhere, usedOnce, type Elsewhere } from '../support/elsewhere';
import { goodRequest, pathTo, type GoodRequest } from '../support/good-requests';
import { openWorld, type GoodWorld } from '../support/good-world';
import { startLedger, type TestLedger } from '../support/ledger';
import { fieldsOf, jsonOf, withValue, type Field } from '../support/request-fields';
import { rowsOfToday } from '../support/rows-of-today';
import type { Route } from '../../src/kernel/http/route';

const { routes } = contractOf();

interface Reference {
  readonly route: Route;
  readonly field: Field;
  readonly kind: string;
}

/** Whether the field is the code or key of a new object. Such a field refers to no existing object. */
const isName = ({ place, path }: Field): boolean =>
  place === 'body' && path.length === 1 && ['code', 'key'].includes(String(path[0]));

const references: readonly Reference[] = routes.flatMap((route) =>
  fieldsOf(route).flatMap((field): readonly Reference[] => {
    const kind = kindOfReference(route.path, String(field.path.at(-1)));
    return kind === undefined || isName(field) ? [] : [{ route, field, kind }];
  }),
);

/** All ledgers of a tenant share its strings and attribute definitions, so a reference to one of these is never foreign. */
const isShared = ({ route, field }: Reference): boolean =>
  field.place === 'params' && /^\/(strings|attribute-definitions)\//.test(route.path);

test('every field that holds an id is a reference', () => {
  for (const route of routes)
    for (const field of fieldsOf(route))
      if (field.aim === 'id')
        expect([endpointOf(route), kindOfReference(route.path, String(field.path.at(-1)))]).not.toContain(undefined);
});

describe.each([
  ['every layer of isolation', { onlyScoping: false, turn: 0 }],
  ['scoping by the caller alone', { onlyScoping: true, turn: 1 }],
])('with %s', (_, { onlyScoping, turn }) => {
  let ledger: TestLedger;
  let world: GoodWorld;
  let bare: BareClient;
  let nextDoor: Elsewhere;
  let abroad: Elsewhere;
  let owner: Client;

  beforeAll(async () => {
    ledger = await startLedger([], { asApplication: !onlyScoping, alone: true });
    if (onlyScoping) await dropForeignKeys(ledger);
    owner = new Client({ connectionString: superuserUrlOf(ledger.databaseUrl) });
    await owner.connect();
    world = await openWorld(ledger);
    bare = bareClient(ledger.baseUrl, world.books.key);
    nextDoor = await openElsewhere(ledger, world.source.tenantId);
    abroad = await openElsewhere(ledger);
  });

  afterAll(async () => {
    bare.close();
    await owner.end();
    await ledger.close();
    expect(ledger.complaints).toEqual([]);
  });

  const send = async (route: Route, request: GoodRequest): Promise<BareAnswer> => {
    const body = request.body === undefined ? undefined : jsonOf(request.body);
    const answer = await bare.send(route.method.toUpperCase(), pathTo(route, request), body);
    expect(answer.text).not.toContain(canary);
    return answer;
  };

  test.each(rowsOfToday(routes, turn).map((route) => [endpointOf(route), route] as const))(
    '%s shows nothing of other books',
    async (__, route) => {
      expect((await send(route, await goodRequest(route, world))).status).toBe(route.spec.ok);
      expect(
        (await send(route, { ...(await goodRequest(route, world)), query: { ...firstOf(route) } })).status,
      ).toBeLessThan(500);
    },
  );

  test.each(
    rowsOfToday(references, turn).map(
      (reference) => [endpointOf(reference.route), reference.field.path.join('.'), reference] as const,
    ),
  )('%s: a foreign %s gets the same answer as a random one', async (__, ___, reference) => {
    const { route, field, kind } = reference;
    for (const elsewhere of isShared(reference) ? [abroad] : [nextDoor, abroad]) {
      const foreign = elsewhere.reference(kind);
      const random = randomLike(foreign);
      const base = alone(await goodRequest(route, world), field);
      const before = await settled(ledger, owner);
      const answer = await send(route, withValue(base, field, foreign));
      if (answer.status >= 300) expect(await settled(ledger, owner)).toEqual(before);
      const again = answer.status < 300 ? alone(await goodRequest(route, world), field) : base;
      const expected = await send(route, withValue(again, field, random));
      expect(comparable(answer, foreign)).toEqual(comparable(expected, random));
    }
  });

  test('other books are unchanged', async () => {
    for (const { books } of [nextDoor, abroad]) {
      const { body } = await books.api.get('/transactions?limit=100');
      expect(body.data).toHaveLength(usedOnce + 2);
      for (const { description } of body.data) expect(description).toBe(canary);
    }
    // `verify` relies on foreign keys. If only the service's own checks are tested, these are dropped, so `verify` does not run.
    if (!onlyScoping) expect((await ledger.app.ledgering.verify()).findings).toEqual([]);
  });
});

/** The query parameters with which a list returns all its rows. */
const firstOf = ({ path, spec }: Route): Readonly<Record<string, string>> => ({
  ...(spec.list ? { limit: '100' } : {}),
  ...(path === '/transactions/correlation' ? { correlation_id: 'ONLY-ABROAD' } : {}),
});

/**
 * Some fields exclude another field: an account is named by its id or its code, and a transaction has a transaction code or entries.
 * Removes the other field from the request.
 */
const alone = (request: GoodRequest, { path }: Field): GoodRequest => {
  const [last, inside] = [path.at(-1), path.slice(0, -1)];
  if (last === 'account_id')
    return withValue(request, { place: 'body', path: [...inside, 'account_code'], aim: 'text' }, null);
  if (last !== 'transaction_code') return request;
  const params = withValue(request, { place: 'body', path: [...inside, 'transaction_code_params'], aim: 'data' }, {});
  return withValue(params, { place: 'body', path: [...inside, 'entries'], aim: 'list' }, undefined);
};

/** A random value that looks like the given one and refers to nothing. */
const randomLike = (text: string): string =>
  /^[0-9a-f-]{36}$/.test(text)
    ? randomUUID()
    : text.length > 40
      ? randomBytes(text.length).toString('base64url').slice(0, text.length)
      : `${text.slice(0, 2)}${randomBytes(8).toString('hex')}`;

const varying = ['x-request-id', 'date', 'x-ratelimit-remaining', 'content-length', 'location'];

/** The answer without the members that differ in every answer, such as the ids and times of a created object. */
const comparable = ({ status, headers, text }: BareAnswer, sent: string): object => {
  const said = text.replaceAll(sent, 'SENT').replaceAll(sent.toLowerCase(), 'SENT');
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name))),
    text:
      status >= 300
        ? said
        : said
            .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
            .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
            .replace(/"sequence":\d+/g, '"sequence":0')
            .replace(/(key|A|J)-\d+/gi, 'FRESH'),
  };
};

/**
 * Waits until no transaction waits to be posted. Returns for each table the number of its rows and the newest transaction that wrote one,
 * so that every write changes the result.
 */
const settled = async ({ app }: TestLedger, owner: Client): Promise<readonly unknown[]> => {
  await app.background.idle('poster');
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by 1`,
    [writtenBeside],
  );
  const digest = tables.map(
    ({ name }) => `(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name}) as ${name}`,
  );
  return (await owner.query(`select ${digest.join(', ')}`)).rows;
};

const dropForeignKeys = (ledger: TestLedger): Promise<void> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ drop: string }>(
      // Uses the names in pg_class: on a cluster these are the tables, not their shards.
      `select format('alter table %I drop constraint %I', relname, conname) as drop
         from pg_constraint join pg_class c on c.oid = conrelid
        where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(12);
    for (const { drop } of rows) await owner.query(drop);
  });
