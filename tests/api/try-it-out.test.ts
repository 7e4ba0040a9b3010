/**
 * "Try it out" in /docs: every operation of the document is sent with its example values and succeeds, on unused books, and on books to
 * which all earlier operations of the document have been applied.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { recordedAs } from '../../src/kernel/http/openapi-examples';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import type { Answer } from '../support/client';
import { openDemo, type TestDemo } from '../support/demo';
import { answersDryRuns, click, keyedOperations, operationIn, successOf } from '../support/first-click';
import { standingAt } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { recordable, recordableText, recordedInstant } from '../support/recorded';
import { rowsOfToday } from '../support/rows-of-today';

/** The operation whose answer is recorded at this place, such as `readTransaction 200`. */
const operationOf = (place: string): string => place.split(' ')[0] ?? '';

describe('on books that nobody touched', () => {
  const file = path.join(__dirname, '../../docs/recorded/answers.json');
  const isRecording = process.env['UPDATE_DOCS'] === '1';
  const answers: Record<string, unknown> = {};
  let recorded: Readonly<Record<string, unknown>>;
  let ledger: TestLedger;

  beforeAll(async () => {
    // The clock does not move, so "today" is the same day in every run.
    const clock = standingAt(recordedInstant);
    ledger = await startLedger([replace(CLOCK, [], () => clock)]);
    recorded = JSON.parse(fs.readFileSync(file, 'utf8')) as typeof recorded;
  });

  afterAll(async () => {
    await ledger.close();
    if (isRecording) fs.writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  });

  // Each operation has demo books of its own, so a run takes a third of them, and all when the answers are recorded.
  test.each(isRecording ? keyedOperations : rowsOfToday(keyedOperations))(
    '%s succeeds with the first click, and answers what the document shows',
    async (id, method, at) => {
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
    },
  );

  test('every recorded answer belongs to an operation', () => {
    const operations = new Set(keyedOperations.map(([id]) => id));
    expect(Object.keys(recorded).filter((place) => !operations.has(operationOf(place)))).toEqual([]);
    if (isRecording) return;
    // The tests above compared each answer of this run with the recorded one. Nothing else may be recorded for the operations of this run.
    const ran = new Set(rowsOfToday(keyedOperations).map(([id]) => id));
    expect(
      Object.keys(recorded)
        .filter((place) => ran.has(operationOf(place)))
        .sort(),
    ).toEqual(Object.keys(answers).sort());
  });
});

describe('on the same books, one after the other', () => {
  let ledger: TestLedger;
  let demo: TestDemo;

  beforeAll(async () => {
    ledger = await startLedger();
    demo = await openDemo(ledger, 'all-of-them');
  });

  afterAll(() => ledger.close());

  test.each(keyedOperations)('%s succeeds after all operations before it', async (_, method, at) => {
    const answer = await click(demo.api, demo.document, method, at);
    expect([answer.status, answer.body.code]).toEqual([successOf(operationIn(demo.document, method, at)), undefined]);
  });
});
