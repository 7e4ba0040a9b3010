/** Two checkpoints of a log, read through the API: the later one is proven to extend the earlier one (`GET /ledger/checkpoint?from=`). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyConsistency } from '../../clients/typescript/src';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, expectRefusal, openBooks } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  books = await openBooks(ledger);
  await decide(books.api);
});
afterAll(async () => {
  await ledger.app.proof.stop();
  await ledger.close();
});

/** Signs a checkpoint of everything that is in the log so far. */
const sign = async (): Promise<void> => {
  ledger.app.proof.start();
  await ledger.app.background.idle('checkpoints');
};

describe('two checkpoints', () => {
  let former: Answer['body'];
  const latestFrom = async (from: number) =>
    dataOf(await books.api.get(`/ledger/checkpoint?from=${from}`), 200) as {
      readonly tree_size: number;
      readonly note: string;
      readonly consistency: readonly string[];
    };
  beforeAll(async () => {
    await sign();
    former = dataOf(await books.api.get('/ledger/checkpoint'), 200);
    for (let round = 0; round < 3; round++) await decide(books.api);
    await sign();
  });

  test('prove that the log only grew, to the client and to the stand-alone program', async () => {
    const latest = await latestFrom(former.tree_size);
    const keys = await ledger.app.proof.keys();
    const grown = { ledger_id: books.ledger.id, former_size: former.tree_size, tree_size: latest.tree_size };
    expect(former.tree_size).toBeLessThan(latest.tree_size);
    expect(await verifyConsistency(former.note, latest, keys)).toMatchObject(grown);
    const folder = mkdtempSync(join(tmpdir(), 'consistency-'));
    const files = [keys.join('\n'), former.note, JSON.stringify({ data: latest })].map((content, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, content);
      return file;
    });
    const program = join(__dirname, '../../clients/verify-receipt/verify-receipt.mjs');
    const run = () =>
      spawnSync(process.execPath, [program, ...files.toSpliced(1, 0, '--consistency')], { encoding: 'utf8' });
    const good = run();
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining(`from ${former.tree_size} to`)]);
    writeFileSync(files[2] as string, JSON.stringify({ ...latest, consistency: latest.consistency.toReversed() }));
    expect(run().status).toBe(1);
    rmSync(folder, { recursive: true });
  });

  test('prove nothing with another proof, another order or another log', async () => {
    const latest = await latestFrom(former.tree_size);
    const keys = await ledger.app.proof.keys();
    const reason = async (before: string, after: typeof latest): Promise<string> =>
      verifyConsistency(before, after, keys).then(
        () => 'holds',
        (error: Error) => error.message,
      );
    const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
    for (const index of latest.consistency.keys())
      expect(
        await reason(former.note, {
          ...latest,
          consistency: latest.consistency.with(index, flipped(latest.consistency[index] as string)),
        }),
      ).toContain('does not begin with');
    expect(await reason(former.note, { ...latest, consistency: latest.consistency.slice(1) })).toContain('too short');
    const longer = [...latest.consistency, ...latest.consistency.slice(-1)];
    expect(await reason(former.note, { ...latest, consistency: longer })).not.toBe('holds');
    expect(await reason(latest.note, { ...latest, consistency: [] })).toBe('holds');
    expect(await reason(latest.note, { ...latest, note: former.note })).toContain('its end was cut off');
    const other = await openBooks(ledger);
    await decide(other.api);
    const { note } = dataOf(await other.api.get('/ledger/checkpoint'), 200);
    expect(await reason(former.note, { ...latest, note })).toContain('of two logs');
  });

  test('are refused for a size that the log has not reached', async () => {
    const { tree_size } = await latestFrom(1);
    const answer = await books.api.get(`/ledger/checkpoint?from=${tree_size + 1_000}`);
    expectRefusal(answer, 404, 'CHECKPOINT_NOT_FOUND');
    expectRefusal(await books.api.get('/ledger/checkpoint?from=0'), 422, 'VALIDATION_ERROR');
  });
});
