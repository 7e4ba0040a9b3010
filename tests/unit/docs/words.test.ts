/** Everything that the documents name is described in sentences that add something to the name. */
import type { JsonSchema } from '../../../src/kernel/http/codecs';
import { contractOf } from '../../support/answers';
import { operationsOf } from '../../support/first-click';
import { responsesOf, type OpenApiDocument } from '../../support/refusals-page';

const { document, adminDocument } = contractOf();
const documents = [
  ['docs/openapi.json', document],
  ['docs/openapi-admin.json', adminDocument],
] as const;

/** Something that must be described, and its description. */
interface Named {
  readonly where: string;
  readonly name: string;
  readonly words: unknown;
}

type Described = Readonly<Record<string, unknown>>;

const schemasBelow = (schema: unknown): readonly JsonSchema[] => {
  if (Array.isArray(schema)) return schema.flatMap(schemasBelow);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema as JsonSchema;
  return [
    schema as JsonSchema,
    ...schemasBelow([...Object.values(properties as object), items, additionalProperties, anyOf, oneOf, allOf]),
  ];
};

/** The members of a schema at any depth, each with its own description or that of the component that it refers to. */
const membersOf = ({ components }: OpenApiDocument, where: string, schema: unknown): readonly Named[] =>
  schemasBelow(schema).flatMap(({ $ref, properties = {} }) =>
    // A description next to a reference describes the values that are possible here, not the member.
    $ref === undefined
      ? Object.entries(properties as Readonly<Record<string, Described>>).map(([name, its]) => ({
          where: `${where}.${name}`,
          name,
          words: its['description'] ?? wordsOfReference(components.schemas, its['$ref']),
        }))
      : [],
  );

const wordsOfReference = (schemas: Readonly<Record<string, JsonSchema>>, reference: unknown): unknown =>
  schemas[String(reference).split('/').at(-1) ?? '']?.['description'];

interface Webhook {
  readonly post: { readonly description: string; readonly parameters: readonly Described[] };
}

/** The requests that the service sends to the receivers of webhooks. */
const namedInWebhooks = (webhooks: Readonly<Record<string, Webhook>>): readonly Named[] =>
  Object.entries(webhooks).flatMap(([where, { post }]) => [
    { where, name: where, words: post.description },
    ...post.parameters.map(({ name, description: words }) => ({
      where: `${where} ${String(name)}`,
      name: String(name),
      words,
    })),
  ]);

const namedIn = (of: OpenApiDocument): readonly Named[] => [
  ...namedInWebhooks((of as unknown as { readonly webhooks?: Readonly<Record<string, Webhook>> }).webhooks ?? {}),
  ...operationsOf(of).flatMap(([operationId, , , operation]) => {
    const { parameters, requestBody } = operation;
    const described = operation as unknown as Described;
    return [
      { where: operationId, name: operationId, words: described['description'] },
      ...parameters.map(({ name, description: words }) => ({ where: `${operationId}?${name}`, name, words })),
      ...membersOf(of, `${operationId} body`, requestBody?.content['application/json'].schema),
      ...responsesOf(of, operation).flatMap(([status, response]) => [
        {
          where: `${operationId} ${status}`,
          name: String(status),
          words: (response as unknown as Described)['description'],
        },
        ...Object.values(response.content ?? {}).flatMap(({ schema }) =>
          membersOf(of, `${operationId} ${status}`, schema),
        ),
      ]),
    ];
  }),
  ...Object.entries(of.components.schemas).flatMap(([name, schema]) => [
    { where: name, name, words: schema['description'] },
    ...membersOf(of, name, schema),
  ]),
  ...Object.entries(of.components.headers).map(([name, header]) => ({
    where: `header ${name}`,
    name,
    words: (header as Described)['description'],
  })),
  ...Object.entries(of.components.examples).map(([name, { summary: words }]) => ({
    where: `example ${name}`,
    name,
    words,
  })),
  ...Object.entries(
    (of as unknown as { readonly components: { readonly securitySchemes: object } }).components.securitySchemes,
  ).map(([name, scheme]) => ({ where: `security ${name}`, name, words: (scheme as Described)['description'] })),
  ...(of as unknown as { readonly tags: readonly { readonly name: string; readonly description: unknown }[] }).tags.map(
    ({ name, description: words }) => ({ where: `tag ${name}`, name, words }),
  ),
];

const fillers = new Set(['a', 'an', 'the', 'of', 'this', 'its', 'it', 'is', 'in', 'for', 'and', 'which', 'that', 'no']);

/** The significant words of a text in the singular: those of `account_ids` and `The ids of the account` are equal. */
const sayingsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .map((word) => word.replace(/s$/, ''))
      .filter((word) => word !== '' && !fillers.has(word)),
  );

const isRepetition = ({ name, words }: Named): boolean => {
  const own = sayingsIn(name);
  return [...sayingsIn(String(words))].every((word) => own.has(word));
};

describe.each(documents)('%s', (_, of) => {
  const named = namedIn(of);

  test('describes every operation, parameter, field, header, answer and tag', () => {
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter(({ words }) => typeof words !== 'string' || words === '').map(({ where }) => where)).toEqual(
      [],
    );
  });

  test('adds something to each name', () => {
    expect(named.filter(isRepetition).map(({ where, words }) => [where, words])).toEqual([]);
  });

  test('uses sentences', () => {
    const isSentence = ({ words }: Named): boolean => /^[A-Z0-9`-].*\.$/s.test(String(words));
    expect(named.filter((one) => !isSentence(one)).map(({ where, words }) => [where, words])).toEqual([]);
  });

  test('describes each operation in one to five sentences', () => {
    for (const [operationId, , , operation] of operationsOf(of)) {
      const sentences = String((operation as unknown as Described)['description']).split(/[.!?](?:\s|$)/).length - 1;
      expect([operationId, sentences >= 1 && sentences <= 5]).toEqual([operationId, true]);
    }
  });

  test('has the tags of its operations, in their order', () => {
    const tags = (of as unknown as { readonly tags: readonly { readonly name: string }[] }).tags.map(
      ({ name }) => name,
    );
    const used = operationsOf(of).map(
      ([, , , operation]) => (operation as unknown as { readonly tags: readonly string[] }).tags[0],
    );
    expect([...new Set(used)]).toEqual(tags);
  });
});

describe('a description that repeats the name', () => {
  test.each([
    ['name', 'The name.', true],
    ['account_id', 'The id of the account.', true],
    ['listAccounts', 'List accounts.', true],
    ['account_id', 'The account whose balance would change.', false],
  ])('%s: %s', (name, words, expected) => {
    expect(isRepetition({ where: '', name, words })).toBe(expected);
  });
});
