/**
 * Every route × every kind of caller: allowed or refused, as docs/reference/threat-model.md says. The list of routes comes from the API
 * documents, so a new route is either in the table or fails here. The right that a route needs comes from its definition. With
 * UPDATE_DOCS=1 the table is rewritten.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join as path } from 'node:path';
import type { Needs } from '../../src/kernel/http/needs';
import type { Route } from '../../src/kernel/http/route';
import { recentMs } from '../../src/modules/access/domain/session';
import { appoint } from '../support/administration';
import { contractOf } from '../support/answers';
import { client, type Answer, type Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { nowhere } from '../support/requests';

const page = path(__dirname, '../../docs/reference/threat-model.md');
const clock = flowingClock();
let ledger: TestLedger;
let callers: Readonly<Record<string, Client>>;
let oldSession: Client;
/** The id of the ledger whose tenant the callers belong to. */
let own: string;

const names = [
  ...['nobody', 'unknown key', 'key that reads', 'key', 'key with `admin`'],
  ...["administrator's key of a tenant", "administrator's key of all"],
  ...['viewer', 'bookkeeper', 'administrator', 'administrator of another tenant', 'administrator of all'],
] as const;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  const { baseUrl } = ledger;
  const [books, foreign] = [await ledger.newLedger(), await ledger.newLedger()];
  const { tenantId } = books.ledger;
  own = books.ledger.id;
  const key = async (scopes?: readonly string[]) =>
    client(
      baseUrl,
      await ledger.newKey(books.ledger, { capabilities: [], rateLimitPerSecond: 1_000, ...(scopes && { scopes }) }),
    );
  const person = async (role: 'viewer' | 'bookkeeper' | 'admin', of: typeof tenantId | null) => {
    const joined = await join(ledger, { role, tenantId: of });
    return joined.on(books);
  };
  oldSession = await person('admin', tenantId);
  clock.advance(recentMs + 1);
  callers = {
    nobody: client(baseUrl),
    'unknown key': client(baseUrl, `sk_0123456789ab_${'x'.repeat(49)}`),
    'key that reads': await key(['read']),
    key: await key(),
    'key with `admin`': await key(['read', 'post', 'undo', 'chart', 'admin']),
    "administrator's key of a tenant": client(baseUrl, (await appoint(ledger, tenantId)).key),
    "administrator's key of all": client(baseUrl, (await appoint(ledger)).key),
    viewer: await person('viewer', tenantId),
    bookkeeper: await person('bookkeeper', tenantId),
    administrator: await person('admin', tenantId),
    'administrator of another tenant': await person('admin', foreign.ledger.tenantId),
    'administrator of all': await person('admin', null),
  };
});
afterAll(() => ledger.close());
// Requests are limited per second for each address and for each person, so the clock moves on by a second before each test.
beforeEach(() => clock.advance(1_000));

const { routes, adminRoutes, sessionRoutes } = contractOf();

const neededBy = (needs: Needs): string =>
  typeof needs === 'string'
    ? `\`${needs}\``
    : `\`${needs.capability.replace(/:[^:]*$/, (end) => (end.includes('{') ? ':…' : end))}\``;

const isImport = (path: string): boolean => path.startsWith('/ledgers/:ledgerId/imports');

/** The row of the table that a route belongs to. */
const rowOf = (base: string, { spec, method, path }: Route): string => {
  if (base === '//console') return isImport(path) ? 'importing a file at the console' : 'signing in and out';
  if (base === '//api/v1') return `the books: ${neededBy(spec.needs)}`;
  if (spec.makesWayIn) return 'administration: a way in';
  const isOfAll = 'AllTenantsNeeded' in spec.refusals;
  return `administration: ${isOfAll ? 'of all tenants' : method === 'get' ? 'reading' : 'changing'}`;
};

const needed: Readonly<Record<string, string>> = {
  '/transactions/correlation': '?correlation_id=none',
  '/accounts/:accountId/statement': '?from=2026-01-01',
  '/reports/income-statement': '?from=2026-01-01',
  '/reports/cash-flow': '?from=2026-01-01',
  '/exports/journal': '?format=csv',
  '/reports/general-ledger': '?format=csv&from=2026-01-01',
  '/strings/:code/members': `?ledger_id=${nowhere}`,
  '/acts': '?actor=k7f3q9m2x5b1',
};

