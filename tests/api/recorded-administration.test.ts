/**
 * The document's examples of administrative answers are real answers: each operation is called with its example request, on unused books.
 * `make docs` records the answers; otherwise they are compared.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { exampleId, withKnownIds, type KnownIds, type RequestExample } from '../../src/kernel/http/examples';
import { recordedAs } from '../../src/kernel/http/openapi-examples';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { contractOf } from '../support/answers';
import { appoint, verificationEnds, type TestAdministrator } from '../support/administration';
import { standingAt } from '../support/hand-clock';
import { expected, startLedger, type TestLedger } from '../support/ledger';
import { recordable, recordedInstant } from '../support/recorded';
import { dataOf } from '../support/requests';

const file = path.join(__dirname, '../../docs/recorded/administration.json');
const isRecording = process.env['UPDATE_DOCS'] === '1';
const answers: Record<string, unknown> = {};
let recorded: Readonly<Record<string, unknown>>;
let ledger: TestLedger;
let chief: TestAdministrator;
let known: KnownIds;

beforeAll(async () => {
  recorded = JSON.parse(fs.readFileSync(file, 'utf8')) as typeof recorded;
  const clock = standingAt(recordedInstant);
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { alone: true });
  chief = await appoint(ledger);
  const { access, ledgering, strings } = ledger.app;
  const { id: tenantId } = expected(await access.createTenant('Northwind', chief.actor));
  const opening = { tenantId, code: 'EUR-MAIN', name: 'Main books', currency: 'EUR' };
  const books = expected(await ledgering.openLedger(opening, chief.actor));
  const tried = expected(
    await ledgering.openLedger({ ...opening, code: 'EUR-TESTS', name: 'For tests', hasTestClock: true }, chief.actor),
  );
  const key = expected(await access.issueKey({ ledger: books, name: 'till' }, chief.actor));
  const other = expected(await access.issueKey({ ledger: books, name: 'old till' }, chief.actor));
  const anna = { email: 'anna@example.com', name: 'Anna', role: 'admin', tenantId };
  const { operator, url } = expected(await access.operators.invite(anna, chief.actor));
  const from = { address: '192.0.2.7', agent: 'Mozilla/5.0 (X11; Linux x86_64)' };
  const ben = { email: 'ben.leaving@example.com', name: 'Ben', role: 'viewer', tenantId };
  const { operator: leaving } = expected(await access.operators.invite(ben, chief.actor));
  const { sessionId } = expected(
    await access.sessions.acceptInvitation(url.split('#')[1] as string, 'three plain words here', from),
  );
  const draft = { code: 'GLOBAL', name: 'Every ledger', description: null, isActive: true };
  expected(await strings.administration.found(tenantId, draft, chief.actor));
  const over = verificationEnds(ledger);
  const begun = dataOf(await chief.api.post('/verifications', { ledger_id: books.id }), 202);
  await over;
  ledger.app.administration.scheduled.start(3_600_000);
  await ledger.app.background.idle('scheduled verification');
  await ledger.app.administration.scheduled.stop();
  known = {
    ...{
      tenant: tenantId,
      ledger: books.id,
      'ledger with a test clock': tried.id,
      key: key.id,
      'key to be revoked': other.id,
    },
    ...{ operator: operator.id, 'operator to delete': leaving.id, session: sessionId, verification: begun.id },
  };
});

afterAll(async () => {
  await ledger.close();
  if (isRecording) fs.writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
});

/** Constant values for members that differ in every run or version. */
const same: Readonly<Record<string, unknown>> = {
  prefix: 'k7f3q9m2x5b1',
  key: 'sk_k7f3q9m2x5b1_shown_this_once',
  invitation_url: 'https://ledger.example/console/invitation#invite_shown_this_once',
  version: '1.0.0',
  node_version: 'v24.0.0',
  database_version: '18.1',
  migrations: { applied: ['0001-roles.sql', '0002-control-plane.sql'], pending: [] },
  pool: { in_use: 1, open: 4, waiting: 0, max: 20 },
  settings: [
    { name: 'PORT', is_set: true, value: '8080' },
    { name: 'LEDGER_KEY_PEPPER', is_set: true, value: null },
  ],
};

const steady = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (typeof value === 'string' && /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/.test(value))
      return `${exampleId('string')}/${exampleId('ledger')}`;
    return Object.hasOwn(same, name) && value !== undefined ? same[name] : value;
  });

/** Query parameters in addition to the example, which has only the required ones. */
const more: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  listStringMembers: () => ({ tenant_id: known['tenant'] ?? '' }),
  listTenantEvents: () => ({ tenant_id: known['tenant'] ?? '' }),
  readTenantCheckpoint: () => ({ tenant_id: known['tenant'] ?? '' }),
  listActs: () => ({ tenant_id: known['tenant'] ?? '', actor: chief.actor }),
};

test.each(contractOf().adminRoutes.map((route) => [route.spec.operationId, route] as const))(
  '%s answers what the document shows',
  async (operationId, { method, path: at, spec }) => {
    const { params = {}, query = {}, body } = withKnownIds(spec.example ?? {}, known) as RequestExample;
    const filled = at.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const asked = new URLSearchParams({ ...query, ...more[operationId]?.() });
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = sent === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await chief.api.send(method.toUpperCase(), `${filled}?${asked}`, sent, headers);
    expect([answer.status, answer.body.code]).toEqual([spec.ok, undefined]);
    const place = recordedAs(spec, answer.status);
    answers[place] = recordable(steady(answer.body), known, place);
    if (!isRecording) expect(answers[place]).toEqual(recorded[place]);
  },
);

test('every recorded answer belongs to an operation', () => {
  expect(Object.keys(isRecording ? answers : recorded).sort()).toEqual(Object.keys(answers).sort());
});
