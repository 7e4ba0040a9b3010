/** The refusals of strings, in the order in which they are checked. */
import type { FieldErrors } from '../../../kernel/refusal';

export interface IdempotencyKeyInUse {
  readonly kind: 'IdempotencyKeyInUse';
  readonly key: string;
}
export interface IdempotencyKeyReused {
  readonly kind: 'IdempotencyKeyReused';
  readonly key: string;
}
export interface StringCodeTaken {
  readonly kind: 'StringCodeTaken';
  readonly code: string;
}
export interface StringNotFound {
  readonly kind: 'StringNotFound';
}
export interface StringInactive {
  readonly kind: 'StringInactive';
}
export interface KeyNotInString {
  readonly kind: 'KeyNotInString';
}
export interface KeyMissingCapability {
  readonly kind: 'KeyMissingCapability';
  readonly capability: string;
}
export interface ForeignLedger {
  readonly kind: 'ForeignLedger';
  readonly ledgerCode: string;
}
export interface OperationNotAllowed {
  readonly kind: 'OperationNotAllowed';
}
export interface AmountPrecisionExceeded {
  readonly kind: 'AmountPrecisionExceeded';
  readonly field: 'source_amount' | 'target_amount' | 'amount';
  readonly storageDecimals: number;
}
export interface OperationInvalid {
  readonly kind: 'OperationInvalid';
  readonly because: string;
}
export interface CurrencyMismatch {
  readonly kind: 'CurrencyMismatch';
  readonly because: string;
}
export interface StringPeriodLocked {
  readonly kind: 'StringPeriodLocked';
  readonly lockedUntil: string;
}
/** The rate is between a currency and itself. */
export interface InvalidRate {
  readonly kind: 'InvalidRate';
  readonly errors: FieldErrors;
}

/** An operator named a ledger that does not exist, or that belongs to another tenant. */
export interface InvalidMembership {
  readonly kind: 'InvalidMembership';
  readonly errors: FieldErrors;
}

export type PlanRefusal =
  | StringNotFound
  | StringInactive
  | KeyNotInString
  | KeyMissingCapability
  | ForeignLedger
  | OperationNotAllowed
  | AmountPrecisionExceeded
  | OperationInvalid
  | CurrencyMismatch;

export type OperationRefusal = IdempotencyKeyInUse | IdempotencyKeyReused | PlanRefusal | StringPeriodLocked;
