/** `ledger operators`: the people who may sign in. process/first-service tests the link that `make run` prints. */
import { ask, cookieIn, fromPage, goodPassword, signIn } from '../support/people';
import { serviceEnvironment } from '../support/database';
import { runHere } from '../support/command-line';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { dataOf } from '../support/requests';

let ledger: TestLedger;
let tenantId: string;
const clock = flowingClock();

const environment = () => ({
  ...serviceEnvironment(ledger.databaseUrl),
  LOG_LEVEL: 'silent',
  LEDGER_PUBLIC_URL: 'https://ledger.example/',
});
const run = (...args: readonly string[]) => runHere(args, environment(), { clock });
const json = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' });
  return JSON.parse(stdout);
};
const sentence = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
};
const accept = (link: string, password = goodPassword) =>
  fromPage(ledger).post('//console/invitation', { token: link.split('#')[1], password });

beforeAll(async () => {
  ledger = await startLedger([], { alone: true, clock });
  tenantId = (await ledger.newLedger()).ledger.tenantId;
});
afterAll(() => ledger.close());

const anna = ['--email', 'Anna@example.com', '--name', 'Anna', '--role', 'bookkeeper'];

test('a person is invited by a link to the public URL that is valid for a day', async () => {
  const invited = await json('operators', 'invite', ...anna, '--tenant', tenantId);
  const { id, invitation_url: link, invitation_expires_at: until, created_at: at, ...rest } = invited;
  expect(rest).toEqual({
    ...{ tenant_id: tenantId, email: 'anna@example.com', name: 'Anna', role: 'bookkeeper' },
    ...{ is_active: true, last_seen_at: null },
  });
  expect(link).toMatch(/^https:\/\/ledger\.example\/console\/invitation#invite_[\w-]{43}$/);
  expect(Date.parse(until) - Date.parse(at)).toBeCloseTo(86_400_000, -4);
  expect(dataOf(await accept(link), 200).operator.id).toBe(id);
});

test('the same person gets another link by e-mail alone, and other input is refused', async () => {
  const { invitation_url: link } = await json('operators', 'invite', '--email', 'ANNA@example.com');
  expect((await accept(link, 'four other plain words')).status).toBe(200);
  expect((await signIn(ledger, 'anna@example.com')).status).toBe(401);
  const other = await sentence('operators', 'invite', '--email', 'anna@example.com', '--role', 'admin');
  expect(other).toMatch(/^anna@example\.com is Anna, bookkeeper of [\w-]+\. To create another link, leave out/);
  expect(await sentence('operators', 'invite', '--email', 'new@example.com')).toMatch(/give --name and --role/);
  const unsaid = ['--email', 'new@example.com', '--name', 'New', '--role', 'admin'];
  expect(await sentence('operators', 'invite', ...unsaid)).toMatch(/^Give --tenant .* or --all-tenants/);
  const malformed = ['--email', 'new', '--name', 'New', '--role', 'viewer', '--all-tenants'];
  expect(await sentence('operators', 'invite', ...malformed)).toMatch(/^email must be an e-mail address/);
  const nobody = await run('operators', 'invite', '--email', 'a@b', '--name', 'A', '--role', 'owner');
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('viewer, bookkeeper, admin')]);
});

test('a deactivated person is signed out and gets no link until activated', async () => {
  const signedIn = await signIn(ledger, 'anna@example.com', 'four other plain words');
  const session = () => ask(ledger.baseUrl, { path: '/console/session', headers: { Cookie: cookieIn(signedIn) } });
  expect((await session()).status).toBe(200);
  expect(await json('operators', 'deactivate', '--operator', 'anna@example.com')).toMatchObject({ is_active: false });
  clock.advance(1_000);
  expect((await session()).status).toBe(401);
  expect(await sentence('operators', 'invite', '--email', 'anna@example.com')).toMatch(/operators activate/);
  const { id } = await json('operators', 'activate', '--operator', 'Anna@example.com');
  expect(await json('operators', 'deactivate', '--operator', id)).toMatchObject({ id, is_active: false });
  expect(await sentence('operators', 'activate', '--operator', 'nobody@example.com')).toMatch(/operators list/);
});

