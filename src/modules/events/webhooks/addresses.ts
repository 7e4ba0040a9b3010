/** Which addresses webhooks may go to. */
import { isIP } from 'node:net';
import { holdsOf, type Holds, type Network } from '../../../kernel/network';
import { closedNetworks, openIpv6 } from '../domain/network';

export interface Addresses {
  /** The operator allows it, whatever it is. */
  readonly isAllowed: Holds;
  /** It is allowed, or of the public internet. */
  readonly isLegal: Holds;
}

const isClosed = holdsOf(closedNetworks);
const isOpenIpv6 = holdsOf(openIpv6);
const isPublic: Holds = (address) => (isIP(address) === 4 || isOpenIpv6(address)) && !isClosed(address);

export const addressesBeside = (allowed: readonly Network[]): Addresses => {
  const isAllowed = holdsOf(allowed);
  return { isAllowed, isLegal: (address) => isAllowed(address) || isPublic(address) };
};
