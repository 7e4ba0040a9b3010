/**
 * Who sends a request: from which address, and whether anybody on the way could read it. It is what the connection says; and where the
 * other end of that is a proxy that is trusted (LEDGER_TRUSTED_PROXIES), what the proxy says of who stands behind it. Decided here and
 * nowhere else. A header of anybody who is not trusted counts for nothing.
 */
import type { IncomingMessage } from 'node:http';
import { holdsOf, parseAddress, plainAddress, type Network } from '../network';

export interface Sender {
  /** An IPv4 address as one, also where the socket calls it `::ffff:192.0.2.1`. Empty where the connection is gone. */
  readonly address: string;
  /** Over TLS, up to us or up to a proxy that is trusted. */
  readonly isEncrypted: boolean;
}

export type SenderOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => Sender;

/** Proxies behind each other; what X-Forwarded-For says beyond so many is not read. */
export const maxHops = 32;

export const createSenderOf = (trustedProxies: readonly Network[]): SenderOf => {
  const isTrusted = trustedProxies.length === 0 ? () => false : holdsOf(trustedProxies);
  return ({ socket, headers }) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const isEncrypted = 'encrypted' in socket;
    if (!isTrusted(peer)) return { address: peer, isEncrypted };
    return {
      address: addressBehind(peer, valuesOf(headers['x-forwarded-for']), isTrusted),
      isEncrypted: isEncrypted || saysHttps(valuesOf(headers['x-forwarded-proto'])),
    };
  };
};

/** A header that stands twice is one list, in the order of the lines. */
const valuesOf = (header: string | readonly string[] | undefined): readonly string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((value) => value.trim());

/**
 * Each proxy adds the address that it was asked from at the right. So the list is read from there, for as long as who added an address
 * is trusted: what stands further left may be made up. An entry that is no address ends the reading, and who added it is the sender.
 */
const addressBehind = (peer: string, hops: readonly string[], isTrusted: (address: string) => boolean): string => {
  let address = peer;
  for (const hop of hops.slice(-maxHops).toReversed()) {
    if (!isTrusted(address)) break;
    const next = parseAddress(hop);
    if (next === undefined) break;
    address = next;
  }
  return address;
};

/** Of several proxies each must say so: one that was asked over plain http adds that, whatever stood there before. */
const saysHttps = (protocols: readonly string[]): boolean =>
  protocols.length > 0 && protocols.every((protocol) => protocol.toLowerCase() === 'https');
