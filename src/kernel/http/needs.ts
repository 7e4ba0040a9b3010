/** What a route takes of its caller, and how the lack of it is answered. */
import type { Caller, Scope } from '../principal';
import { failure, type Failure } from './envelope';

/**
 * A scope; or a capability, with the scope beside which it stands and the code of its lack. `nothing` is for routes that let people
 * in, and judge by themselves who asks.
 */
export type Needs = Scope | 'nothing' | { readonly capability: string; readonly beside?: Scope; readonly code: string };

/** The answer (403) to a caller who may not; undefined to one who may. */
export const lackOf = (caller: Caller, needs: Needs): Failure | undefined => {
  if (needs === 'nothing') return undefined;
  const scope = typeof needs === 'string' ? needs : needs.beside;
  if (scope !== undefined && !caller.scopes.has(scope)) return lackOfScope(scope);
  return typeof needs === 'string' || caller.capabilities.has(needs.capability) ? undefined : lackOfCapability(needs);
};

/**
 * The answer (403) to a person who gave their password too long ago for an act that makes a way in: a link, a key, a role. An open session
 * alone, which a thief may have, must not make a way in that outlives it.
 */
export const lackOfPassword = ({ session, isRecent }: Caller, makesWayIn: boolean): Failure | undefined =>
  makesWayIn && session !== undefined && isRecent !== true ? passwordIsOld() : undefined;

export const passwordIsOld = (): Failure =>
  failure(
    passwordRequired,
    'This gives somebody a way in, and you gave your password more than ten minutes ago. Give it again with POST /console/session, and repeat the request.',
  );

export const passwordRequired = 'PASSWORD_REQUIRED';

export const lackOfScope = (scope: Scope): Failure => failure(forbidden, messageOfScope(scope));

export const messageOfScope = (scope: Scope): string =>
  `The scope ${scope} is missing. Use a key that has it, or sign in as somebody who may.`;

export const lackOfCapability = ({
  capability,
  code,
}: {
  readonly capability: string;
  readonly code: string;
}): Failure => failure(code, `This key lacks the capability ${capability}. Ask an operator for a key that has it.`);

const forbidden = 'FORBIDDEN';

/** The codes of both, and when they are answered. */
export const lacksOf = (needs: Needs): readonly { readonly code: string; readonly when: string }[] => {
  if (needs === 'nothing') return [];
  const ofScope = (scope: Scope) => ({ code: forbidden, when: `The caller lacks the scope \`${scope}\`.` });
  if (typeof needs === 'string') return [ofScope(needs)];
  const { capability, beside, code } = needs;
  return [...(beside ? [ofScope(beside)] : []), { code, when: `The caller lacks the capability \`${capability}\`.` }];
};
