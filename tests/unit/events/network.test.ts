/** The addresses that webhooks may go to: the lists of networks, and the search for an address in them, compared with plain arithmetic. */
import * as fc from 'fast-check';
import { parseNetworks, type Network } from '../../../src/kernel/network';
import { addressesBeside } from '../../../src/modules/events/webhooks/addresses';
import { rounds } from '../../support/random';

const networksOf = (text: string): readonly Network[] => {
  const parsed = parseNetworks(text);
  if ('left' in parsed) throw new Error(parsed.left);
  return parsed.right;
};

const { isLegal } = addressesBeside([]);

describe('without allowed networks', () => {
  test.each([
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '100.100.100.200'],
    ...['127.0.0.1', '127.255.255.255', '168.63.129.16', '169.254.0.1', '169.254.169.254', '172.16.0.0'],
    ...['172.31.255.255', '192.0.0.0', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
    ...['198.18.0.0', '198.19.255.255', '198.51.100.7', '203.0.113.7', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ...['::ffff:8.8.8.8', '::ffff:0:8.8.8.8', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe'],
    ...['64:ff9b:1::8.8.8.8', '64:ff9b:0:1::8.8.8.8', '100::1', '2001::1', '2001:0:808:808::1', '2001:2::1'],
    ...['2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::1', '3fff::1', '4000::1', '5f00::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'ff02::1'],
    ...['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '', 'localhost', '127.1', '8.8.8', '8.8.8.8 ', '[2606:4700::1]'],
  ])('%j is not legal', (address) => {
    expect(isLegal(address)).toBe(false);
  });

  test.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '168.63.129.17', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0'],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001::200e'],
    ...['2001:200::1', '2001:4860:4860::8888', '2001:db9::1', '2003::1', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ])('%s is legal', (address) => {
    expect(isLegal(address)).toBe(true);
  });
});

describe('allowed networks', () => {
  test('are legal, and make no other address legal', () => {
    const beside = addressesBeside(networksOf('127.0.0.0/8, 10.1.0.0/16,::1/128'));
    for (const address of ['127.0.0.1', '127.9.9.9', '10.1.255.255', '::1', '0:0:0:0:0:0:0:1'])
      expect([address, beside.isAllowed(address), beside.isLegal(address)]).toEqual([address, true, true]);
    for (const address of [
      '10.2.0.0',
      '10.0.255.255',
      '::2',
      '::ffff:127.0.0.1',
      '64:ff9b::127.0.0.1',
      '169.254.169.254',
    ])
      expect([address, beside.isAllowed(address), beside.isLegal(address)]).toEqual([address, false, false]);
    expect([beside.isAllowed('8.8.8.8'), beside.isLegal('8.8.8.8')]).toEqual([false, true]);
  });

  test('do not cover the other family', () => {
    expect(addressesBeside(networksOf('::/0')).isAllowed('10.0.0.1')).toBe(false);
    expect(addressesBeside(networksOf('::ffff:0:0/96')).isAllowed('10.0.0.1')).toBe(false);
    expect(addressesBeside(networksOf('0.0.0.0/0')).isAllowed('::1')).toBe(false);
    expect(addressesBeside(networksOf('0.0.0.0/0')).isAllowed('::ffff:10.0.0.1')).toBe(false);
  });

  test.each(['10.1.2.3/16', '0.0.0.0/0', '255.255.255.255/32', '::/0', '2001:DB8::/32', '::ffff:1.2.3.4/128'])(
    'are written like %s',
    (text) => {
      const [address, prefix] = text.split('/');
      expect(networksOf(text)).toEqual([
        { address, prefix: Number(prefix), family: text.includes(':') ? 'ipv6' : 'ipv4' },
      ]);
    },
  );

  test.each([
    ...['', ',', '10.0.0.0/8,', '/8', 'localhost/8', '10.0.0/8', '10.0.0.256/8', '010.0.0.0/8', '0x7f.0.0.1/8'],
    ...[
      '10.0.0.0/8/8',
      '[::1]/128',
      ':::/8',
      '1::2::3/8',
      '12345::/8',
      'fe80::1%eth0/64',
      '::1]:80/128',
      '10.0.0.0 /8',
    ],
  ])('cannot be written as %j', (text) => {
    expect(parseNetworks(text)).toMatchObject({
      left: expect.stringMatching(/^must list networks such as 10\.1\.0\.0\/16 or ::1\/128: ".*" is not a network$/),
    });
  });

  test.each(['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8.0', '10.0.0.0/1e1'])(
    'must have a prefix length, unlike %s',
    (text) => {
      expect(parseNetworks(`::1/128,${text}`)).toMatchObject({
        left: `must list networks such as 10.1.0.0/16 or ::1/128: "${text}" has no prefix length from 0 to 32`,
      });
    },
  );

  test('may have a prefix length up to 128 for IPv6', () => {
    expect(parseNetworks('::1/129')).toMatchObject({ left: expect.stringContaining('from 0 to 128') });
  });
});

describe('a network', () => {
  const hold = (bits: number, family: Network['family'], textOf: (number: bigint) => string): void => {
    const all = (1n << BigInt(bits)) - 1n;
    const numbers = fc.bigInt({ min: 0n, max: all });
    fc.assert(
      fc.property(numbers, numbers, fc.nat(bits), fc.nat(bits), (network, other, prefix, same) => {
        const hostOf = (length: number): bigint => all >> BigInt(length);
        // The address equals the network in its first bits, so that the end of the prefix is tested.
        const address = (network & ~hostOf(same) & all) | (other & hostOf(same));
        const expected = (network ^ address) >> BigInt(bits - prefix) === 0n;
        const { isAllowed } = addressesBeside([{ address: textOf(network), prefix, family }]);
        expect(isAllowed(textOf(address))).toBe(expected);
      }),
      { numRuns: rounds(2_000) },
    );
  };

  test('contains the IPv4 addresses that begin with its bits', () => {
    hold(32, 'ipv4', (number) => [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.'));
  });

  test('contains the IPv6 addresses that begin with its bits', () => {
    const shifts = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n];
    hold(128, 'ipv6', (number) => shifts.map((shift) => ((number >> shift) & 65_535n).toString(16)).join(':'));
  });
});
