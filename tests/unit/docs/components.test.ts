/** The shared components of the document, and the names that client generators derive from them. */
import { contractOf } from '../../support/answers';
import { operationsOf } from '../../support/first-click';
import { responsesOf, type Operation } from '../../support/refusals-page';

const { document, adminDocument } = contractOf();
const operations = operationsOf(document).map(([operationId, , , operation]) => [operationId, operation] as const);
const operationOf = (name: string): Operation => {
  const found = operations.find(([operationId]) => operationId === name);
  if (!found) throw new Error(`no operation is called ${name}`);
  return found[1];
};

const headersOf = (operationId: string, status: number): readonly string[] =>
  responsesOf(document, operationOf(operationId))
    .filter(([one]) => one === status)
    .flatMap(([, { headers }]) => Object.keys(headers));

const requestHeadersOf = (operationId: string): readonly string[] =>
  operationOf(operationId)
    .parameters.filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name);

describe('a name in the document', () => {
  const names = [document, adminDocument].flatMap((one) => operationsOf(one).map(([operationId]) => operationId));

  test.each(names)('%s is a verb and its object', (operationId) => {
    expect(operationId).toMatch(
      /^(read|list|accept|create|change|amend|close|delete|add|remove|reverse|void|lock|settle|release|extend|validate|deprecate|convert|transfer|rotate|test|redeliver|export|preview|import|set|invite|revoke|advance)[A-Z]\w+$/,
    );
  });

  test('is not a built-in type of a language', () => {
    const taken = ['String', 'Void', 'Object', 'Number', 'Boolean', 'Date', 'Error', 'List', 'Map', 'Set', 'Type'];
    expect(
      Object.keys({ ...document.components.schemas, ...adminDocument.components.schemas }).filter((name) =>
        taken.includes(name),
      ),
    ).toEqual([]);
  });

  test('exists wherever it is referred to', () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(([all]) => all));
    expect(references.size).toBeGreaterThan(100);
    const components = document.components as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    for (const [, kind = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g))
      expect([kind, name, components[kind]?.[name] !== undefined]).toEqual([kind, name, true]);
  });
});

describe('a limit in the document', () => {
  test('is a real one: no list may have the greatest safe number of items', () => {
    expect(JSON.stringify(document)).not.toContain(`"maxItems":${Number.MAX_SAFE_INTEGER}`);
  });
});

describe('the headers of a request', () => {
  test.each([
    ['createTransaction', ['Idempotency-Key', 'Prefer']],
    ['createTransactions', ['Idempotency-Key', 'Prefer']],
    ['reverseTransaction', ['Idempotency-Key']],
    ['createJournal', ['Prefer']],
    ['convertInString', ['Idempotency-Key']],
    ['listTransactions', ['Prefer', 'X-Ledger-Sequence']],
    ['readLedger', []],
    ['listEvents', ['Prefer', 'Last-Event-ID']],
  ])('for %s are %j', (operationId, names) => {
    expect(requestHeadersOf(operationId)).toEqual(names);
  });

  test('describe eventual reads only where a replica may answer', () => {
    const eventual = operations
      .filter(([, { parameters }]) => parameters.some(({ description = '' }) => description.includes('eventual')))
      .map(([operationId]) => operationId);
    expect(eventual).toHaveLength(23);
    for (const operationId of eventual) expect(operationId).toMatch(/^(list|read)/);
  });

  test('describe waiting only where a request may wait', () => {
    const waiting = operations
      .filter(([, { parameters }]) => parameters.some(({ description = '' }) => description.includes('wait=N')))
      .map(([operationId]) => operationId);
    expect(waiting).toEqual(['createTransaction', 'createTransactions', 'listEvents']);
  });
});

describe('the headers of an answer', () => {
  const budget = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

  test.each<[operationId: string, status: number, names: readonly string[]]>([
    ['listTransactionCodes', 200, budget],
    ['listJournals', 200, [...budget, 'Preference-Applied', 'X-Ledger-Sequence']],
    ['readJournal', 404, [...budget, 'Preference-Applied', 'X-Ledger-Sequence']],
    ['createJournal', 201, [...budget, 'Location', 'X-Ignored-Fields']],
    [
      'createTransaction',
      202,
      [...budget, 'Location', 'Idempotency-Replayed', 'X-Ignored-Fields', 'Preference-Applied', 'X-Ledger-Sequence'],
    ],
    ['listEvents', 200, [...budget, 'Vary', 'Ledger-Log-Epoch', 'X-Accel-Buffering']],
    ['readBalanceSheet', 200, [...budget, 'Vary', 'Content-Disposition', 'Preference-Applied', 'X-Ledger-Sequence']],
    ['readBalanceSheet', 422, [...budget, 'Preference-Applied', 'X-Ledger-Sequence']],
    ['listEvents', 429, [...budget, 'Retry-After']],
    ['readLedger', 401, ['X-Request-Id', 'WWW-Authenticate']],
    ['readLedger', 429, [...budget, 'Retry-After']],
    ['readLedger', 503, [...budget, 'Retry-After', 'X-Ignored-Fields']],
  ])('for %s %i are declared', (operationId, status, names) => {
    expect(headersOf(operationId, status)).toEqual(names);
  });

  test('that are shared components are used', () => {
    for (const { components, paths } of [document, adminDocument]) {
      const text = JSON.stringify([paths, components.responses]);
      for (const kind of ['headers', 'responses'] as const)
        for (const name of Object.keys(components[kind]))
          expect([name, text.includes(`"#/components/${kind}/${name}"`)]).toEqual([name, true]);
    }
  });
});
