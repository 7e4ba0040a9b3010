/** The address that a request counts as coming from, and whether it came over TLS: a proxy's headers count only if the proxy is trusted. */
import { isIP, type Socket } from 'node:net';
import fc from 'fast-check';
import { createSenderOf, maxHops, type Sender } from '../../../src/kernel/http/sender';
import { parseAddress, parseNetworks } from '../../../src/kernel/network';
import { refused } from '../../../src/kernel/refusal';

interface Asked {
  readonly trusted?: string;
  readonly peer: string | undefined;
  /** The X-Forwarded-For header. */
  readonly hops?: string;
  /** The X-Forwarded-Proto header. */
  readonly protocol?: string;
  readonly isTls?: boolean;
}

const senderOf = ({ trusted = '10.0.0.0/8, 2001:db8:1::/48', peer, hops, protocol, isTls = false }: Asked): Sender => {
  const networks = parseNetworks(trusted);
  if (refused(networks)) throw new Error(networks.left);
  return createSenderOf(networks.right)({
    socket: { remoteAddress: peer, ...(isTls ? { encrypted: true } : {}) } as unknown as Socket,
    headers: {
      ...(hops === undefined ? {} : { 'x-forwarded-for': hops }),
      ...(protocol === undefined ? {} : { 'x-forwarded-proto': protocol }),
    },
  });
};

