/** Events: what happened in ledgers, told to the outside. This file is all that other contexts see. */
export { parseNetworks, type Network } from './domain/network';
