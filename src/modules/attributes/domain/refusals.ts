/** The refusals of attributes, in the order in which they are checked: form, existence, state. */

/** The reasons why a transaction's attributes are refused. */
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

/** The key is new, and the tenant has reached its maximum number of keys. */
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

/** Transactions cannot be searched by this key, or its index is not ready yet. */
export interface AttributeNotIndexed {
  readonly kind: 'AttributeNotIndexed';
  readonly key: string;
  /** `undeclared`: the tenant has no such key. `building`: older transactions are being indexed now. */
  readonly state: 'undeclared' | 'off' | 'building';
}

export type DefineRefusal = AttributeInvalidKey | AttributeReservedKey | AttributeKeyExists | AttributeKeyCapExceeded;
