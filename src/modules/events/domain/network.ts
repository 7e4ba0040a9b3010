/** The networks that webhooks may not be sent to. */
import type { Network } from '../../../kernel/network';

const ipv4 = (address: string, prefix: number): Network => ({ address, prefix, family: 'ipv4' });
const ipv6 = (address: string, prefix: number): Network => ({ address, prefix, family: 'ipv6' });

/** The special networks in IANA's registries that are not part of the public internet. */
const closedIpv4: readonly Network[] = [
  ipv4('0.0.0.0', 8), // this host
  ipv4('10.0.0.0', 8), // private
  ipv4('100.64.0.0', 10), // behind a carrier's address translation
  ipv4('127.0.0.0', 8), // loopback
  ipv4('168.63.129.16', 32), // a cloud's own services, on an address that looks public
  ipv4('169.254.0.0', 16), // link-local, and the metadata of clouds
  ipv4('172.16.0.0', 12), // private
  ipv4('192.0.0.0', 24), // protocols
  ipv4('192.0.2.0', 24), // documentation
  ipv4('192.88.99.0', 24), // relays of 6to4
  ipv4('192.168.0.0', 16), // private
  ipv4('198.18.0.0', 15), // benchmarks
  ipv4('198.51.100.0', 24), // documentation
  ipv4('203.0.113.0', 24), // documentation
  ipv4('224.0.0.0', 4), // multicast
  ipv4('240.0.0.0', 4), // reserved, and broadcast
];

/** Returns the IPv6 form of an IPv4 network behind a translating gateway (NAT64): `64:ff9b::`, followed by the address. */
const translated = ({ address, prefix }: Network): Network => ipv6(`64:ff9b::${address}`, 96 + prefix);

/**
 * The only IPv6 networks that lead to the public internet: allocated addresses, and public IPv4 addresses behind a gateway. So
 * loopback, private, link-local and multicast addresses are excluded, and so are IPv4-mapped and IPv4-compatible addresses.
 */
export const openIpv6: readonly Network[] = [ipv6('2000::', 3), ipv6('64:ff9b::', 96)];

export const closedNetworks: readonly Network[] = [
  ...closedIpv4,
  ...closedIpv4.map(translated),
  ipv6('2001::', 23), // protocols: Teredo, benchmarks, ORCHID
  ipv6('2001:db8::', 32), // documentation
  ipv6('2002::', 16), // 6to4, which carries any IPv4 address
  ipv6('3fff::', 20), // documentation
];
