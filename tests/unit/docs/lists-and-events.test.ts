/** Every list has the same form of answer; every event and every background loop has the same name wherever it is shown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes as typesOfConsole } from '../../../packages/console/src/web/pages/events/subject';
import type { JsonSchema } from '../../../src/kernel/http/codecs';
import { eventNames } from '../../../src/modules/ledgering';
import { contractOf, documentOf, endpointOf, pathOf } from '../../support/answers';
import { mediaOf, responsesOf } from '../../support/refusals-page';

const { routes, sessionRoutes, adminRoutes, document } = contractOf();

const readers = [...routes, ...sessionRoutes, ...adminRoutes].filter(({ method }) => method === 'get');

/** The schemas of a route's JSON answers. */
const answersOf = (route: (typeof readers)[number]): readonly Record<string, JsonSchema>[] => {
  const own = documentOf(route);
  const operation = own.paths[pathOf(route).replace(/:(\w+)/g, '{$1}')]?.['get'];
  if (!operation) throw new Error(`${endpointOf(route)} is not documented`);
  const resolved = ({ $ref, ...schema }: JsonSchema): JsonSchema =>
    typeof $ref === 'string'
      ? resolved((own.components.schemas as Record<string, JsonSchema>)[$ref.split('/').at(-1) ?? ''] ?? {})
      : schema;
  return responsesOf(own, operation)
    .filter(([status, { content }]) => status < 300 && content?.['application/json'])
    .flatMap(([, { content = {} }]) => {
      const schema = resolved(mediaOf(content).schema);
      return ((schema['oneOf'] ?? [schema]) as readonly JsonSchema[]).map(resolved);
    })
    .map(({ properties = {} }) =>
      Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, one]) => [name, resolved(one)]),
      ),
    );
};

const isArray = ({ data }: Record<string, JsonSchema>): boolean => data?.['type'] === 'array';

/** The specification has one list without pages: the tree of accounts. */
const whole = (route: (typeof readers)[number]): number => (route.spec.unpaged ? 1 : 0);

describe.each(readers.map((route) => [endpointOf(route), route] as const))('%s', (_, route) => {
  const answers = answersOf(route);

  test('answers with an array exactly if it is a list', () => {
    const isList = Boolean(route.spec.list);
    expect(answers.filter(isArray)).toHaveLength(isList ? 1 + whole(route) : 0);
    if (route.spec.operationId.startsWith('list')) expect(isList).toBe(true);
  });

  test('refuses no parameter of the query with 400', () => {
    expect(Object.values(route.spec.refusals).filter(({ status }) => status === 400)).toEqual([]);
  });

  test('has the pagination next to an array', () => {
    const paged = answers
      .filter(isArray)
      .filter(({ meta }) => 'pagination' in ((meta?.['properties'] ?? {}) as object));
    expect(paged).toHaveLength(answers.filter(isArray).length - whole(route));
  });
});

describe('the types of events', () => {
  const schemas = document.components.schemas as Readonly<Record<string, JsonSchema>>;
  const typeOf = (name: string, member: string): unknown =>
    (schemas[name]?.['properties'] as Record<string, JsonSchema>)[member];

  test('are one list in the document, which the activity, the feed and webhooks refer to', () => {
    expect(schemas['EventType']).toMatchObject({ enum: eventNames });
    for (const type of [typeOf('LedgerEvent', 'type'), typeOf('Activity', 'type'), typeOf('WebhookDelivery', 'type')])
      expect(JSON.stringify(type)).toContain('"#/components/schemas/EventType"');
    for (const name of ['WebhookEndpoint', 'NewWebhookEndpoint', 'WebhookEndpointChange'])
      expect(JSON.stringify(typeOf(name, 'types'))).toContain('"#/components/schemas/EventType"');
    const text = JSON.stringify(document);
    expect(text.split(JSON.stringify(eventNames))).toHaveLength(2);
    for (const name of eventNames) expect(text).not.toContain(`"${name.replace('.', '_')}"`);
  });

  test('are those of the webhooks in the document', () => {
    expect(Object.keys((document as unknown as { webhooks: object }).webhooks)).toEqual(eventNames);
  });

  test('are those of the console', () => expect(typesOfConsole).toEqual(eventNames));

  test('are all explained in docs/use/events.md', () => {
    const page = readFileSync(join(__dirname, '../../../docs/use/events.md'), 'utf8');
    expect(eventNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

test('every background loop is named in docs/architecture.md', () => {
  const read = (path: string): string => readFileSync(join(__dirname, '../../..', path), 'utf8');
  const declared = /type LoopName =([^;]*);/.exec(read('src/kernel/running/background.ts'))?.[1] ?? '';
  const loops = [...declared.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  expect(loops.length).toBeGreaterThan(10);
  const page = read('docs/architecture.md');
  expect(loops.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
