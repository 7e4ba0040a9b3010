/** A person imports a file at the console: it is read, tried and posted, and recognised when it is sent again. */
import { newId } from '../../src/kernel/ids';
import { HandClock } from '../support/hand-clock';
import { importText } from '../support/importing';
import { ledgerOfFile } from '../support/ledger-of-file';
import { startLedger, type TestBooks } from '../support/ledger';
import { ask, join, type Person } from '../support/people';
import { dataOf, expectRefusal, type Fields } from '../support/requests';
import { settledOf } from '../support/strings';

const ledger = ledgerOfFile();
let books: TestBooks;
let person: Person;
beforeAll(async () => {
  person = await join(ledger, { role: 'bookkeeper' });
});
beforeEach(async () => {
  books = await ledger.newLedger();
});

const statement = 'Date,Text,Amount,Balance\n2026-01-05,Rent,-1250.00,750.00\n2026-01-06,Salary,2500.00,3250.00\n';
const csv = {
  ...{ date: { column: 'Date' }, description: 'Text', amount: 'Amount', balance: 'Balance' },
  ...{ account: 'BANK', contra_account: 'OPEN' },
};
const accounts = { BANK: { type: 'asset' }, OPEN: { type: 'asset' } };
const map = JSON.stringify({ csv, accounts });
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const pathOf = (part = '', of = books): string => `//console/ledgers/${of.ledger.id}/imports${part}`;
const send = (part: string, fields: Fields, by = person) =>
  by.page.post(pathOf(part), { file: base64(statement), map, ...fields });
const transactions = async (): Promise<number> => (await books.api.get('/transactions')).body.data.length;

test('the preview of a file without a map proposes a map and shows the first records', async () => {
  const shown = dataOf(await send('/preview', { map: undefined }), 200);
  expect(JSON.parse(shown['proposal'].map)).toMatchObject({ csv: { amount: 'Amount', balance: 'Balance' } });
  expect(shown['table']).toEqual({
    columns: ['Date', 'Text', 'Amount', 'Balance'],
    rows: [
      { line: 2, cells: ['2026-01-05', 'Rent', '-1250.00', '750.00'] },
      { line: 3, cells: ['2026-01-06', 'Salary', '2500.00', '3250.00'] },
    ],
  });
  expect(shown['rows'][0]).toMatchObject({ line: 2, date: '2026-01-05', description: 'Rent' });
  expect(shown['counts']).toEqual({ transactions: 2, left_out: 0, rejected: 0 });
  expect(await transactions()).toBe(0);
});

test('a statement needs no columns, and its proposal says what to fill in', async () => {
  const file = ':20:X\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C260101EUR100,00\n:62F:C260131EUR100,00\n-\n';
  const shown = dataOf(await send('/preview', { file: base64(file), map: undefined }), 200);
  expect(shown).toMatchObject({ format: 'mt940', table: null, counts: { transactions: 0 } });
  expect(shown['proposal'].note).toMatch(/account/);
});

test('a dry run reports posted, rejected and existing rows, and writes nothing', async () => {
  const file = `${statement}2026-01-07,Tea,what,3250.00\n`;
  const tried = dataOf(await send('?dry_run=true', { file: base64(file) }), 200);
  expect(tried).toMatchObject({ is_dry_run: true, read: 3, posted: 2, rejected: 1, accounts_opened: 2 });
  expect(tried['rejections']).toEqual([expect.objectContaining({ line: 4, times: 1 })]);
  expect(tried['rejected_file']).toMatch(/^Date,Text,Amount,Balance,rejected_line.*\r\n2026-01-07,Tea,what,/);
  expect(await transactions()).toBe(0);
  dataOf(await send('', { file: base64(statement) }), 200);
  expect(dataOf(await send('?dry_run=true', {}), 200)).toMatchObject({ posted: 0, posted_before: 2, rejected: 0 });
});

