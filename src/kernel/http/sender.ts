/**
 * Determines the sender of a request: its address, and whether anybody between the sender and this process could read the request. The
 * connection decides; if its other end is a trusted proxy (LEDGER_TRUSTED_PROXIES), the proxy's headers about the client behind it decide.
 * No other file decides this. Headers of untrusted senders are ignored.
 */
import type { IncomingMessage } from 'node:http';
import { holdsOf, parseAddress, plainAddress, type Network } from '../network';

export interface Sender {
  /**
   * An IPv4 address in its usual form, even if the socket writes it as `::ffff:192.0.2.1`. Empty if the connection is
   * gone.
   */
  readonly address: string;
  /** True if the request used TLS up to this process or up to a trusted proxy. */
  readonly isEncrypted: boolean;
}

export type SenderOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => Sender;

/** The greatest number of proxies in a row; entries of X-Forwarded-For beyond this number are not read. */
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

/** A header that occurs twice is one list, in the order of the lines. */
const valuesOf = (header: string | readonly string[] | undefined): readonly string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((value) => value.trim());

/**
 * Each proxy appends the address that called it. So the list is read from the right for as long as the address that
 * appended an entry is trusted: anything further left may be forged. An entry that is not an address ends the reading,
 * and the address that appended it is the sender.
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

/**
 * Each of several proxies must have used https: a proxy that was called over plain http appends `http`, whatever the
 * header contained before.
 */
const saysHttps = (protocols: readonly string[]): boolean =>
  protocols.length > 0 && protocols.every((protocol) => protocol.toLowerCase() === 'https');
