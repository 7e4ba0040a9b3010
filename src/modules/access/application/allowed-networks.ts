/**
 * From where a key may be used. What is made of its networks is kept for as long as the key is remembered; a key that has none, as
 * most have, costs nothing.
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

/** They were judged when the key was made; one that cannot be read all the same is none, so that nobody gets in by it. */
const networksOf = ({ allowedNetworks }: Pick<ApiKey, 'allowedNetworks'>) =>
  allowedNetworks.flatMap((text) => {
    const network = parseNetwork(text);
    return refused(network) ? [] : [network.right];
  });
