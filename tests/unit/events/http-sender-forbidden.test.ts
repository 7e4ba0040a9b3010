/** Addresses to which webhooks may not go: they are refused without a connection, however the address is written or resolved. */
import * as dns from 'node:dns';
import { isIP } from 'node:net';
import { createHttpSender } from '../../../src/modules/events/webhooks/http-sender';
import { HandClock } from '../../support/hand-clock';
import { answering, closeEndpoints, listen, networksOf, thisMachine, timeless, type Endpoint } from './endpoints';

const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'six-to-four.test': ['2002:7f00:1::'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'good-then-bad.test': ['8.8.8.8', '127.0.0.1'],
  'bad-then-good.test': ['127.0.0.1', '8.8.8.8'],
  'good-then-bad6.test': ['2606:4700::1111', '::1'],
  'zone.test': ['fe80::1%lo'],
  'no-address.test': ['localhost'],
  'dotted.test.': ['127.0.0.1'],
  localhost: ['8.8.8.8'],
};

const resolve = (name: string): Promise<readonly string[]> =>
  Object.hasOwn(names, name) ? Promise.resolve(names[name] ?? []) : Promise.reject(new Error(`ENOTFOUND ${name}`));

const cure =
  'Webhooks may be sent to https:// URLs on the public internet, and to https:// and http:// URLs in the networks that the operator lists in LEDGER_WEBHOOK_ALLOW (such as LEDGER_WEBHOOK_ALLOW=10.1.0.0/16).';

const clock = new HandClock();
let local: Endpoint;
let local6: Endpoint | undefined;

beforeAll(async () => {
  local = await listen(answering(200));
  // Not every machine has IPv6, but its addresses are refused in any case.
  local6 = await listen(answering(200), '::1', local.port).catch(() => undefined);
});
afterAll(closeEndpoints);

const request = (url: string) => ({ url, headers: {}, body: '{}' });

/** PORT is replaced by the port of a listener that would notice a connection. */
const hosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0x7F.0x0.0x0.0x1', '017700000001'],
  ...[
    '0177.0.0.1',
    '0177.0.0.01',
    '127.0.0.1.',
    '127.127.127.127',
    '0',
    '0.0.0.0',
    '00',
    '0x0',
    '１２７.０.０.１',
    '①②⑦.1',
  ],
  ...['127%2e0%2e0%2e1', '%31%32%37.0.0.1', '127。0。0。1', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:7f00:1::1]', '[2001:0:7f00:1::]'],
  ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '192.0.0.1',
  ],
  ...['198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'ⓛocalhost', 'loc\u00adalhost'],
  ...Object.keys(names),
];

describe('a webhook is forbidden', () => {
  const sender = createHttpSender({ clock, allowed: [], resolve, timeoutMs: 5_000 });
  const isForbidden = async (url: string): Promise<string> => {
    const sent = timeless(await sender.send(request(url)));
    expect(sent).toEqual({ kind: 'forbidden', reason: expect.stringMatching(/^[A-Z].*\.$/) });
    const { reason } = sent as { readonly reason: string };
    expect(await sender.judge(url)).toMatchObject({ left: { kind: 'WebhookUrlForbidden', reason } });
    return reason;
  };

  afterEach(() => {
    expect([local.connections(), local6?.connections() ?? 0]).toEqual([0, 0]);
  });

  test.each(hosts)('to https://%s', async (host) => {
    expect(await isForbidden(`https://${host}:${local.port}/hook`)).toBe(
      `The URL leads to an address that webhooks may not be sent to. ${cure}`,
    );
  });

  test.each(hosts)('to http://%s', async (host) => {
    await isForbidden(`http://${host}:${local.port}/hook`);
  });

  test('over plain http to a public address', async () => {
    for (const host of ['8.8.8.8', '[2606:4700::1111]', '[64:ff9b::808:808]'])
      expect(await isForbidden(`http://${host}:${local.port}/`)).toBe(`The URL must begin with https://. ${cure}`);
  });

  test.each([
    ['https://user:password@8.8.8.8/', 'The URL must not contain a user name or a password.'],
    ['https://user@127.0.0.1/', 'The URL must not contain a user name or a password.'],
    ['https://8.8.8.8:443@127.0.0.1/', 'The URL must not contain a user name or a password.'],
    ['https://:password@8.8.8.8/', 'The URL must not contain a user name or a password.'],
    ['https://8.8.8.8:0/', 'The port must be from 1 to 65535.'],
    ['https://8.8.8.8:65536/', 'This is not a URL.'],
    ['https://8.8.8.8\\@127.0.0.1:x/', 'This is not a URL.'],
    ['https://', 'This is not a URL.'],
    ['https:///', 'This is not a URL.'],
    ['https://:443/', 'This is not a URL.'],
    ['', 'This is not a URL.'],
    ['//127.0.0.1/', 'This is not a URL.'],
    ['127.0.0.1', 'This is not a URL.'],
    ['https://256.0.0.1/', 'This is not a URL.'],
    ['https://[::1%25lo]/', 'This is not a URL.'],
    ['https://[::1/', 'This is not a URL.'],
    ['https://a b.test/', 'This is not a URL.'],
    ['https://127.0.0.1\n/', 'This is not a URL.'],
    ['ht\ttps://8.8.8.8/', 'This is not a URL.'],
    ['https://8.8.8.8/\u0000', 'This is not a URL.'],
    ...['ftp', 'ws', 'wss', 'gopher', 'dict', 'unix'].map((scheme): [string, string] => [
      `${scheme}://127.0.0.1/`,
      'The URL must begin with https://.',
    ]),
    ['file:///etc/passwd', 'The URL must begin with https://.'],
    ['data:text/plain,hello', 'The URL must begin with https://.'],
    ['javascript:1', 'The URL must begin with https://.'],
    [`https://8.8.8.8/${'a'.repeat(2_033)}`, 'The URL is longer than 2,048 characters.'],
  ])('to %j', async (url, reason) => {
    expect(await isForbidden(url)).toBe(reason);
  });
});

