/** The addresses that webhooks may be sent to. */
import { isIP } from 'node:net';
import { holdsOf, type Holds, type Network } from '../../../kernel/network';
import { closedNetworks, openIpv6 } from '../domain/network';

export interface Addresses {
  /** Whether the operator allows the address, public or not. */
  readonly isAllowed: Holds;
  /** Whether the address is public or allowed by the operator. */
  readonly isLegal: Holds;
}

const isClosed = holdsOf(closedNetworks);
const isOpenIpv6 = holdsOf(openIpv6);
const isPublic: Holds = (address) => (isIP(address) === 4 || isOpenIpv6(address)) && !isClosed(address);

export const addressesBeside = (allowed: readonly Network[]): Addresses => {
  const isAllowed = holdsOf(allowed);
  return { isAllowed, isLegal: (address) => isAllowed(address) || isPublic(address) };
};
