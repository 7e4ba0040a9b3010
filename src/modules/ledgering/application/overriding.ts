/** Who may post beyond the limits of balances. */
import type { Principal } from '../../../kernel/principal';

/** No key has this capability unless it was given. */
export const overrideCapability = 'limits:override';

export const mayOverrideLimits = ({ capabilities }: Pick<Principal, 'capabilities'>): boolean =>
  capabilities.has(overrideCapability);