describe('the address', () => {
  test.each<[what: string, peer: string | undefined, hops: string | undefined, address: string]>([
    ['without a proxy is that of the connection', '192.0.2.1', undefined, '192.0.2.1'],
    ['is that of a trusted proxy without the header', '10.0.0.1', undefined, '10.0.0.1'],
    ['is that of a trusted proxy with an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['behind a trusted proxy is named by the proxy', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['behind two trusted proxies is named by the outer one', '10.0.0.1', '192.0.2.1, 10.0.0.2', '192.0.2.1'],
    ['is not one that an untrusted peer names', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['is not a trusted address that an untrusted peer names', '192.0.2.1', '10.0.0.2', '192.0.2.1'],
    ['is not one that the client wrote before the proxy', '10.0.0.1', '198.51.100.1, 192.0.2.1', '192.0.2.1'],
    ['is not one in a chain that the client forged', '10.0.0.1', '198.51.100.1, 10.0.0.9, 192.0.2.1', '192.0.2.1'],
    ['is the first one if all hops are trusted', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['may have white space around it', '10.0.0.1', ' \t192.0.2.1 ,  10.0.0.2\t', '192.0.2.1'],
    ['may be one of IPv6', '2001:db8:1::1', '2001:db8:2::7, 2001:db8:1::2', '2001:db8:2::7'],
    ['may be in a list of both families', '10.0.0.1', '192.0.2.1, 2001:db8:1::2', '192.0.2.1'],
    ['is returned in one form for IPv6', '10.0.0.1', '2001:DB8:0002:0:0::0007', '2001:db8:2::7'],
    ['that is mapped into IPv6 counts as IPv4', '::ffff:10.0.0.1', '::FFFF:192.0.2.1', '192.0.2.1'],
    ['that is mapped in hexadecimal counts as IPv4', '::ffff:10.0.0.1', '192.0.2.1, ::ffff:a00:2', '192.0.2.1'],
    ['is empty for a closed connection', undefined, '192.0.2.1', ''],
  ])('%s', (_, peer, hops, address) => {
    expect(senderOf({ peer, ...(hops === undefined ? {} : { hops }) })).toEqual({ address, isEncrypted: false });
  });

  test.each([
    ...['unknown', '_hidden', '', '192.0.2', '192.0.2.256', '0192.0.2.1', '192.0.2.1:443', '[2001:db8:2::7]'],
    ...[
      '"192.0.2.1"',
      'for=192.0.2.1',
      '2001:db8:::7',
      'fe80::1%eth0',
      '192.0.2.1 10.0.0.2',
      '１９２.0.2.1',
      '10.0.0.0/8',
    ],
    ...['\0', 'a'.repeat(100), '__proto__', '-1', '3221225985', '0xc0.0.2.1'],
  ])('is not %j: the hop that wrote it counts instead', (garbage) => {
    expect(senderOf({ peer: '10.0.0.1', hops: garbage }).address).toBe('10.0.0.1');
    expect(senderOf({ peer: '10.0.0.1', hops: `${garbage}, 10.0.0.2` }).address).toBe('10.0.0.2');
    // Entries to the left of an invalid address do not count. An entry that an untrusted sender adds does not count at all.
    expect(senderOf({ peer: '10.0.0.1', hops: `198.51.100.1, ${garbage}, 10.0.0.2` }).address).toBe('10.0.0.2');
    expect(senderOf({ peer: '10.0.0.1', hops: `${garbage}, 192.0.2.1` }).address).toBe('192.0.2.1');
    expect(senderOf({ peer: '192.0.2.1', hops: garbage }).address).toBe('192.0.2.1');
  });

  test('is always valid, and never depends on the hops left of an untrusted one', () => {
    const hop = fc.oneof(
      fc.string(),
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom('10.0.0.2', '2001:db8:1::2', 'unknown', ''),
    );
    const anything = fc.array(hop, { maxLength: 40 }).map((hops) => hops.join(','));
    fc.assert(
      fc.property(anything, anything, (left, right) => {
        const address = (hops: string): string => senderOf({ peer: '10.0.0.1', hops }).address;
        expect(isIP(address(left))).toBeGreaterThan(0);
        expect(address(`${left},192.0.2.1,${right}`)).toBe(address(`192.0.2.1,${right}`));
        expect(senderOf({ peer: '192.0.2.1', hops: left }).address).toBe('192.0.2.1');
      }),
    );
  });

  test('is searched in a limited number of hops', () => {
    const chain = (proxies: number): string => ['192.0.2.1', ...Array(proxies).fill('10.0.0.2')].join(',');
    expect(senderOf({ peer: '10.0.0.1', hops: chain(maxHops - 1) }).address).toBe('192.0.2.1');
    expect(senderOf({ peer: '10.0.0.1', hops: chain(maxHops) }).address).toBe('10.0.0.2');
  });

  test('is read from a repeated header as from one list', () => {
    const networks = parseNetworks('10.0.0.0/8');
    const socket = { remoteAddress: '10.0.0.1' } as Socket;
    const headers = { 'x-forwarded-for': ['198.51.100.1, 192.0.2.1', '10.0.0.2'] };
    expect(refused(networks) || createSenderOf(networks.right)({ socket, headers }).address).toBe('192.0.2.1');
  });

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is that of the peer %s if no proxy is trusted', (peer) => {
    const { address } = createSenderOf([])({
      socket: { remoteAddress: peer } as Socket,
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' },
    });
    expect(address).toBe(peer.replace('::ffff:', ''));
  });

  test('with a zone is invalid', () => {
    expect(parseAddress('fe80::1')).toBe('fe80::1');
    expect(parseAddress('fe80::1%1')).toBeUndefined();
  });
});

describe('a request', () => {
  test.each<[what: string, asked: Asked, isEncrypted: boolean]>([
    ['is encrypted over TLS', { peer: '192.0.2.1', isTls: true }, true],
    ['is encrypted if a trusted proxy says https', { peer: '10.0.0.1', protocol: 'https' }, true],
    ['is encrypted if two trusted proxies say https', { peer: '10.0.0.1', protocol: 'HTTPS , https' }, true],
    ['is not encrypted if an untrusted peer says https', { peer: '192.0.2.1', protocol: 'https' }, false],
    ['is not encrypted if the proxy says http', { peer: '10.0.0.1', protocol: 'http' }, false],
    ['is not encrypted if the proxy adds http', { peer: '10.0.0.1', protocol: 'https, http' }, false],
    ['is not encrypted if the proxy sends no header', { peer: '10.0.0.1' }, false],
    ['is not encrypted if the proxy sends an empty header', { peer: '10.0.0.1', protocol: '' }, false],
    ['is not encrypted if the proxy names another protocol', { peer: '10.0.0.1', protocol: 'httpsx' }, false],
    ['is encrypted over TLS even if a proxy says http', { peer: '10.0.0.1', isTls: true, protocol: 'http' }, true],
  ])('%s', (_, asked, isEncrypted) => {
    expect(senderOf(asked).isEncrypted).toBe(isEncrypted);
  });
});