test('a person gets another name and role, and a new role ends the session', async () => {
  const carl = ['--email', 'carl@example.com', '--name', 'Carl', '--role', 'viewer', '--tenant', tenantId];
  const { id, invitation_url: link } = await json('operators', 'invite', ...carl);
  const cookie = cookieIn(await accept(link));
  const change = ['operators', 'change', '--operator'];
  expect(await json(...change, 'carl@example.com', '--name', 'Carla')).toMatchObject({ id, name: 'Carla' });
  const session = () => ask(ledger.baseUrl, { path: '/console/session', headers: { Cookie: cookie } });
  expect(dataOf(await session(), 200).operator).toMatchObject({ id, role: 'viewer' });
  const { code, stdout, stderr } = await run(...change, id, '--role', 'bookkeeper');
  expect([code, stdout, stderr]).toEqual([0, 'carl@example.com is Carla, bookkeeper.\n', '']);
  clock.advance(1_000);
  expect((await session()).status).toBe(401);
  expect(dataOf(await signIn(ledger, 'carl@example.com'), 200).operator).toMatchObject({ role: 'bookkeeper' });
  expect(await sentence(...change, id)).toMatch(/^Give --name, --role, or both\.$/m);
  expect(await sentence(...change, id, '--name', 'x'.repeat(256))).toMatch(/^name must have at most 255/);
  expect(await sentence(...change, 'nobody@example.com', '--role', 'viewer')).toMatch(/operators list/);
  const owner = await run(...change, id, '--role', 'owner');
  expect([owner.code, owner.stderr]).toEqual([1, expect.stringContaining('viewer, bookkeeper, admin')]);
  await json('operators', 'deactivate', '--operator', id);
});

test('people are listed in order of creation, for one tenant or all, without secrets', async () => {
  await json(
    'operators',
    'invite',
    '--email',
    'berta@example.com',
    '--name',
    'Berta',
    '--role',
    'admin',
    '--all-tenants',
  );
  const emailsIn = ({ operators }: { operators: readonly { email: string }[] }) => operators.map(({ email }) => email);
  const all = await json('operators', 'list');
  expect(emailsIn(all)).toEqual(['anna@example.com', 'carl@example.com', 'berta@example.com']);
  expect(all.has_more).toBe(false);
  expect(emailsIn(await json('operators', 'list', '--tenant', tenantId))).toEqual([
    'anna@example.com',
    'carl@example.com',
  ]);
  expect(JSON.stringify(all)).not.toMatch(/scrypt|hash|invite_/);
  const { stdout } = await run('operators', 'list');
  expect(stdout.split('\n')[0]).toMatch(/^EMAIL +ROLE +STATE +LAST SEEN +NAME +TENANT +ID$/);
  expect(stdout).toMatch(/berta@example\.com +admin +active +never +Berta +all/);
});

test('an e-mail of several people is refused with a remedy that the command accepts', async () => {
  const same = ['--email', 'same@example.com', '--name', 'Same', '--role', 'viewer'];
  const { id } = await json('operators', 'invite', ...same, '--tenant', tenantId);
  await json('operators', 'invite', ...same, '--all-tenants');
  const again = await sentence('operators', 'invite', '--email', 'same@example.com');
  expect(again).toMatch(/^Several people .*\. Give --tenant <id or name>, or --all-tenants\.\n$/);
  await json('operators', 'invite', '--email', 'same@example.com', '--tenant', tenantId);
  await json('operators', 'invite', '--email', 'same@example.com', '--all-tenants');
  for (const verb of ['deactivate', 'activate', 'delete'])
    expect(await sentence('operators', verb, '--operator', 'same@example.com')).toMatch(
      /^Several people .*\. Name the person by id\.\n$/,
    );
  await json('operators', 'delete', '--operator', id);
});
