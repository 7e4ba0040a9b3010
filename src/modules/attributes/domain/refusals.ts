/** Everything the attribute catalog refuses, in the order it is judged: shape, existence, state. */

/** Why a transaction's attributes are not admitted. */
export type AttributeRefusal =
  | { readonly kind: 'AttributeCountExceeded'; readonly max: number }
  | AttributeInvalidKey
  | AttributeReservedKey
  | { readonly kind: 'AttributeInvalidValue'; readonly key: string }
  | { readonly kind: 'AttributeValueTooLong'; readonly key: string; readonly max: number }
  | { readonly kind: 'AttributeNotDeclared'; readonly key: string }
  | AttributeKeyCapExceeded;

export interface AttributeInvalidKey {
  readonly kind: 'AttributeInvalidKey';
  readonly key: string;
}

export interface AttributeReservedKey {
  readonly kind: 'AttributeReservedKey';
  readonly key: string;
}

/** The tenant has as many keys as it may have, and this one is none of them. */
export interface AttributeKeyCapExceeded {
  readonly kind: 'AttributeKeyCapExceeded';
  readonly key: string;
  readonly max: number;
}

export interface DefinitionMissing {
  readonly kind: 'DefinitionMissing';
}

export interface AttributeKeyExists {
  readonly kind: 'AttributeKeyExists';
  readonly key: string;
}

/** Transactions cannot be searched by this key, or not yet. */
export interface AttributeNotIndexed {
  readonly kind: 'AttributeNotIndexed';
  readonly key: string;
  /** Its older transactions are being gone through right now. */
  readonly isBuilding: boolean;
}

export type DefineRefusal = AttributeInvalidKey | AttributeReservedKey | AttributeKeyExists | AttributeKeyCapExceeded;
