/** Decides who may post beyond balance limits. */
import type { Principal } from '../../../kernel/principal';

/** No key has this capability unless it was given. */
export const overrideCapability = 'limits:override';

export const mayOverrideLimits = ({ capabilities }: Pick<Principal, 'capabilities'>): boolean =>
  capabilities.has(overrideCapability);
