/** The rules of attributes for every write (specification, "Attributes on transactions"). */
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { comparable } from '../../../kernel/wording';
import type { AttributeInvalidKey, AttributeRefusal, AttributeReservedKey } from './refusals';

/** A transaction's own attributes as they are stored: a flat map, which never changes. */
export type AttributeMap = Readonly<Record<string, string>>;

export const maxAttributes = 20;
export const maxKeyLength = 64;
export const maxValueLength = 128;

export const keyPattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The fields of a transaction, which an attribute must not shadow. */
const reservedKeys: ReadonlySet<string> = new Set([
  'id',
  'ledger_id',
  'reference',
  'description',
  'effective_date',
  'date',
  'layer',
  'status',
  'total_amount',
  'entry_count',
  'entries',
  'created_at',
  'updated_at',
  'journal_id',
  'correlation_id',
  'correlation_type',
  'correlation_source_id',
  'idempotency_key',
  'metadata',
  'attributes',
  'transaction_code',
  'transaction_code_params',
  'transaction_code_version',
  'sequence',
  'posted_at',
  'batch_id',
  'reverses_transaction_id',
  'reversed_by_transaction_id',
  'reversed_amount',
  'reversal_ids',
  'override_limits',
  'releases_transaction_id',
  'settles_transaction_id',
  'extends_transaction_id',
  'hold',
  'expires_at',
  'void_reason',
  'amended_at',
  'failure',
]);

/** The rules of a tenant, in addition to the rules for the form of a map. */
export interface AdmissionRules {
  /** Whether only declared keys are allowed. */
  readonly isStrict: boolean;
  /** The keys that are declared. */
  readonly keys: ReadonlySet<string>;
  /** The declared keys that transactions can be searched by. */
  readonly indexedKeys: ReadonlySet<string>;
}

/** Checks the form of a map, which needs no rules of a tenant. */
export const judgeAttributes = (map: Readonly<Record<string, unknown>>): Outcome<AttributeRefusal, AttributeMap> => {
  const attributes = Object.entries(map);
  if (attributes.length > maxAttributes) return refuse({ kind: 'AttributeCountExceeded', max: maxAttributes });
  for (const [key, value] of attributes) {
    const judged = judgeKey(key);
    if (refused(judged)) return judged;
    if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed())
      return refuse({ kind: 'AttributeInvalidValue', key });
    if (lengthOf(value) > maxValueLength) return refuse({ kind: 'AttributeValueTooLong', key, max: maxValueLength });
  }
  return ok(map as AttributeMap);
};

/** Returns the length, in code points, of the text as sent or of its indexed form, whichever is longer: both must fit. */
const lengthOf = (value: string): number => Math.max([...value].length, [...comparable(value)].length);

export const judgeKey = (key: string): Outcome<AttributeInvalidKey | AttributeReservedKey, string> => {
  if (key.length > maxKeyLength || !keyPattern.test(key)) return refuse({ kind: 'AttributeInvalidKey', key });
  return reservedKeys.has(key) ? refuse({ kind: 'AttributeReservedKey', key }) : ok(key);
};

export interface Admission {
  readonly verdict: Outcome<AttributeRefusal, AttributeMap | null>;
  /** The new keys of the map. Writing the map declares them. */
  readonly newKeys: readonly string[];
}

/** Checks well-formed maps one after another. A new key of an earlier map counts as declared for the later ones, and towards `maxKeys`. */
export const judgeAdmissions = (
  shapes: readonly Admission['verdict'][],
  { isStrict, keys }: AdmissionRules,
  maxKeys: number,
): readonly Admission[] => {
  const added = new Set<string>();
  return shapes.map((shape): Admission => {
    if (refused(shape) || shape.right === null) return { verdict: shape, newKeys: [] };
    const newKeys = Object.keys(shape.right).filter((key) => !keys.has(key));
    const [first] = newKeys;
    if (first === undefined) return { verdict: shape, newKeys };
    if (isStrict) return { verdict: refuse({ kind: 'AttributeNotDeclared', key: first }), newKeys: [] };
    const adding = newKeys.filter((key) => !added.has(key));
    const room = maxKeys - keys.size - added.size;
    const beyond = adding[Math.max(room, 0)];
    if (beyond !== undefined)
      return { verdict: refuse({ kind: 'AttributeKeyCapExceeded', key: beyond, max: maxKeys }), newKeys: [] };
    for (const key of adding) added.add(key);
    return { verdict: shape, newKeys };
  });
};

/** Returns the attributes that the transaction can be searched by; null if there are none. */
export const indexedOf = (attributes: AttributeMap | null, indexedKeys: ReadonlySet<string>): AttributeMap | null => {
  if (attributes === null || indexedKeys.size === 0) return null;
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    indexedKeys.has(key) ? [[key, comparable(value)] as const] : [],
  );
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
};