describe('a name', () => {
  test('that does not resolve yet is accepted, and its attempt fails', async () => {
    const sender = createHttpSender({ clock, allowed: [], resolve });
    const reason = 'The host name cannot be resolved at the moment.';
    expect(await sender.judge('https://nowhere.test/')).toEqual({ _tag: 'Right', right: undefined });
    expect(timeless(await sender.send(request('https://nowhere.test/')))).toEqual({ kind: 'failed', reason });
  });

  test.each([
    ['never', () => new Promise<readonly string[]>(() => undefined)],
    ['with no address', () => Promise.resolve([])],
    [
      'with a fault',
      () => {
        throw new Error('127.0.0.53 is away');
      },
    ],
  ])('whose lookup ends %s is not resolved', async (_, silent) => {
    const sender = createHttpSender({ clock, allowed: [], resolve: silent, timeoutMs: 20 });
    const sent = sender.send(request('https://slow.test/'));
    await clock.pass(20);
    expect(timeless(await sent)).toEqual({
      kind: 'failed',
      reason: 'The host name cannot be resolved at the moment.',
    });
  });

  test('that changes its address after it was judged does not pass the check', async () => {
    const other = await listen(answering(200, 'other'), '127.0.0.1');
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '10.0.0.1']];
    const rebinding = jest.fn(() => Promise.resolve(answers.shift() ?? []));
    const system = jest.spyOn(dns, 'lookup');
    const sender = createHttpSender({ clock, allowed: networksOf('127.0.0.1/32'), resolve: rebinding });
    const url = `http://rebinding.test:${other.port}/`;
    // The name is resolved once, to judge it. The connection goes to the judged address, and the system resolver is not used.
    expect(timeless(await sender.send(request(url)))).toMatchObject({ kind: 'answered', body: 'other' });
    expect([rebinding.mock.calls.length, system.mock.calls.length]).toEqual([1, 0]);
    // An open connection is not reused if the name now resolves to a different address.
    expect(await sender.send(request(url))).toMatchObject({ kind: 'forbidden' });
    expect(await sender.send(request(url))).toMatchObject({ kind: 'forbidden' });
    expect([rebinding.mock.calls.length, system.mock.calls.length]).toEqual([3, 0]);
    expect(
      other
        .received()
        .join('')
        .match(/POST \//g),
    ).toHaveLength(1);
    sender.close();
    system.mockRestore();
  });

  test('has separate connections for each of its addresses', async () => {
    const here = await listen(answering(200, 'here'), '127.0.0.1');
    const there = await listen(answering(200, 'there'), '::1', here.port).catch(() => undefined);
    if (there === undefined) return;
    const answers = ['127.0.0.1', '::1', '127.0.0.1'];
    const sender = createHttpSender({ clock, allowed: thisMachine, resolve: async () => [answers.shift() ?? ''] });
    for (const body of ['here', 'there', 'here'])
      expect(await sender.send(request(`http://moving.test:${here.port}/`))).toMatchObject({ body });
    expect([here.connections(), there.connections()]).toEqual([1, 1]);
    sender.close();
  });
});

describe('the allowed networks', () => {
  test.each(['127.0.0.1', '2130706433', 'localhost', 'a.localhost.', 'loopback.test'])(
    'may be reached over plain http: %s',
    async (host) => {
      const endpoint = await listen(answering(200));
      const sender = createHttpSender({ clock, allowed: networksOf('127.0.0.0/8'), resolve });
      const url = `http://${host}:${endpoint.port}/`;
      expect(await sender.judge(url)).toMatchObject({ _tag: 'Right' });
      expect(await sender.send(request(url))).toMatchObject({ kind: 'answered', status: 200 });
      expect(endpoint.connections()).toBe(1);
      sender.close();
    },
  );

  test('do not allow a name that also has a forbidden address', async () => {
    const sender = createHttpSender({ clock, allowed: thisMachine, resolve });
    const before = local.connections();
    expect(await sender.send(request(`http://good-then-bad.test:${local.port}/`))).toMatchObject({ kind: 'forbidden' });
    expect(await sender.send(request(`http://private.test:${local.port}/`))).toMatchObject({ kind: 'forbidden' });
    expect(local.connections()).toBe(before);
  });

  test('include the public internet over https', async () => {
    const sender = createHttpSender({
      clock,
      allowed: [],
      resolve: () => Promise.resolve(['8.8.8.8', '2606:4700::1111']),
    });
    for (const host of ['public.test', '8.8.8.8', '[2606:4700::1111]', 'public.test:8443', 'public.test.'])
      expect([host, isIP(host), await sender.judge(`https://${host}/hook?a=b#c`)]).toMatchObject([
        host,
        expect.any(Number),
        { _tag: 'Right' },
      ]);
  });
});
