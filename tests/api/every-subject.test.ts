/**
 * Every route and every background loop works on behalf of a subject, such as a ledger or a tenant. It uses that subject's share of the
 * service, and has a limit. The routes and loops are compared with those of the service, so a new one without a row here fails the test.
 */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdmission } from '../../src/app/fair-shares/admission';
import { createServer } from '../../src/app/server';
import type { Route } from '../../src/kernel/http/route';
import { newId } from '../../src/kernel/ids';
import { sharedWith } from '../../src/kernel/principal';
import { Unavailable } from '../../src/kernel/refusal';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { appoint } from '../support/administration';
import { client } from '../support/client';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join, withHeaders, type Person } from '../support/people';
import { readSourceFile, sourceFiles } from '../support/source-files';

const clock = new HandClock('2026-01-15T10:00:00.000Z');
let ledger: TestLedger;
let books: TestBooks;
let person: Person;

beforeAll(async () => {
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { alone: true });
  books = await ledger.newLedger();
  person = await join(ledger, { role: 'admin', tenantId: books.ledger.tenantId });
});
afterAll(() => ledger.close());

interface Seen {
  readonly callerId: string;
  readonly sharesWith: string;
}

/**
 * Starts a server with the same routes. The server performs no request, and records each caller, and the subject whose share the request
 * would use.
 */
