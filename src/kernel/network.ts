/** Networks as an operator writes them down, and which addresses they hold. */
import { BlockList, isIP, SocketAddress } from 'node:net';
import { ok, refuse, refused, type Outcome } from './refusal';

export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4Pattern = new RegExp(`^${octet}(\\.${octet}){3}$`);

/** The URL parser of the platform knows what an IPv6 address is; the pattern keeps all else of a URL away from it. */
const isIpv6 = (text: string): boolean => /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);

const example = 'such as 10.1.0.0/16 or ::1/128';

/** The network, or what is wrong with it: the end of a sentence, without a full stop. */
export const parseNetwork = (text: string): Outcome<string, Network> => {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const family = ipv4Pattern.test(address) ? 'ipv4' : isIpv6(address) ? 'ipv6' : undefined;
  if (family === undefined || rest.length > 0) return refuse(`must list networks ${example}: "${text}" is none`);
  const longest = family === 'ipv4' ? 32 : 128;
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > longest)
    return refuse(`must list networks ${example}: "${text}" has no prefix length from 0 to ${longest}`);
  return ok({ address, prefix: Number(prefix), family });
};

/** Networks separated by commas, or what is wrong with the first that is none: the end of a sentence, without a full stop. */
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
 * A list for each family: in one list, rules for mapped addresses would hold of all of IPv4. What is no address is in no
 * network, nor is one with a zone, which belongs to an interface of this machine.
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

/** What a socket of both families calls an IPv4 address, `::ffff:192.0.2.1`, is that address; any other stays as it is. */
export const plainAddress = (address: string): string => mapped.exec(address)?.[1] ?? address;

/** The address in its one form, an IPv4 address as one; undefined where the text is none, or names a zone, which is of one machine alone. */
export const parseAddress = (text: string): string | undefined => {
  const family = isIP(text);
  if (family === 4) return text;
  if (family !== 6 || text.includes('%')) return undefined;
  return plainAddress(new SocketAddress({ address: text, family: 'ipv6' }).address);
};

/** An IPv4 address; or of an IPv6 address the network of 64 bits, whose addresses one household has all to itself. */
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
