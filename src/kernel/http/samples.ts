/** Values for the examples of the document: made from a schema, and from the name under which it stands. */

export type Schema = Readonly<Record<string, unknown>>;

export const sampleId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd';
const sampleDay = '2026-01-15';
const sampleInstant = '2026-01-15T10:00:00.000Z';

/** What a text says, by the name of its field. */
const texts: Readonly<Record<string, string>> = {
  ...{ code: 'CASH', account_code: 'CASH', target_account_code: 'CASH', parent_code: 'ASSETS', account: 'CASH' },
  ...{ name: 'Cash at hand', account_name: 'Cash at hand', label: 'Region of the sale', key: 'sales_region' },
  ...{ account_set_code: 'LIQUID', account_set_name: 'Liquid funds', string_code: 'EUROPE' },
  ...{ ledger_code: 'USD-MAIN', source_ledger_code: 'USD-MAIN', target_ledger_code: 'EUR-MAIN' },
  ...{ reference: 'INV-2026-001', description: 'Cash sale', reason: 'Booked twice', void_reason: 'Booked twice' },
  ...{ release_reason: 'Audit reopened', idempotency_key: 'sale-2026-001', correlation_id: 'order-7' },
  ...{ correlation_type: 'payment', currency: 'USD', amount: '10.50', rate: '0.92', search: 'cash' },
  ...{ transaction_code: 'CARD_PAYMENT', layer: 'settled', type: 'debit', actor: '7f3k9q2m5x1b' },
  ...{
    expression: 'params.amount > 0',
    message: 'The amount must be positive',
    cursor: 'Zk1…',
    hash: '9f86d081884c7d65',
  },
};

const amounts =
  /^(balance|balance_after|total_amount|debits|credits|available|settled|pending|overdue|future|min_balance|max_balance)$/;

/** Fields of which an example shows null: they belong to another state than the one it shows. */
const usuallyNull = new Set([
  ...['failure', 'void_reason', 'reverses_transaction_id', 'reversed_by_transaction_id', 'batch_id', 'released_at'],
  ...['release_reason', 'correlation_type', 'correlation_source_id', 'transaction_code', 'transaction_code_version'],
  ...[
    'account_id',
    'code',
    'message',
    'errors',
    'max_balance',
    'min_balance',
    'target_account_code',
    'sequence',
    'posted_at',
  ],
]);

/** A value that fits; `componentOf` finds what a reference points at. */
export const sampleOf = (schema: Schema, componentOf: (reference: string) => Schema, name = '', depth = 0): unknown => {
  const inner = (member: unknown, memberName = name): unknown =>
    sampleOf(member as Schema, componentOf, memberName, depth + 1);
  const {
    $ref,
    anyOf,
    example,
    examples,
    const: only,
    enum: values,
    format,
    type,
    items,
    properties,
  } = schema as {
    $ref?: string;
    anyOf?: readonly Schema[];
    examples?: readonly unknown[];
    enum?: readonly unknown[];
    items?: Schema;
    properties?: Readonly<Record<string, Schema>>;
  } & Schema;
  if (only !== undefined) return only;
  if (example !== undefined) return example;
  if (examples) return examples[0];
  // A shape that holds itself ends somewhere.
  if ($ref !== undefined) return inner(componentOf($ref));
  if (anyOf) {
    const isNullable = anyOf.some((one) => one['type'] === 'null');
    return isNullable && usuallyNull.has(name) ? null : inner(anyOf[0]);
  }
  if (values) return values.includes('posted') && name === 'status' ? 'pending' : values[0];
  if (format === 'uuid') return sampleId;
  if (format === 'date') return sampleDay;
  if (format === 'date-time') return sampleInstant;
  switch (type) {
    case 'boolean':
      return !/^(is_system|replayed|atomic|strict_mode|enforce_balance_limits|indexed|searchable)$/.test(name);
    case 'integer':
      return integerOf(schema, name);
    case 'array':
      return depth > maxDepth ? [] : [inner(items), ...(schema['minItems'] === 2 ? [inner(items)] : [])];
    case 'object':
      return properties
        ? Object.fromEntries(Object.entries(properties).map(([member, one]) => [member, inner(one, member)]))
        : (objects[name] ?? {});
    default:
      return textOf(schema, name);
  }
};

const maxDepth = 6;

const integerOf = ({ minimum, maximum }: Schema, name: string): number => {
  if (name === 'storage_decimals' || name === 'display_decimals') return 2;
  if (name === 'limit') return 25;
  const wanted = /count|sequence/.test(name) ? 2 : Number(minimum ?? 0);
  return Math.min(wanted, Number(maximum ?? wanted));
};

const objects: Readonly<Record<string, unknown>> = {
  metadata: { invoice: 'INV-2026-001' },
  attributes: { sales_region: 'north' },
  params: { amount: '100.00', order: 'A-17' },
  transaction_code_params: { amount: '100.00', order: 'A-17' },
};

const textOf = ({ maxLength, pattern }: Schema, name: string): string => {
  const text = amounts.test(name) ? '10.50' : (texts[name] ?? 'text');
  const shortened = text.slice(0, Number(maxLength ?? text.length));
  return typeof pattern === 'string' && !new RegExp(pattern).test(shortened)
    ? shortened.replace(/\W/g, '-')
    : shortened;
};