const admittedAs = async (work: (baseUrl: string, seen: () => Seen | undefined) => Promise<void>): Promise<void> => {
  let seen: Seen | undefined;
  const server = createHttpServer(
    createServer({
      ...ledger.app,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      pages: (_, next) => next(),
      admission: {
        ...createAdmission(),
        admit: async (context) => {
          const { caller } = context['state'];
          seen = { callerId: caller.callerId, sharesWith: sharedWith(caller) };
          throw new Unavailable('nobody is admitted here');
        },
      },
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      const last = seen;
      seen = undefined;
      return last;
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const seenOf = async (
  basePath: string,
  routes: readonly Route[],
  headersAt: (baseUrl: string) => Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  await admittedAs(async (baseUrl, seen) => {
    const api = withHeaders(client(baseUrl), headersAt(baseUrl));
    for (const { method, path: pattern } of routes) {
      // The clock moves on, so that no budget per second is used up.
      clock.advance(100);
      const asked = `//${basePath}${pattern.replace(/:\w+/g, newId())}`;
      await (method === 'get'
        ? api.get(asked)
        : api.send(method.toUpperCase(), asked, '{}', { 'Content-Type': 'application/json' }));
      const { callerId, sharesWith } = seen() ?? { callerId: `nobody at ${method} ${pattern}`, sharesWith: '' };
      found.add(`${callerId}, ${sharesWith}`);
    }
  });
  return [...found];
};

const signedIn = (baseUrl: string): Readonly<Record<string, string>> => ({
  // The name of the session's cookie ends with the port of its server, so this replaces the port with that of the new server.
  Cookie: person.cookie.replace(/-\d+=/, `-${new URL(baseUrl).port}=`),
  ...{ Origin: baseUrl, 'X-CSRF-Token': person.csrfToken, 'X-Ledger': books.ledger.id },
});

describe('every route is admitted as', () => {
  test('the calling key, and its tenant', async () => {
    const seen = await seenOf('api/v1', ledger.app.routes, () => ({ Authorization: `Bearer ${books.key}` }));
    expect(seen).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f-]{36}, ${books.ledger.tenantId}$`))]);
  });

  test('the signed-in person, and their tenant, in all three APIs', async () => {
    const own = [`${person.id}, ${books.ledger.tenantId}`];
    expect(await seenOf('api/v1', ledger.app.routes, signedIn)).toEqual(own);
    expect(await seenOf('admin/v1', ledger.app.adminRoutes, signedIn)).toEqual(own);
    expect(await seenOf('console', ledger.app.sessionRoutes, signedIn)).toEqual(own);
  });

  test("an administrator's key, and its tenant", async () => {
    const { id, key } = await appoint(ledger, books.ledger.tenantId);
    const seen = await seenOf('admin/v1', ledger.app.adminRoutes, () => ({ Authorization: `Bearer ${key}` }));
    expect(seen).toEqual([`${id}, ${books.ledger.tenantId}`]);
  });

  test('the address block of the caller, if nobody is signed in', async () => {
    const seen = await seenOf('console', ledger.app.sessionRoutes, (baseUrl) => ({ Origin: baseUrl }));
    expect(seen).toEqual(['visitor 127.0.0.1, only visitor 127.0.0.1']);
  });
});

/** The lists in answers that have no `maxItems` in the API document, each with the limit of its length. */
const boundsOfLists: Readonly<Record<string, string>> = {
  '.balances[]': 'one for each account and layer of the 2,000 entries that a request may have',
  'listAccounts[]': 'pages of 1 MiB; a tree is refused beyond 16 MiB',
  'listAccounts[].children[]': 'a tree is refused beyond 16 MiB',
  '.ledgers[]':
    'of a session 100 and those of one name; of a string the ledgers of one tenant, asked for one at a time',
  '[].ledgers[]': 'pages of 1 MiB',
  '.rows[].entries[]': 'those of a transaction in a file of 2 MiB',
  '.rows[]': 'the accounts of one chart: one heavy read of a tenant at a time, with pauses',
  '.links_used[]': 'the sessions that the store keeps of a person',
  '.inclusion[]': 'one for each halving of the log: 53 at the most',
  '.consistency[]': 'one for each halving of the log, and one more: 54 at the most',
  '[].allowed_networks[]': 'as many as a key may have',
  '.allowed_networks[]': 'as many as a key may have',
  '[].capabilities[]': 'those that there are',
  '.capabilities[]': 'those that there are',
  '[].scopes[]': 'those that there are',
  '.scopes[]': 'those that there are',
  '.migrations.applied[]': 'the files of the program',
  '.migrations.pending[]': 'the files of the program',
  '.settings[]': 'those that there are',
  '.checks[]': 'those that there are',
  '.findings[]': 'maxKeptFindings',
  '.last.findings[]': 'maxKeptFindings',
  '.notes[]': 'maxKeptFindings',
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly operationId?: string;
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

const listsIn = (document: Document, schema: Schema, place = '', within: readonly string[] = []): readonly string[] => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) as string;
    const meant = document.components.schemas[name];
    return within.includes(name) || !meant ? [] : listsIn(document, meant, place, [...within, name]);
  }
  const isList = [schema.type].flat().includes('array');
  return [
    ...(isList && schema.maxItems === undefined ? [`${place}[]`] : []),
    ...(schema.items ? listsIn(document, schema.items, `${place}[]`, within) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      listsIn(document, one, `${place}.${name}`, within),
    ),
    ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
      listsIn(document, one, place, within),
    ),
  ];
};

test('every list in an answer is paged or has a named bound', () => {
  const { document, adminDocument } = ledger.app.documents();
  const found = [document, adminDocument].flatMap((one) => {
    const told = one as unknown as Document;
    return Object.values(told.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ operationId = '', responses = {} }) =>
        Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, { content = {} }]) => Object.values(content))
          .flatMap(({ schema = {} }) => listsIn(told, schema))
          .map((place) => place.replace(/^\.data/, ''))
          .map((place) => (`${operationId}${place}` in boundsOfLists ? `${operationId}${place}` : place)),
      );
  });
  expect([...new Set(found)].sort()).toEqual(Object.keys(boundsOfLists).sort());
});

/** The subjects for which each background loop works, and the limit of the work in one round. */
const sharesOfLoops: Readonly<Record<string, string>> = {
  poster: 'ledgers, in turns; as many transactions and entries as a write may have',
  expiry: 'ledgers, in turns; 2,000 entries a write, with pauses',
  deliveries: 'endpoints and tenants (events/application/shares): requests, questions and characters of events',
  sums: 'ledgers, one at a time, as many entries as a stretch has',
  'search index': 'ledgers, one at a time, 1,024 events of the log a write, with pauses',
  checkpoints: 'trees of all ledgers, and one ledger at a time',
  'checkpoint sending': 'the last note of each log, one note at a time, 10 s for each',
  witnesses: 'the last note of each log and witness, 10 s for a request; half a minute for a witness, all at once',
  'attribute index': 'attribute keys of a tenant, a batch of rows at a time',
  'scheduled verification': 'ledgers, one at a time; a pause as long as the last one took',
  'test clocks': 'nobody: the clocks that were moved are read',
  clock: "nobody: the database's clock is read",
};

test('every background loop has a named subject and bound', () => {
  const files = sourceFiles(/\.ts$/);
  const names = files.flatMap((file) => {
    const text = readSourceFile(file);
    return [...text.matchAll(/ackground\.loop\(\{\s*name: '([^']+)'/g)].map(([, name]) => name as string);
  });
  const calls = files.flatMap((file) => readSourceFile(file).match(/ackground\.loop\(/g) ?? []);
  expect(names).toHaveLength(calls.length);
  expect(names.sort()).toEqual(Object.keys(sharesOfLoops).sort());
});

test('only the known endpoints stream their answers', () => {
  const streamed = ledger.app.routes.filter(({ spec }) => spec.streams ?? spec.onlyFiles);
  // These answers are sent in parts. events/application/feed and reports/application/pieces limit the size of a part, and app/sending
  // limits the bytes that wait to be sent.
  expect(streamed.map(({ spec }) => spec.operationId).sort()).toEqual([
    'exportGeneralLedger',
    'exportJournal',
    'listEvents',
  ]);
  expect(
    [...ledger.app.adminRoutes, ...ledger.app.sessionRoutes].filter(({ spec }) => spec.streams ?? spec.onlyFiles),
  ).toEqual([]);
});
