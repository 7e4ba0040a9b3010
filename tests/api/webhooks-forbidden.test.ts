/**
 * The service never sends a webhook to some addresses, such as those of a private network. It refuses an endpoint with such an address when
 * the endpoint is created or changed, and never connects to it.
 */
import type { Answer, Client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, sentence } from '../support/requests';
import { refusedUntouched } from '../support/untouched';
import { happen, startDelivering, startReceiver, type Delivering, type Receiver } from '../support/webhooks';

/** No receiver exists at this address. */
const nowhere = 'https://webhooks.example/';

describe('an endpoint is refused on creation and on change', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let id: string;
  /** A receiver on this machine. It records every request, and must receive none. */
  let local: Receiver;

  beforeAll(async () => {
    // As in production, only addresses on the public internet are allowed.
    ledger = await startLedger();
    books = await ledger.newLedger();
    ({ id } = dataOf(await books.api.post('/webhook-endpoints', { url: nowhere }), 201));
    local = await startReceiver();
  });

  afterAll(async () => {
    await ledger.close();
    await local.close();
    expect(ledger.complaints).toEqual([]);
  });

  const expectForbidden = async (url: string): Promise<void> => {
    const writes: readonly ((api: Client) => Promise<Answer>)[] = [
      (api) => api.post('/webhook-endpoints', { url }),
      (api) => api.patch(`/webhook-endpoints/${id}`, { url }),
    ];
    for (const write of writes) {
      const answer = await refusedUntouched(ledger, books, write);
      expectRefusal(answer, 422, 'WEBHOOK_URL_FORBIDDEN');
      expect(answer.body.message).toEqual(sentence);
      expect(answer.body.message).not.toMatch(/127\.|::1|10\.0|user:/);
    }
    expect(local.connections()).toBe(0);
  };

  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.1.'],
    ...['127.127.127.127', '0', '0.0.0.0', '0x0', '１２７.０.０.１', '127%2e0%2e0%2e1', '127。0。0。1'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00::1]'],
    ...['[fd00:ec2::254]', '[ff02::1]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '192.168.1.1', '100.64.0.1'],
    ...['169.254.169.254', '2852039166', '192.0.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['localhost', 'localhost.', 'LOCALHOST.', 'a.localhost', 'db.localhost'],
  ])('at %s, over HTTPS and HTTP', async (host) => {
    for (const scheme of ['https', 'http']) await expectForbidden(`${scheme}://${host}:${local.port}/`);
  });

  test.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://93.184.215.14/',
    'https://user:password@93.184.215.14/',
    'https://93.184.215.14:0/',
    'ftp://93.184.215.14/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'webhooks.example',
    '//webhooks.example/',
    'https://',
    'https://webhooks.example/a b',
    'https://webhooks.example\\@127.0.0.1/',
  ])('with the URL %s', expectForbidden);

  test('but not if its name cannot be resolved at the moment', async () => {
    expect(dataOf(await books.api.post(`/webhook-endpoints/${id}/test`, {}), 200)).toMatchObject({
      ...{ delivered: false, status: null, fault: 'The host name cannot be resolved at the moment.' },
    });
  });
});

describe('a host name', () => {
  const retryMs = 60_000;
  let world: Delivering;
  /** Host name → addresses; a test may change them. */
  const names = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const resolve = async (name: string): Promise<readonly string[]> => names.get(name) ?? [];
    const sending = { allowed: [], resolve, timeoutMs: 1_000 };
    world = await startDelivering({ retryDelaysMs: Array(3).fill(retryMs) }, sending);
  });

  afterAll(async () => {
    await world.close();
    expect(world.ledger.complaints).toEqual([]);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback of IPv6', ['::1']],
    ['loopback, mapped', ['::ffff:127.0.0.1']],
    ['a private network', ['10.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['loopback beside what is public', ['8.8.8.8', '127.0.0.1']],
  ])('that leads to %s only later is not connected to', async (what, addresses) => {
    const { api } = await world.ledger.newLedger();
    const name = `${what.replaceAll(/[^a-z]/g, '-')}.test`;
    names.set(name, ['8.8.8.8']);
    const url = `https://${name}:${world.receiver.port}/`;
    const { id } = dataOf(await api.post('/webhook-endpoints', { url }), 201);
    names.set(name, addresses);
    await happen(api, 1);
    for (let tried = 1; tried <= 4; tried++) {
      await world.idle();
      world.advance(2 * retryMs);
    }
    expect(dataOf(await api.get(`/webhook-endpoints/${id}`), 200)).toMatchObject({ status: 'paused' });
    expect(dataOf(await api.get(`/webhook-endpoints/${id}/deliveries`), 200)).toMatchObject([
      {
        ...{ state: 'failing', attempts: 4, status: null, answer: null },
        fault: expect.stringMatching(
          /^The URL leads to an address that webhooks may not be sent to\. .*LEDGER_WEBHOOK_ALLOW/,
        ),
      },
    ]);
    expect(world.receiver.connections()).toBe(0);
  });
});