const doors = [
  ...routes.map((route) => ({ base: '//api/v1', route })),
  ...adminRoutes.map((route) => ({ base: '//admin/v1', route })),
  // Routes that import a file are called before the route that signs out, because they need a session.
  ...[...sessionRoutes]
    .sort((one, other) => Number(isImport(other.path)) - Number(isImport(one.path)))
    .map((route) => ({ base: '//console', route })),
].map(({ base, route }) => {
  const at = (): string =>
    route.path.replace(/:(\w+)/g, (_, name: string) =>
      /code|key$/i.test(name) ? 'NOBODY' : isImport(route.path) ? own : nowhere,
    );
  // For requests about all tenants, and for imports, the needed right depends on the body, so the body is valid. All other bodies are
  // invalid.
  const isJudgedWhole = 'AllTenantsNeeded' in route.spec.refusals || isImport(route.path);
  const query = route.method === 'put' && route.path.includes('/members') ? '' : (needed[route.path] ?? '');
  const { body, example } = route.spec;
  return {
    door: `${route.method.toUpperCase()} ${base.slice(1)}${route.path}`,
    row: rowOf(base, route),
    ask: (api: Client): Promise<Answer> =>
      body === undefined
        ? api.send(route.method.toUpperCase(), base + at() + query, undefined)
        : api.send(
            route.method.toUpperCase(),
            base + at() + query,
            JSON.stringify(isJudgedWhole ? (example?.body ?? {}) : { gibberish: 1 }),
            { 'Content-Type': 'application/json' },
          ),
  };
});

/** A missing CSRF token does not count as a refusal here, because the test is about the caller and their rights. */
const isRefused = ({ status, body }: Answer, row: string): boolean =>
  status === 401
    ? body.code === 'UNAUTHORIZED' || row.startsWith('importing')
    : status === 403
      ? body.code !== 'CSRF_TOKEN_INVALID'
      : status === 404 && body.code === 'LEDGER_NOT_FOUND' && String(body.message).includes('/console/session');

const found = new Map<string, Set<string>[]>();
const mark = '<!-- doors -->';
const tableIn = (text: string): string => (text.split(mark)[1] ?? '').trim().split('\n\n', 1)[0] ?? '';
/** The rights of each kind of caller in the table of the page, by the first column of the row. */
const said = new Map<string, readonly string[]>(
  tableIn(readFileSync(page, 'utf8'))
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([row = '', ...cells]) => [row, cells]),
);
const isWriting = process.env['UPDATE_DOCS'] === '1';

test('the table lists the tried callers and exactly the rows of all routes', () => {
  if (isWriting) return;
  expect(said.get('what a route needs')).toEqual(names);
  const rows = [...said.keys()].filter((row) => row !== 'what a route needs' && !/^-+$/.test(row));
  expect([...new Set(doors.map(({ row }) => row))].sort()).toEqual(rows.sort());
  expect(doors.length).toBeGreaterThan(100);
});

test.each(doors)('$door', async ({ row, ask }) => {
  const answers: string[] = [];
  for (const name of names) answers.push(isRefused(await ask(callers[name] as Client), row) ? 'no' : 'yes');
  const cells = found.get(row) ?? names.map(() => new Set<string>());
  answers.forEach((answer, at) => cells[at]?.add(answer));
  found.set(row, cells);
  expect(Object.fromEntries(names.map((name, at) => [name, answers[at]]))).toEqual(
    Object.fromEntries(names.map((name, at) => [name, isWriting ? answers[at] : said.get(row)?.[at]])),
  );
});

test.each(doors.filter(({ row }) => row === 'administration: a way in'))(
  '$door asks an administrator who signed in long ago for the password',
  async ({ ask }) => {
    const { status, body } = await ask(oldSession);
    expect([status, body.code]).toEqual([403, 'PASSWORD_REQUIRED']);
  },
);

afterAll(() => {
  if (!isWriting) return;
  const rows = [
    ['what a route needs', ...names],
    ...[...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([row, cells]) => [row, ...cells.map((all) => [...all].join(' or '))]),
  ];
  const [head, ...lines] = rows.map((row) => `| ${row.join(' | ')} |`);
  const table = [head, `| ${rows[0]?.map(() => '---').join(' | ')} |`, ...lines].join('\n');
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(tableIn(text), () => table),
  );
});
