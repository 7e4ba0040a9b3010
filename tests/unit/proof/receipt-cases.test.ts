/**
 * The table of receipts, run with the TypeScript client and verify-receipt.mjs; clients/python/tests/test_receipts.py runs it with Python.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiptVerificationError, verifyReceipt } from '../../../clients/typescript/src';
import { receiptTable, type Receipt, type ReceiptTable } from '../../support/receipt-cases';

const file = join(__dirname, '../../../clients/receipt-cases.json');
// Writes the table anew if LEDGER_TEST_WRITE_RECEIPTS is set; format the file with prettier afterwards.
if (process.env['LEDGER_TEST_WRITE_RECEIPTS']) writeFileSync(file, JSON.stringify(receiptTable(), null, 2));
const table = JSON.parse(readFileSync(file, 'utf8')) as ReceiptTable;
const keysOf = (names: ReceiptTable['cases'][number]['keys']): readonly string[] =>
  names.map((name) => table.keys[name]);
const required = ({ witnesses = [] }: Pick<ReceiptTable['cases'][number], 'witnesses'>): readonly string[] =>
  witnesses.map((name) => table.witnesses[name]);
const holding = table.cases.flatMap(({ proves, ...one }) => (proves ? [{ ...one, proves }] : []));
const failing = table.cases.flatMap(({ fails, ...one }) => (fails === undefined ? [] : [{ ...one, fails }]));

test('the table equals the output of the service', () => {
  expect(table).toEqual(JSON.parse(JSON.stringify(receiptTable())));
});

describe('the TypeScript client', () => {
  test.each(holding)('accepts: $name', async ({ receipt, keys, proves, ...one }) => {
    const proven = await verifyReceipt(receipt, keysOf(keys).join('\n'), { witnesses: required(one).join('\n') });
    const withTexts = JSON.stringify(proven, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(JSON.parse(withTexts)).toEqual(proves);
  });

  test.each(failing)('refuses: $name', async ({ receipt, keys, fails, ...one }) => {
    const answer = verifyReceipt(receipt, keysOf(keys), { witnesses: required(one) });
    await expect(answer).rejects.toThrow(ReceiptVerificationError);
    await expect(answer).rejects.toThrow(new RegExp(fails, 'i'));
  });

  test('refuses a receipt in which any byte was changed', async () => {
    const [{ receipt, keys } = { receipt: undefined, keys: [] }] = holding;
    const bytes = Buffer.from(JSON.stringify(receipt));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const judged = async (content: Uint8Array): Promise<boolean> => {
      try {
        await verifyReceipt(JSON.parse(decoder.decode(content)) as Receipt, keysOf(keys));
        return true;
      } catch {
        return false;
      }
    };
    expect(await judged(bytes)).toBe(true);
    const believed: string[] = [];
    for (const [at, byte] of bytes.entries())
      for (const bit of [1, 32]) {
        bytes[at] = byte ^ bit;
        if (await judged(bytes)) believed.push(`byte ${at}, bit ${bit}`);
        bytes[at] = byte;
      }
    expect(believed).toEqual([]);
  });

  test.each([
    ['no key', 'ledger'],
    ['a key with another id', table.keys.current.replace(/\+.{8}\+/, '+00000000+')],
    ['a key of another algorithm', 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['the key of a witness', table.witnesses.north],
  ])('treats %s as a programming error', async (_, key) => {
    await expect(verifyReceipt(holding[0]?.receipt as Receipt, key)).rejects.toThrow(TypeError);
  });

  test('refuses a key that signs logs as the key of a witness', async () => {
    const { current } = table.keys;
    const answer = verifyReceipt(holding[0]?.receipt as Receipt, current, { witnesses: [current] });
    await expect(answer).rejects.toThrow(TypeError);
  });
});

test('verify-receipt.mjs judges the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  try {
    const byKeys = new Map<string, { readonly file: string; readonly holds: boolean }[]>();
    for (const [number, { receipt, keys, proves, ...more }] of table.cases.entries()) {
      const one = { file: `${number}.json`, holds: proves !== undefined };
      writeFileSync(join(folder, one.file), JSON.stringify(receipt));
      const text = JSON.stringify([keysOf(keys).join('\n'), required(more)]);
      byKeys.set(text, [...(byKeys.get(text) ?? []), one]);
    }
    const program = join(__dirname, '../../../clients/verify-receipt/verify-receipt.mjs');
    for (const [text, ones] of byKeys) {
      const [keys, witnesses] = JSON.parse(text) as [string, readonly string[]];
      writeFileSync(join(folder, 'keys.txt'), keys);
      const files = ones.map((one) => one.file);
      const options = witnesses.flatMap((key) => ['--witness', key]);
      const { stdout } = spawnSync(process.execPath, [program, 'keys.txt', ...options, ...files], {
        cwd: folder,
        encoding: 'utf8',
      });
      const said = stdout.match(/^(holds|BROKEN) .*?(?=:)/gm);
      expect(said).toEqual(ones.map((one) => `${one.holds ? 'holds ' : 'BROKEN'}  ${one.file}`));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
