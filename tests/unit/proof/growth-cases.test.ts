/**
 * The table of pairs of checkpoints, run with the TypeScript client and verify-receipt.mjs; clients/python/tests/test_growth.py runs it
 * with Python.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiptVerificationError, verifyConsistency } from '../../../clients/typescript/src';
import { growthTable, type GrowthTable } from '../../support/growth-cases';

const clients = join(__dirname, '../../../clients');
const file = join(clients, 'growth-cases.json');
// Writes the table anew if LEDGER_TEST_WRITE_RECEIPTS is set; format the file with prettier afterwards.
if (process.env['LEDGER_TEST_WRITE_RECEIPTS']) writeFileSync(file, JSON.stringify(growthTable(), null, 2));
const { key, witness, cases } = JSON.parse(readFileSync(file, 'utf8')) as GrowthTable;

test('the table equals the output of the service', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(growthTable())));
});

test.each(cases)('the TypeScript client judges $name', async ({ former, latest, isWitnessed, proves, fails }) => {
  const judged = verifyConsistency(former, latest, key, isWitnessed && { witnesses: witness });
  if (proves) {
    const { former_size, tree_size } = await judged;
    expect([former_size, tree_size]).toEqual(proves);
  } else {
    await expect(judged).rejects.toThrow(ReceiptVerificationError);
    await expect(judged).rejects.toThrow(new RegExp(fails as string, 'i'));
  }
});

test('verify-receipt.mjs judges each case alike', () => {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  try {
    const write = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const keys = write('keys.txt', key);
    for (const { name, former, latest, isWitnessed, proves, fails } of cases) {
      const files = [write('former.txt', former), write('checkpoint.json', JSON.stringify(latest))];
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [
          join(clients, 'verify-receipt/verify-receipt.mjs'),
          keys,
          '--consistency',
          ...files,
          ...(isWitnessed ? ['--witness', witness] : []),
        ],
        { encoding: 'utf8' },
      );
      const said = proves ? `from ${proves[0]} to ${proves[1]} events` : (fails as string);
      expect([name, status, stdout + stderr]).toEqual([
        ...[name, proves ? 0 : 1],
        expect.stringMatching(new RegExp(said, 'i')),
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
