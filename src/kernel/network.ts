/** Parses networks in an operator's notation, and tests which addresses they contain. */
import { BlockList, isIP, SocketAddress } from 'node:net';
import { ok, refuse, refused, type Outcome } from './refusal';

export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4Pattern = new RegExp(`^${octet}(\\.${octet}){3}$`);

/** IPv6 addresses are recognised by the platform's URL parser; this pattern excludes all other parts of a URL. */
const isIpv6 = (text: string): boolean => /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);

const example = 'such as 10.1.0.0/16 or ::1/128';

/** Returns the network, or what is wrong with it: the end of a sentence, without a full stop. */
export const parseNetwork = (text: string): Outcome<string, Network> => {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const family = ipv4Pattern.test(address) ? 'ipv4' : isIpv6(address) ? 'ipv6' : undefined;
  if (family === undefined || rest.length > 0)
    return refuse(`must list networks ${example}: "${text}" is not a network`);
  const longest = family === 'ipv4' ? 32 : 128;
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > longest)
    return refuse(`must list networks ${example}: "${text}" has no prefix length from 0 to ${longest}`);
  return ok({ address, prefix: Number(prefix), family });
};

/**
 * Parses networks separated by commas. Returns what is wrong with the first invalid one: the end of a sentence, without
 * a full stop.
 */
export const parseNetworks = (text: string): Outcome<string, readonly Network[]> => {
  const networks: Network[] = [];
  for (const part of text.split(',')) {
    const network = parseNetwork(part.trim());
    if (refused(network)) return network;
    networks.push(network.right);
  }
  return ok(networks);
};

export type Holds = (address: string) => boolean;

/**
 * Keeps one list per address family: in a common list, rules for mapped addresses would apply to all of IPv4. No network contains a text
 * that is not an address, or an address with a zone, because a zone belongs to an interface of this machine.
 */
export const holdsOf = (networks: readonly Network[]): Holds => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix, family } of networks) lists[family].addSubnet(address, prefix, family);
  return (address) => {
    if (isIP(address) === 4) return lists.ipv4.check(address, 'ipv4');
    return isIP(address) === 6 && !address.includes('%') && lists.ipv6.check(address, 'ipv6');
  };
};

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * Turns `::ffff:192.0.2.1`, the form in which a dual-stack socket writes an IPv4 address, into the IPv4 address; leaves
 * all others unchanged.
 */
export const plainAddress = (address: string): string => mapped.exec(address)?.[1] ?? address;

/**
 * Returns the address in its canonical form, a mapped IPv4 address as IPv4; undefined if the text is not an address, or names a zone, which
 * has a meaning only on one machine.
 */
export const parseAddress = (text: string): string | undefined => {
  const family = isIP(text);
  if (family === 4) return text;
  if (family !== 6 || text.includes('%')) return undefined;
  return plainAddress(new SocketAddress({ address: text, family: 'ipv6' }).address);
};

/**
 * Returns an IPv4 address itself, or the /64 network of an IPv6 address: one household has all addresses of such a
 * network.
 */
export const addressBlock = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(front), groups(back ?? '')];
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};
