/** Decides which callers may override balance limits. */
import type { Principal } from '../../../kernel/principal';

/** The capability to override limits. A key has it only if an administrator granted it. */
export const overrideCapability = 'limits:override';

export const mayOverrideLimits = ({ capabilities }: Pick<Principal, 'capabilities'>): boolean =>
  capabilities.has(overrideCapability);