test('a file is posted once, in the person’s name, even if others import it too', async () => {
  const posted = dataOf(await send('', {}), 200);
  expect(posted).toMatchObject({ is_dry_run: false, read: 2, posted: 2, posted_before: 0, accounts_opened: 2 });
  expect(posted['rejected_file']).toBeNull();
  expect(await settledOf(books, 'BANK')).toBe('1250.00');
  const activity = dataOf(await books.api.get('/activity'), 200) as unknown as readonly { actor: string }[];
  expect(new Set(activity.map(({ actor }) => actor))).toEqual(new Set([`operator:${person.id}`]));
  const again = await Promise.all([send('', {}), send('', {}, await join(ledger, { role: 'admin' }))]);
  for (const answer of again) expect(dataOf(answer, 200)).toMatchObject({ posted: 0, posted_before: 2 });
  const { summary } = await importText(ledger, books, 'csv', statement, { map: JSON.parse(map) });
  expect(summary).toMatchObject({ posted: 0, replayed: 2 });
  expect(await transactions()).toBe(2);
});

test('new_rows posts the rows of the same file once more', async () => {
  dataOf(await send('', {}), 200);
  expect(dataOf(await send('', { new_rows: true }), 200)).toMatchObject({ posted: 2, posted_before: 0 });
});

test('all_or_nothing posts nothing if a row is wrong, and the corrected file is imported', async () => {
  const file = base64(statement.replace('2500.00,', 'much,'));
  const unchecked = JSON.stringify({ csv: { ...csv, balance: undefined }, accounts });
  const all = dataOf(await send('', { file, map: unchecked, all_or_nothing: true }), 200);
  expect(all).toMatchObject({ is_dry_run: true, posted: 1, rejected: 1 });
  expect(await transactions()).toBe(0);
  const some = dataOf(await send('', { file, map: unchecked }), 200);
  expect(some).toMatchObject({ is_dry_run: false, posted: 1, rejected: 1 });
  const corrected = String(some['rejected_file']).replace('much', '2500.00');
  expect(dataOf(await send('', { file: base64(corrected), map: unchecked }), 200)).toMatchObject({ posted: 1 });
  expect(await settledOf(books, 'BANK')).toBe('1250.00');
});

test('a balance that does not agree stops the import', async () => {
  const file = base64(statement.replace('3250.00', '3205.00'));
  const shown = dataOf(await send('/preview', { file }), 200);
  expect(shown['stopped']).toMatchObject({ line: 3, message: expect.stringContaining('3205.00') });
  for (const part of ['', '?dry_run=true']) {
    const answer = await send(part, { file });
    expectRefusal(answer, 422, 'FILE_REFUSED');
    expect(answer.body.data).toEqual({ reason: shown['stopped'].code });
  }
  expect(await transactions()).toBe(0);
});

describe.each(['/preview', ''])('imports%s refuse', (part) => {
  test('requests without a session, with a key, or from another origin', async () => {
    const body = { file: base64(statement), map };
    const path = pathOf(part).slice(1);
    const headers = { Origin: ledger.baseUrl };
    expectRefusal(await ask(ledger.baseUrl, { method: 'POST', path, body, headers }), 401, 'SESSION_REQUIRED');
    expectRefusal(await books.api.post(pathOf(part), body), 401, 'SESSION_REQUIRED');
    const cookie = { Cookie: person.cookie, Origin: ledger.baseUrl };
    for (const wrong of [{}, { 'X-CSRF-Token': 'A'.repeat(43) }] as readonly Readonly<Record<string, string>>[])
      expectRefusal(
        await ask(ledger.baseUrl, { method: 'POST', path, body, headers: { ...cookie, ...wrong } }),
        ...([403, 'CSRF_TOKEN_INVALID'] as const),
      );
    const elsewhere = { ...cookie, 'X-CSRF-Token': person.csrfToken, Origin: 'https://evil.example' };
    expectRefusal(
      await ask(ledger.baseUrl, { method: 'POST', path, body, headers: elsewhere }),
      ...([403, 'CSRF_TOKEN_INVALID'] as const),
    );
  });

  test('ledgers of other tenants, and people who may only read', async () => {
    const stranger = await ledger.newLedger();
    const own = await join(ledger, { tenantId: books.ledger.tenantId });
    const viewer = await join(ledger, { role: 'viewer' });
    const body = { file: base64(statement), map };
    for (const id of [stranger.ledger.id, newId(), 'gibberish'])
      expectRefusal(await own.page.post(`//console/ledgers/${id}/imports${part}`, body), 404, 'LEDGER_NOT_FOUND');
    expectRefusal(await send(part, {}, viewer), 403, 'FORBIDDEN');
    expect(await transactions()).toBe(0);
  });

  test.each<readonly [name: string, fields: Fields, field: string]>([
    ['no file', { file: undefined }, 'file'],
    ['a file that is not base64', { file: 'a,b' }, 'file'],
    ['a file of more than 2 MiB', { file: base64('x'.repeat(2_097_153)) }, 'file'],
    ['an unknown format', { format: 'xlsx' }, 'format'],
    ['an unknown member', { colour: 'red' }, 'colour'],
    ['a map that is not JSON', { map: '{' }, 'map'],
    ['a map with an unknown member', { map: '{"csw":{}}' }, 'map'],
  ])('%s', async (_, fields, field) => {
    expectRefusal(await send(part, fields), 422, 'VALIDATION_ERROR', [field]);
  });

  test('a body of more than 3 MiB, and name the command for it', async () => {
    const answer = await send(part, { file: 'A'.repeat(3_145_728) });
    expectRefusal(answer, 413, 'PAYLOAD_TOO_LARGE');
    expect(answer.body.message).toContain('ledger import');
  });

  test('a workbook, and name the cure', async () => {
    const answer = await send(part, { file: base64(Buffer.from('PK\u0003\u0004xl/workbook.xml')), map: undefined });
    expectRefusal(answer, 422, 'FILE_REFUSED');
    expect(answer.body.message).toMatch(/CSV/);
  });
});

