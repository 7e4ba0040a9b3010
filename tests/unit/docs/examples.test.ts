/** The examples of the document are true, and a reader can send them unchanged. */
import { contractOf } from '../../support/answers';
import { operationsOf } from '../../support/first-click';
import { bodiesOf, mediaOf, responsesOf } from '../../support/refusals-page';

const { document, adminDocument } = contractOf();
const documented = [document, adminDocument].flatMap((of) =>
  operationsOf(of).map(([operationId, , , operation]) => [operationId, operation, of] as const),
);
const operations = documented.map(([operationId, operation]) => [operationId, operation] as const);

/** Every object in an example, at any depth. */
const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Readonly<Record<string, unknown>>, ...inner];
};

const successes = documented.flatMap(([operationId, operation, of]) =>
  responsesOf(of, operation)
    .filter(([status, { content }]) => status < 300 && content)
    .map(([status, { content }]) => [`${operationId} ${status}`, mediaOf(content).example] as const),
);

const messageOf = (code: string): readonly string[] =>
  Object.values(document.components.examples)
    .filter(({ value }) => value.code === code)
    .map(({ value }) => value.message);

describe('the example of a request', () => {
  test.each(operations)('%s gives every required parameter, and no optional one', (_, { parameters }) => {
    for (const { name, required, example } of parameters)
      // Swagger UI invents members for an object without an example; an empty example sends nothing.
      expect([name, required ? typeof example : (example ?? {})]).toEqual([name, required ? 'string' : {}]);
  });
});

describe('the example of a success', () => {
  test.each(successes)('%s exists, and has no message of a refusal', (_, example) => {
    const refusals = new Set(Object.values(document.components.examples).map(({ value }) => value.message));
    // An example in a format other than JSON is the text of a whole file.
    if (typeof example === 'string') return expect(example.length).toBeGreaterThan(0);
    expect(example).toMatchObject({ success: true });
    for (const { message } of objectsIn(example)) expect(refusals.has(message as string)).toBe(false);
  });

  test.each(successes)('%s has the right number of entries, days at midnight and a matching status', (_, example) => {
    for (const { entry_count: count, entries, effective_date: day, status, posted_at: postedAt } of objectsIn(
      example,
    )) {
      if (Array.isArray(entries) && count !== undefined) {
        expect(entries).toHaveLength(count as number);
        expect(day).toMatch(/T00:00:00\.000Z$/);
        expect(postedAt === null).toBe(status === 'pending');
      }
    }
  });
});

describe('the example of a refusal', () => {
  test.each([
    ['ACCOUNT_DEPTH_EXCEEDED', 'at most 64 levels deep'],
    ['ACCOUNT_SET_DEPTH_EXCEEDED', 'at most 16 levels deep'],
    ['ATTRIBUTE_KEY_CAP_EXCEEDED', 'a tenant may have 200'],
    ['ATTRIBUTE_VALUE_TOO_LONG', 'at most 128 characters'],
    ['ATTRIBUTE_COUNT_EXCEEDED', 'at most 20 attributes'],
    ['PAYLOAD_TOO_LARGE', 'at most 1048576 bytes'],
  ])('%s names the limit in force: %s', (code, limit) => {
    expect(messageOf(code)).toEqual([expect.stringContaining(limit)]);
  });

  test('reports errors only of fields that its endpoint has', () => {
    const complaintsOf = (operationId: string, status: number): readonly unknown[] =>
      operations
        .filter(([id]) => id === operationId)
        .flatMap(([, operation]) => responsesOf(document, operation))
        .filter(([one]) => one === status)
        .flatMap(([, { content }]) => bodiesOf(document, mediaOf(content)))
        .filter((body) => (body as { code: string }).code === 'VALIDATION_ERROR')
        .map((body) => Object.keys((body as { errors: object }).errors));
    expect(complaintsOf('createJournal', 422)).toEqual([['code', 'name']]);
    expect(complaintsOf('createJournal', 400)).toEqual([]);
    expect(complaintsOf('rotateWebhookSecret', 422)).toEqual([['grace_seconds']]);
    expect(complaintsOf('listJournals', 422)).toEqual([['limit']]);
    expect(complaintsOf('addAccountSetMember', 422)).toEqual([['member_id']]);
    expect(complaintsOf('readAccountBalance', 422)).toEqual([['as_of_date', 'layer', 'known_at_sequence']]);
  });
});
