/** The refusals of the catalog, in the order in which they are judged. */
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

/** The request has its shape, but the template does not compile: each error names its field and the place in it. */
export interface TrancodeInvalid {
  readonly kind: 'TrancodeInvalid';
  readonly errors: FieldErrors;
}

/** No transaction code of the ledger has the id of the path. */
export interface TrancodeMissing {
  readonly kind: 'TrancodeMissing';
}

/** No transaction code of the ledger has the code that a posting names. */
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
  /** Why the template never balances; a sentence without its full stop. */
  readonly explanation: string;
}

export interface TrancodeParamsInvalid {
  readonly kind: 'TrancodeParamsInvalid';
  readonly code: string;
  /**
   * Keyed by parameter, by `<list>.<index>.<parameter>` for items of a list, by `rules` for the validation rules, by
   * `entries.<index>.<member>` for rendered entries.
   */
  readonly errors: FieldErrors;
}

export type CreationRefusal = TrancodeInvalid | TrancodeCodeExists | TrancodeNotBalanced | QuotaReached;
export type ValidationRefusal = TrancodeMissing | TrancodeParamsInvalid;
export type ExpansionRefusal = TrancodeNotFound | TrancodeDeprecated | TrancodeParamsInvalid;
