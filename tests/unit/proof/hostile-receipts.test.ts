/**
 * Receipts and checkpoints that somebody with the signing key, or on the way, made to confuse a verifier. The TypeScript client, the Python
 * client (clients/python/tests/test_hostile_receipts.py) and verify-receipt.mjs must return the same for each of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiptVerificationError, verifyConsistency, verifyReceipt } from '../../../clients/typescript/src';
import { keys, type Receipt } from '../../support/told-receipts';
import { good, hostileCases, idOfLedger, type HostileCase } from './hostile-cases';

const file = join(__dirname, '../../../clients/hostile-receipts.json');
const program = join(__dirname, '../../../clients/verify-receipt/verify-receipt.mjs');
const { current } = keys;

// Writes the table anew if LEDGER_TEST_WRITE_RECEIPTS is set; format the file with prettier afterwards.
if (process.env['LEDGER_TEST_WRITE_RECEIPTS'])
  writeFileSync(file, JSON.stringify({ key: current.verifierKey, cases: hostileCases() }, null, 2));
const table = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly key: string;
  readonly cases: readonly HostileCase[];
};
const keysOf = (one: HostileCase): string => (one.keys ?? [table.key]).join('\n');
const isPair = (one: HostileCase): boolean => one.text.startsWith('{"former"');

test('the table equals the output of the service', () => {
  expect(table).toEqual({ key: current.verifierKey, cases: JSON.parse(JSON.stringify(hostileCases())) as unknown });
});

test.each(table.cases.filter(({ isOfTheText }) => !isOfTheText))('the TypeScript client: $name', async (one) => {
  const read = JSON.parse(one.text) as Receipt & { former: string; latest: { note: string; consistency: [] } };
  const judged = isPair(one)
    ? verifyConsistency(read.former, read.latest, keysOf(one))
    : verifyReceipt(read, keysOf(one));
  if (one.holds) expect(await judged).toMatchObject({ tree_size: 300 });
  else await expect(judged).rejects.toThrow(ReceiptVerificationError);
});

test('verify-receipt.mjs returns the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-receipts-'));
  try {
    const write = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return name;
    };
    const run = (...words: readonly string[]) =>
      spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' });
    for (const named of new Set(table.cases.map(keysOf))) {
      const own = table.cases.filter((one) => keysOf(one) === named && !isPair(one));
      const files = own.map(({ text }, number) => write(`${number}.json`, text));
      const { stdout, stderr } = run(write('keys.txt', named), ...files);
      const holds = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.startsWith('holds'));
      expect([stderr, own.map(({ name }, at) => [name, holds[at]])]).toEqual([
        '',
        own.map((one) => [one.name, one.holds]),
      ]);
    }
    for (const one of table.cases.filter(isPair)) {
      const { former, latest } = JSON.parse(one.text) as { former: string; latest: object };
      const words = [write('keys.txt', table.key), '--consistency', write('former.txt', former)];
      const { status, stdout, stderr } = run(...words, write('latest.json', JSON.stringify(latest)));
      expect([one.name, status, stdout, stderr.split('\n').length]).toEqual([one.name, 1, '', 2]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('verify-receipt.mjs refuses a file of checkpoints that has anything but signed notes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-checkpoints-'));
  try {
    writeFileSync(join(folder, 'keys.txt'), table.key);
    writeFileSync(join(folder, 'events.jsonl'), JSON.stringify({ ledger_id: idOfLedger, sequence: 1, hash: '01' }));
    writeFileSync(join(folder, 'notes.txt'), `${good.checkpoint}\n${good.checkpoint.replace('\n— ', '\n- ')}`);
    const words = [program, 'keys.txt', '--export', 'events.jsonl', 'notes.txt'];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, 'a part of the file of checkpoints is no signed note\n']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
