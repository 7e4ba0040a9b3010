/** A page that shows wrong answers is detected. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { runPage } from '../../support/page-runner';
import { isLike, jsonValuesIn, showsJson } from '../../support/shown-answers';

const answers =
  '{"success":true,"data":{"text":"a \\"}{"}}{"success":true,"data":{"id":"7-9","list":[{"a":"1","b":"2"}]}}';

test('answers that follow each other without a line break are separated', () => {
  expect(jsonValuesIn(`before ${answers}\n[1]`)).toEqual([
    { success: true, data: { text: 'a "}{' } },
    { success: true, data: { id: '7-9', list: [{ a: '1', b: '2' }] } },
    [1],
  ]);
});

test.each<[shown: unknown, isShown: boolean]>([
  [{ id: '7-9' }, true],
  [{ id: '7-…', list: [{ b: '2' }] }, true],
  [{ success: true }, true],
  [{ data: { id: '7-9' } }, true],
  [{ id: '7' }, false],
  [{ id: '…8' }, false],
  [{ text: 'a "}{' }, false],
  [{ list: [] }, false],
  [{ list: [{ b: '2' }, { b: '2' }] }, false],
  [{ list: { 0: { b: '3' } } }, false],
  [{ missing: null }, false],
])('%j is part of the last answer: %s', (shown, isShown) => {
  expect(showsJson(shown, jsonValuesIn(answers))).toBe(isShown);
});

test.each<[shown: string, printed: string, isShown: boolean]>([
  ['a.b\n…\nd\n', '\na.b\r\nc\r\nd\r\n', true],
  ['a.b', 'axb', false],
  ['a', 'a\nb', false],
  ['a\n…', 'b\na\nc', false],
])('%j matches the printed %j: %s', (shown, printed, isShown) => {
  expect(isLike(shown, printed)).toBe(isShown);
});

describe('a page', () => {
  const repository = path.resolve(__dirname, '../../..');
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-shown-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const follow = (...blocks: readonly (readonly [info: string, text: string])[]) => {
    const file = path.join(folder, 'page.md');
    fs.writeFileSync(file, blocks.map(([info, text]) => `\`\`\`${info}\n${text}\n\`\`\`\n`).join('\n'));
    return runPage(path.relative(repository, file), { before: `answer() { printf '{"data":{"a":"%s"}}' "$1"; }` });
  };

  test('runs the blocks before it first, and may show a part of an answer without a line break', async () => {
    const ran = await follow(
      ['sh', 'answer 1; answer 2'],
      ['json', '{"a": "2"}'],
      ['sh refused', 'exit 3'],
      ['sh', 'echo so'],
    );
    expect(ran.map(({ stdout }) => stdout)).toEqual(['{"data":{"a":"1"}}{"data":{"a":"2"}}', '', 'so\n']);
  });

  test.each<[string, RegExp, (readonly [string, string])[]]>([
    [
      'another answer',
      /page\.md:5 shows\n\{"a": "1"\}/,
      [
        ['sh', 'answer 1; answer 2'],
        ['json', '{"a": "1"}'],
      ],
    ],
    [
      'a table with another row',
      /shows\na,b/,
      [
        ['sh', 'echo a,c'],
        ['csv', 'a,b'],
      ],
    ],
    ['a refusal that did not happen', /It was not refused/, [['sh refused', 'true']]],
  ])('that shows %s fails', async (_, said, blocks) => {
    await expect(follow(...blocks)).rejects.toThrow(said);
  });
});
