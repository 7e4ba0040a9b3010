/**
 * The networks from which a key may be used. The parsed networks are cached as long as the key is. A key without networks, which is the
 * usual case, needs no entry.
 */
import { holdsOf, parseNetwork, plainAddress, type Holds } from '../../../kernel/network';
import { refused } from '../../../kernel/refusal';
import type { ApiKey } from '../domain/api-key';

export interface AllowedNetworks {
  allow(key: Pick<ApiKey, 'allowedNetworks'>, address: string): boolean;
}

export const createAllowedNetworks = (): AllowedNetworks => {
  const known = new WeakMap<object, Holds>();
  const holdsFor = (key: Pick<ApiKey, 'allowedNetworks'>): Holds => {
    const holds = known.get(key) ?? holdsOf(networksOf(key));
    known.set(key, holds);
    return holds;
  };
  return {
    allow: (key, address) => key.allowedNetworks.length === 0 || holdsFor(key)(plainAddress(address)),
  };
};

/**
 * The networks were checked when the key was created. If one nevertheless cannot be parsed, it contains no address, so it admits nobody.
 */
const networksOf = ({ allowedNetworks }: Pick<ApiKey, 'allowedNetworks'>) =>
  allowedNetworks.flatMap((text) => {
    const network = parseNetwork(text);
    return refused(network) ? [] : [network.right];
  });
