/** Which addresses webhooks may go to. */
import { BlockList, isIP } from 'node:net';
import { closedNetworks, openIpv6, type Network } from '../domain/network';

type Holds = (address: string) => boolean;

export interface Addresses {
  /** The operator allows it, whatever it is. */
  readonly isAllowed: Holds;
  /** It is allowed, or of the public internet. */
  readonly isLegal: Holds;
}

/**
 * A list for each family: in one list, rules for mapped addresses would hold of all of IPv4. What is no address is in no
 * network, nor is one with a zone, which belongs to an interface of this machine.
 */
const holdsOf = (networks: readonly Network[]): Holds => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix, family } of networks) lists[family].addSubnet(address, prefix, family);
  return (address) => {
    if (isIP(address) === 4) return lists.ipv4.check(address, 'ipv4');
    return isIP(address) === 6 && !address.includes('%') && lists.ipv6.check(address, 'ipv6');
  };
};

const isClosed = holdsOf(closedNetworks);
const isOpenIpv6 = holdsOf(openIpv6);
const isPublic: Holds = (address) => (isIP(address) === 4 || isOpenIpv6(address)) && !isClosed(address);

export const addressesBeside = (allowed: readonly Network[]): Addresses => {
  const isAllowed = holdsOf(allowed);
  return { isAllowed, isLegal: (address) => isAllowed(address) || isPublic(address) };
};
