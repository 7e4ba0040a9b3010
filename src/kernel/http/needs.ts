/** The rights that a route requires of its caller, and the answers to a caller who lacks them. */
import type { Caller, Scope } from '../principal';
import { failure, type Failure } from './envelope';

/**
 * A scope, or a capability with the scope that it also requires (`beside`), the scope that suffices instead of both, and the code of the
 * refusal. `nothing` is for routes that admit visitors and check the caller themselves.
 */
export type Needs =
  | Scope
  | 'nothing'
  | { readonly capability: string; readonly beside?: Scope; readonly instead?: Scope; readonly code: string };

/** Returns the answer (403) to a caller who lacks the right; undefined for one who has it. */
export const lackOf = (caller: Caller, needs: Needs): Failure | undefined => {
  if (needs === 'nothing') return undefined;
  if (typeof needs !== 'string' && needs.instead && caller.scopes.has(needs.instead)) return undefined;
  const scope = typeof needs === 'string' ? needs : needs.beside;
  if (scope !== undefined && !caller.scopes.has(scope)) return lackOfScope(scope);
  return typeof needs === 'string' || caller.capabilities.has(needs.capability) ? undefined : lackOfCapability(needs);
};

/**
 * Returns the answer (403) to a person who gave their password too long ago for an act that creates access: a link, a
 * key, a role. An open session alone, which may be stolen, must not create access that outlives it.
 */
export const lackOfPassword = ({ session, isRecent }: Caller, makesWayIn: boolean): Failure | undefined =>
  makesWayIn && session !== undefined && isRecent !== true ? passwordIsOld() : undefined;

export const passwordIsOld = (): Failure =>
  failure(
    passwordRequired,
    'This gives somebody access, and you entered your password more than ten minutes ago. Send it again with POST /console/session, and repeat the request with the `csrf_token` of that answer as X-CSRF-Token.',
  );

export const passwordRequired = 'PASSWORD_REQUIRED';

export const lackOfScope = (scope: Scope): Failure => failure(forbidden, messageOfScope(scope));

export const messageOfScope = (scope: Scope): string =>
  `The scope ${scope} is missing. Use a key that has it, or sign in as a person who has it.`;

export const lackOfCapability = ({
  capability,
  code,
}: {
  readonly capability: string;
  readonly code: string;
}): Failure => failure(code, `This key lacks the capability ${capability}. Ask an operator for a key that has it.`);

const forbidden = 'FORBIDDEN';

/** Returns the codes of the refusals for missing rights, and when each of them occurs, for the OpenAPI document. */
export const lacksOf = (needs: Needs): readonly { readonly code: string; readonly when: string }[] => {
  if (needs === 'nothing') return [];
  const lack = (right: string, instead?: Scope): string =>
    instead ? `The caller has neither the ${right} nor the scope \`${instead}\`.` : `The caller lacks the ${right}.`;
  const ofScope = (scope: Scope, instead?: Scope) => ({ code: forbidden, when: lack(`scope \`${scope}\``, instead) });
  if (typeof needs === 'string') return [ofScope(needs)];
  const { capability, beside, instead, code } = needs;
  return [...(beside ? [ofScope(beside, instead)] : []), { code, when: lack(`capability \`${capability}\``, instead) }];
};
