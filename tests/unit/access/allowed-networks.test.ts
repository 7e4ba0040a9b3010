/** The networks from which a key may be used: addresses of both families, and mapped addresses. */
import { createAllowedNetworks } from '../../../src/modules/access/application/allowed-networks';

const { allow } = createAllowedNetworks();

test.each([
  [['10.1.0.0/16'], '10.1.255.255', true],
  [['10.1.0.0/16'], '10.2.0.0', false],
  [['10.1.0.0/16'], '::ffff:10.1.0.1', true],
  [['10.1.0.0/16'], '::FFFF:10.2.0.1', false],
  [['192.0.2.7/32'], '192.0.2.7', true],
  [['192.0.2.7/32'], '192.0.2.8', false],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['2001:db8::/32'], '2001:DB8::1', true],
  [['2001:db8::/32'], '10.1.0.1', false],
  [['::/0'], '2001:db9::1', true],
  // The network of all IPv6 addresses contains no IPv4 address, and the network of all IPv4 addresses contains no IPv6 address.
  [['::/0'], '10.1.0.1', false],
  [['::/0'], '::ffff:10.1.0.1', false],
  [['0.0.0.0/0'], '::ffff:10.1.0.1', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['fe80::/10'], 'fe80::1%eth0', false],
  [['10.1.0.0/16', '2001:db8::/32'], '2001:db8::1', true],
  [['10.1.0.0/16'], '', false],
  [['10.1.0.0/16'], 'unknown', false],
  // An invalid list admits no address.
  [['nonsense'], '10.1.0.1', false],
  [[], 'unknown', true],
])('a key limited to %j may be used from %s: %s', (allowedNetworks, address, isAllowed) => {
  const key = { allowedNetworks };
  for (let count = 0; count < 2; count++) expect(allow(key, address)).toBe(isAllowed);
});
