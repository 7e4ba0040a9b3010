/** Tests the tool that reads a report which the API sends as a file. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../src/asking';
import { readingTools } from '../src/reading';
import { maxAnswerCharacters } from '../src/tool';
import { HandClock } from '../../../tests/support/hand-clock';

let server: Server;
let answer: { readonly status: number; readonly text: string };
let asked: string | undefined;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    asked = url;
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const call = async (text: string, status = 200) => {
  answer = { status, text };
  const { port } = server.address() as AddressInfo;
  const api = createApi(`http://127.0.0.1:${port}`, 'sk_test', new HandClock());
  const told = await readingTools
    .find(({ name }) => name === 'general_ledger')
    ?.run(api, { from: '2026-01-01', code_prefix: 'BANK' });
  return JSON.parse(told?.content[0].text ?? '') as { data?: unknown; refused?: { code: string; message: string } };
};

const standing = '{"row":"known_at","head":{"sequence":4}}\n';

test('general_ledger returns the rows of the file', async () => {
  expect(await call(`{"row":"opening","balance":"1.00"}\n${standing}`)).toEqual({
    data: [
      { row: 'opening', balance: '1.00' },
      { row: 'known_at', head: { sequence: 4 } },
    ],
  });
  expect(asked).toBe('/api/v1/reports/general-ledger?format=jsonl&from=2026-01-01&code_prefix=BANK');
});

test.each([
  ['is too long', `{"text":"${'x'.repeat(maxAnswerCharacters)}"}\n${standing}`, 200, 'ANSWER_TOO_LARGE'],
  ['was cut off after a row', '{"row":"opening"}\n', 200, 'ANSWER_CUT_OFF'],
  ['was cut off within a row', '{"row":"opening"}\n{"row":"ent', 200, 'ANSWER_CUT_OFF'],
  ['is refused', '{"success":false,"code":"SEQUENCE_NOT_REACHED","message":"No."}', 422, 'SEQUENCE_NOT_REACHED'],
])('general_ledger returns a refusal if the report %s', async (_, text, status, code) => {
  expect((await call(text, status)).refused?.code).toBe(code);
});
