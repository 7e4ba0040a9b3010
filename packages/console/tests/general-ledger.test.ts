/**
 * Tests reading the file of a general ledger: the rows do not depend on the pieces in which the file arrives, the page reads only as many
 * rows as it shows, and it detects an incomplete file.
 */
import { readLedgerRows, textsOf } from '../src/web/pages/general-ledger/rows';

const row = (name: string, code: string): string =>
  `${JSON.stringify({ row: name, account_code: code, balance: '1.00' })}\n`;
const standing = { head: { sequence: 7, hash: 'ab' }, known_at: '2026-01-31T12:00:00.000Z' };
const end = `${JSON.stringify({ row: 'known_at', ...standing })}\n`;

async function* piecesOf(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const file = row('opening', 'BANK') + row('closing', 'BANK') + end;

test.each([1, 7, 1_000])('reads rows from pieces of %i characters', async (length) => {
  const { rows, standing: told } = await readLedgerRows(piecesOf(file, length), 10);
  expect(rows.map((one) => one.row)).toEqual(['opening', 'closing']);
  expect(told).toEqual(standing);
});

test('reads no more rows than are shown', async () => {
  const read = await readLedgerRows(piecesOf(file, 50), 1);
  expect(read).toEqual({ rows: [{ row: 'opening', account_code: 'BANK', balance: '1.00' }], standing: undefined });
  expect((await readLedgerRows(piecesOf(file, 50), 2)).standing).toEqual(standing);
});

test('refuses a file that was cut off', async () => {
  await expect(readLedgerRows(piecesOf(file.slice(0, -1), 9), 10)).rejects.toThrow('cut off');
});

test('decodes a body as text, and cancels the rest if the reader stops', async () => {
  let cancelled = 0;
  const bytes = new TextEncoder().encode('ä1');
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes.slice(0, 1)),
    cancel: () => void cancelled++,
  });
  for await (const text of textsOf(body)) {
    expect(text).toBe('');
    break;
  }
  expect(cancelled).toBe(1);
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  let text = '';
  for await (const piece of textsOf(whole)) text += piece;
  expect(text).toBe('ä1');
});
