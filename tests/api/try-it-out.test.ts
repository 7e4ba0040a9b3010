/** "Try it out" in /docs: every operation of the document is sent as its examples have it, and succeeds. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { apiPath } from '../../src/app/server';
import { recordedAs } from '../../src/kernel/http/openapi-examples';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { contractOf } from '../support/answers';
import { client, type Answer, type Client } from '../support/client';
import { runHere } from '../support/command-line';
import { openDemo } from '../support/demo';
import { answersDryRuns, firstClick, operationsOf, successOf } from '../support/first-click';
import { standingAt } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { recordable, recordableText, recordedInstant } from '../support/recorded';
import type { OpenApiDocument, Operation } from '../support/refusals-page';
import { install, type Installed, type Service } from '../support/service-process';

/** With a key: nobody signs in with an example. */
const all = operationsOf(contractOf().document)
  .filter(([, , at]) => at.startsWith(apiPath))
  .map(([operationId, method, at]) => [operationId, method, at] as const);

const click = (
  api: Client,
  document: OpenApiDocument,
  method: string,
  at: string,
  isDryRun = false,
): Promise<Answer> => {
  const { path: filled, headers, body } = firstClick(at, method, operationIn(document, method, at));
  const below = filled.slice(apiPath.length).replace('dry_run=false', `dry_run=${isDryRun}`);
  return body === undefined
    ? api.send(method, below, undefined, headers)
    : api.send(method, below, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json' });
};

const operationIn = ({ paths }: OpenApiDocument, method: string, at: string): Operation =>
  paths[at]?.[method.toLowerCase()] as Operation;

describe('on books that nobody touched', () => {
  const file = path.join(__dirname, '../../src/app/recorded-answers.json');
  const isRecording = process.env['UPDATE_DOCS'] === '1';
  const answers: Record<string, unknown> = {};
  let recorded: Readonly<Record<string, unknown>>;
  let ledger: TestLedger;

  beforeAll(async () => {
    // Time stands still, so that "today" is the same day in every run.
    const clock = standingAt(recordedInstant);
    ledger = await startLedger([replace(CLOCK, [], () => clock)]);
    recorded = JSON.parse(fs.readFileSync(file, 'utf8')) as typeof recorded;
  });

  afterAll(async () => {
    await ledger.close();
    if (isRecording) fs.writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  });

  test.each(all)('%s succeeds with the first click, and answers what the document shows', async (id, method, at) => {
    const { api, known, document } = await openDemo(ledger, id);
    const operation = operationIn(document, method, at);
    const shown = async (answer: Answer): Promise<void> => {
      const place = recordedAs(operation, answer.status);
      const record = typeof answer.body === 'string' ? recordableText : recordable;
      answers[place] = record(answer.body, known, place);
      if (!isRecording) expect(answers[place]).toEqual(recorded[place]);
    };
    const hasDryRun = answersDryRuns(operation);
    if (hasDryRun) await shown(await click(api, document, method, at, true));
    const answer = await click(api, document, method, at);
    expect([answer.status, answer.body.code]).toEqual([successOf(operation), undefined]);
    await shown(answer);
    if (hasDryRun) return;
    const replayed = successOf(operation, true);
    if (replayed === undefined) return;
    const again = await click(api, document, method, at);
    expect(again.status).toBe(replayed);
    await shown(again);
  });

  test('nothing is shown that no operation answers', () => {
    expect(Object.keys(isRecording ? answers : recorded).sort()).toEqual(Object.keys(answers).sort());
  });
});

describe('on a service that was just started for the first time', () => {
  let home: Installed;
  let service: Service;
  let api: Client;
  let document: OpenApiDocument;

  beforeAll(async () => {
    home = install();
    service = await home.serve();
    const { keys } = JSON.parse(fs.readFileSync(path.join(home.dataDirectory, 'demo-keys.json'), 'utf8')) as {
      keys: Readonly<Record<string, string>>;
    };
    const run = async (...args: readonly string[]) =>
      JSON.parse((await runHere([...args, '--json'], { LEDGER_DATA_DIR: home.dataDirectory })).stdout);
    // A person clicks slower than a test does. The service remembers the budget of the demo's key for a moment, but no key that is new.
    const { key, prefix } = await run('keys', 'rotate', '--key', keys['USD-MAIN']?.split('_')[1] ?? '');
    await run('keys', 'change', '--key', prefix, '--rate-limit', '1000');
    api = client(service.url, key);
    document = (await api.get('//openapi.json')).body as OpenApiDocument;
  });

  afterAll(() => home.remove());

  test.each(all)('%s succeeds after all that stand before it', async (_, method, at) => {
    const answer = await click(api, document, method, at);
    expect([answer.status, answer.body.code]).toEqual([successOf(operationIn(document, method, at)), undefined]);
  });
});