test('a small file is not imported if the session ends while the request waits in the queue', async () => {
  const own = await ledger.newLedger();
  const somebody = await join(ledger, { tenantId: own.ledger.tenantId });
  const usable = jest.spyOn(ledger.app.access, 'isUsable').mockResolvedValue(false);
  const body = {
    file: base64('Date,Text,Amount\n2026-01-05,Tea,-4.50\n'),
    map: JSON.stringify({ csv: { ...csv, balance: undefined }, accounts }),
  };
  expectRefusal(await somebody.page.post(pathOf('', own), body), 401, 'SESSION_REQUIRED');
  usable.mockRestore();
  expect((await own.api.get('/accounts')).body.data).toEqual([]);
});

test('an import ends with the session, and its message says how to continue without duplicates', async () => {
  // While `isHasty` is true, this clock moves on by a second each time it is read.
  class Hasty extends HandClock {
    isHasty = false;
    private looks = 0;
    override elapsed(): number {
      if (this.isHasty) this.looks += 1;
      return super.elapsed() + this.looks * 1_000;
    }
  }
  const clock = new Hasty(new Date(), { flows: true });
  const service = await startLedger([], { clock });
  const own = await service.newLedger();
  const somebody = await join(service, { tenantId: own.ledger.tenantId });
  const rows = Array.from({ length: 4_000 }, (_, at) => `2026-01-05,Row ${at},1.00`).join('\n');
  const rowsAlone = JSON.stringify({ csv: { ...csv, balance: undefined }, accounts });
  const body = { file: base64(`Date,Text,Amount\n${rows}\n`), map: rowsAlone };
  const usable = jest.spyOn(service.app.access, 'isUsable').mockResolvedValue(false);
  clock.isHasty = true;
  const cutOff = async (part: string, fields: Fields = {}): Promise<string> => {
    const answer = await somebody.page.post(pathOf(part, own), { ...body, ...fields });
    expectRefusal(answer, 401, 'SESSION_REQUIRED');
    return answer.body.message;
  };
  expect(await cutOff('?dry_run=true')).not.toContain('may have been posted');
  expect((await own.api.get('/accounts')).body.data).toEqual([]);
  // The session ends while the request waits in the queue: nothing was posted, and the message claims nothing else.
  expect(await cutOff('', { new_rows: true })).not.toContain('may have been posted');
  usable.mockResolvedValueOnce(true);
  expect(await cutOff('', { new_rows: true })).toContain('Do not send this file with new_rows again');
  // The session ends after a part of the file is read.
  for (let look = 0; look < 4; look++) usable.mockResolvedValueOnce(true);
  expect(await cutOff('')).toContain('send the same request again');
  usable.mockRestore();
  clock.isHasty = false;
  const { posted, posted_before: before } = dataOf(await somebody.page.post(pathOf('', own), body), 200);
  expect([before > 0, posted > 0, before + posted]).toEqual([true, true, 4_000]);
  await service.close();
});
