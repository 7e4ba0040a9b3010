/**
 * Everything access refuses to an operator, in the order it is judged: shape, then existence.
 * A bad key is no refusal but an `Authentication`, which gives no reason.
 */
import type { FieldErrors } from '../../../kernel/refusal';

export interface InvalidTenant {
  readonly kind: 'InvalidTenant';
  readonly errors: FieldErrors;
}
export interface InvalidKey {
  readonly kind: 'InvalidKey';
  readonly errors: FieldErrors;
}
/** Does not repeat what was asked for: an operator may have pasted the whole key. */
export interface KeyNotFound {
  readonly kind: 'KeyNotFound';
}

export type AccessRefusal = InvalidTenant | InvalidKey | KeyNotFound;
