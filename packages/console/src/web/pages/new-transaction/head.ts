/** The fields of a transaction other than its entries: date, description, layer, journal, and relations to other transactions. */
import type { Schemas } from '../../api/schemas';
import { layerNames, type LayerName } from '../../parts/layers';

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** The fields as they were typed. */
export interface Head {
  readonly description: string;
  readonly day: string;
  readonly layer: LayerName;
  /** The expiry in the person's time zone, in the form of a date-and-time field. */
  readonly expires: string;
  /** The id of the journal; empty for the ledger's default journal. */
  readonly journalId: string;
  readonly reference: string;
  readonly correlationId: string;
  readonly correlationType: string;
  readonly correlationSourceId: string;
  readonly attributes: readonly Pair[];
  /** The metadata in JSON, as typed. */
  readonly metadata: string;
}

export const emptyHead = (day: string): Head => ({
  description: '',
  day,
  layer: 'settled',
  expires: '',
  journalId: '',
  reference: '',
  correlationId: '',
  correlationType: '',
  correlationSourceId: '',
  attributes: [],
  metadata: '',
});

export const layerFrom = (text: string): LayerName => layerNames.find((one) => one === text) ?? 'settled';

type HeadBody = Omit<Schemas['NewTransaction'], 'entries' | 'idempotency_key'>;

/** Returns the members of the request body that these fields set. Empty fields are left out. */
export const headBody = (head: Head): HeadBody => {
  const attributes = attributesOf(head.attributes);
  const metadata = metadataOf(head.metadata);
  return {
    effective_date: head.day,
    description: head.description.trim(),
    ...(head.layer === 'settled' ? {} : { layer: head.layer }),
    ...(head.layer === 'settled' || head.expires === '' ? {} : { expires_at: new Date(head.expires).toISOString() }),
    ...(head.journalId === '' ? {} : { journal_id: head.journalId }),
    ...named('reference', head.reference),
    ...named('correlation_id', head.correlationId),
    ...named('correlation_type', head.correlationType),
    ...named('correlation_source_id', head.correlationSourceId),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(metadata === undefined ? {} : { metadata }),
  };
};

const named = (name: string, text: string): Record<string, string> =>
  text.trim() === '' ? {} : { [name]: text.trim() };

const attributesOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value.trim()] as const])),
  );

const metadataOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The name of the field for the key of a pair. The API has no such field, because it gets the attributes as an object. */
export const pairField = (index: number): string => `attribute_pairs.${index}`;

/** Returns the mistake of each pair, by its index. An empty pair has none, and is not sent. */
export const pairComplaints = (pairs: readonly Pair[]): ReadonlyMap<number, string> => {
  const names = pairs.map(({ name }) => name.trim());
  return new Map(
    pairs.flatMap(({ value }, index): readonly (readonly [number, string])[] => {
      const name = names[index] ?? '';
      if (name === '') return value.trim() === '' ? [] : [[index, 'Enter a key for this value.']];
      const first = names.indexOf(name);
      return first === index
        ? []
        : [
            [
              index,
              `Key ${first + 1} is ${name} too. Give each key once: a transaction has one value for it.`,
            ] as const,
          ];
    }),
  );
};

/** Returns the mistakes that can be found without a request, by the API's names of the fields. */
export const headErrors = (head: Head): Readonly<Record<string, readonly string[]>> => ({
  ...(head.description.trim() === '' ? { description: ['Enter a description.'] } : {}),
  ...(head.day === '' ? { effective_date: ['Enter a date.'] } : {}),
  ...(head.metadata.trim() !== '' && metadataOf(head.metadata) === undefined
    ? { metadata: ['This is not a JSON object, such as {"invoice": "A-17"}.'] }
    : {}),
  ...Object.fromEntries(
    [...pairComplaints(head.attributes)].map(([index, complaint]) => [pairField(index), [complaint]]),
  ),
});

/** The fields that show their own errors, so that the form does not repeat them. */
export const headFields = [
  'description',
  'effective_date',
  'layer',
  'expires_at',
  'journal_id',
  'reference',
  'correlation_id',
  'correlation_type',
  'correlation_source_id',
  'metadata',
];
