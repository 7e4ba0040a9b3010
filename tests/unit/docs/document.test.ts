/** docs/openapi.json and docs/reference/refusals.md equal the output of the routes, and every example in them is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLeft } from 'fp-ts/Either';
import { llmsText } from '../../../src/app/llms';
import { clientFiles } from '../../../clients/generator';
import { decodeCollecting, fieldErrors } from '../../../src/kernel/http/codecs';
import { contractOf, documentOf, endpointOf, judge, pathOf } from '../../support/answers';
import { answersDryRuns, operationsOf } from '../../support/first-click';
import { faultsIn } from '../../support/json-schema';
import { bodiesOf, mediaOf, refusalsPage, responsesOf } from '../../support/refusals-page';

const root = join(__dirname, '../../..');
const { routes, sessionRoutes, adminRoutes, document: openApi, adminDocument } = contractOf();

const operations = [...routes, ...sessionRoutes, ...adminRoutes].map((route) => {
  const operation = documentOf(route).paths[pathOf(route).replace(/:(\w+)/g, '{$1}')]?.[route.method];
  if (!operation) throw new Error(`${endpointOf(route)} is not documented`);
  return [endpointOf(route), route, operation] as const;
});

const maxTypesBytes = 16_777_216;

/** The types that openapi-typescript generates from a document. */
const typesOf = (document: string) => (): string => {
  const command = join(root, 'node_modules/openapi-typescript/bin/cli.js');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [command, join(root, document), '--default-non-nullable=false'],
    {
      encoding: 'utf8',
      maxBuffer: maxTypesBytes,
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

describe('a generated page', () => {
  test.each<readonly [string, () => string]>([
    ['docs/openapi.json', () => `${JSON.stringify(openApi, null, 2)}\n`],
    ['docs/openapi-admin.json', () => `${JSON.stringify(adminDocument, null, 2)}\n`],
    ['docs/llms.txt', () => llmsText(openApi)],
    ['docs/reference/refusals.md', () => refusalsPage(openApi, adminDocument)],
    // The next files are generated from docs/openapi.json and docs/openapi-admin.json, so they come after those two in this list.
    ['clients/typescript/schema.ts', typesOf('docs/openapi.json')],
    ['clients/typescript/admin-schema.ts', typesOf('docs/openapi-admin.json')],
    ...Object.entries(clientFiles).map(([file, textOf]) => [file, () => textOf(openApi, adminDocument)] as const),
  ])('%s equals the output of the routes', (name, generate) => {
    const file = join(root, name);
    const text = generate();
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, text);
    // Compares only whether the texts are equal, because the printed difference of two long texts would be unreadable.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
      throw new Error(`${name} is not what the routes say. Write it anew: make docs`);
  });
});

describe('the document', () => {
  test('names every operation once', () => {
    for (const document of [openApi, adminDocument]) {
      const ids = operationsOf(document).map(([operationId]) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test.each(operations)('%s has an example request that its codec accepts', (_, route, { requestBody }) => {
    const { spec } = route;
    if (!spec.body) return expect(requestBody).toBeUndefined();
    const { schema, example } = requestBody?.content['application/json'] ?? {};
    const { outcome, ignored } = decodeCollecting(spec.body, example);
    expect(isLeft(outcome) ? fieldErrors(outcome.left) : []).toEqual([]);
    expect([...ignored]).toEqual([]);
    expect(faultsIn(documentOf(route), schema ?? {}, example)).toEqual([]);
  });

  test.each(operations)('%s has a valid example of every answer', (_, route, operation) => {
    const document = documentOf(route);
    for (const [status, { content }] of responsesOf(document, operation)) {
      if (!content) {
        expect(status).toBe(204);
        continue;
      }
      const { schema } = mediaOf(content);
      const bodies = bodiesOf(document, mediaOf(content));
      expect(bodies.length).toBeGreaterThan(0);
      for (const body of bodies) {
        const asked = status === 200 && answersDryRuns(operation) ? '?dry_run=true' : '';
        const url = `http://ledger.example${pathOf(route).replace(/:\w+/g, 'x')}${asked}`;
        const judged = judge({ method: route.method.toUpperCase(), url, status, body });
        expect([status, judged?.faults]).toEqual([status, []]);
        expect([status, faultsIn(document, schema, body)]).toEqual([status, []]);
        expect(JSON.stringify(body)).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  });
});
