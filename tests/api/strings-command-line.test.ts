/** `ledger strings members` and `ledger rates` while a service is running. */
import { runHere } from '../support/command-line';
import { serviceEnvironment } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { codesOf, dataOf, without } from '../support/requests';
import { conversion, openCustomer, openMembers } from '../support/strings';

let ledger: TestLedger;
let dollars: TestBooks;
let euros: TestBooks;
let stranger: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
  [dollars] = await openMembers(ledger, ['S'], [{ currency: 'USD' }]);
  euros = await ledger.newLedger({ currency: 'EUR', tenantId: dollars.ledger.tenantId });
  stranger = await ledger.newLedger();
});
afterAll(() => ledger.close());

const environment = () => ({ ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' });
const here = (command: string) => runHere(command.split(' '), environment());
const json = async (command: string): Promise<unknown> => {
  const { code, stdout, stderr } = await here(`${command} --json`);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' });
  return JSON.parse(stdout);
};
const membersOf = async () => codesOf(dataOf(await dollars.api.get('/strings/S'), 200).ledgers);

test('members are added and removed by code and by id, also repeatedly', async () => {
  const { id, code, tenantId } = euros.ledger;
  const change = (verb: string, named: string) =>
    json(`strings members ${verb} --tenant ${tenantId} --string S --ledger ${named}`);
  const record = { string: 'S', ledger_id: id, ledger_code: code };
  for (const named of [code, id]) expect(await change('add', named)).toEqual({ ...record, is_member: true });
  expect(await membersOf()).toEqual([dollars.ledger.code, code]);
  for (const named of [id, code]) expect(await change('remove', named)).toEqual({ ...record, is_member: false });
  expect(await membersOf()).toEqual([dollars.ledger.code]);
  await change('add', code);
});

test('the next conversion without a rate uses the rate that was set', async () => {
  await openCustomer(dollars, 'ALICE');
  const pair = { base: 'USD', quote: 'EUR' };
  for (const rate of ['0.91', '0.920'])
    expect(await json(`rates set --base USD --quote EUR --rate ${rate}`)).toEqual({ ...pair, rate });
  const body = without(conversion([dollars, euros]), 'rate');
  const capable = await ledger.newKey(dollars.ledger, { capabilities: ['strings:participate:S'] });
  const headers = { Authorization: `Bearer ${capable}` };
  expect(dataOf(await dollars.api.post('/strings/S/convert', body, headers), 201).rate).toBe('0.920');
});

test.each([
  ['of an unknown string', () => `members add --string NONE --ledger ${euros.ledger.code}`],
  ['that is unknown', () => 'members add --string S --ledger NONE'],
  ['of another tenant', () => `members add --string S --ledger ${stranger.ledger.id}`],
])('a member %s is refused in one line', async (_, command) => {
  const before = await membersOf();
  const { code, stdout, stderr } = await here(`strings ${command()} --tenant ${dollars.ledger.tenantId}`);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^\S.*\n$/)]);
  expect(await membersOf()).toEqual(before);
});

test.each(['0', '-1', '1e3', 'NaN', '1,5'])('a rate of %s is refused', async (rate) => {
  const { code, stdout, stderr } = await here(`rates set --base USD --quote JPY --rate=${rate}`);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('positive decimal')]);
});
