/** The refusals of the catalog, in the order in which they are checked. */
import type { QuotaReached } from '../../../kernel/quotas';
import type { FieldErrors } from '../../../kernel/refusal';

export type CatalogRefusal =
  | TrancodeInvalid
  | TrancodeMissing
  | TrancodeNotFound
  | TrancodeCodeExists
  | TrancodeDeprecated
  | TrancodeNotBalanced
  | TrancodeParamsInvalid
  | QuotaReached;

/** The request is well-formed, but the template does not compile. Each error names its field and the position in it. */
export interface TrancodeInvalid {
  readonly kind: 'TrancodeInvalid';
  readonly errors: FieldErrors;
}

/** The ledger has no transaction code with the id in the path. */
export interface TrancodeMissing {
  readonly kind: 'TrancodeMissing';
}

/** The ledger has no transaction code with the code that a posting names. */
export interface TrancodeNotFound {
  readonly kind: 'TrancodeNotFound';
  readonly code: string;
}

export interface TrancodeCodeExists {
  readonly kind: 'TrancodeCodeExists';
  readonly code: string;
}

export interface TrancodeDeprecated {
  readonly kind: 'TrancodeDeprecated';
  readonly code: string;
}

export interface TrancodeNotBalanced {
  readonly kind: 'TrancodeNotBalanced';
  /** The reason why the template never balances, as a sentence without its full stop. */
  readonly explanation: string;
}

export interface TrancodeParamsInvalid {
  readonly kind: 'TrancodeParamsInvalid';
  readonly code: string;
  /**
   * Errors by parameter, by `<list>.<index>.<parameter>` for items of a list, by `rules` for validation rules, and by
   * `entries.<index>.<member>` for rendered entries.
   */
  readonly errors: FieldErrors;
}

export type CreationRefusal = TrancodeInvalid | TrancodeCodeExists | TrancodeNotBalanced | QuotaReached;
export type ValidationRefusal = TrancodeMissing | TrancodeParamsInvalid;
export type ExpansionRefusal = TrancodeNotFound | TrancodeDeprecated | TrancodeParamsInvalid;
