/** Receipts and checkpoints from the API, verified as docs/use/proof.md describes, without code of the service. */
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifyReceipt } from '../../clients/typescript/src';
import { replace } from '../../src/kernel/token';
import { SIGNING, type Signing } from '../../src/modules/proof/application/ports';
import type { Answer } from '../support/client';
import { eventsOf } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { randomFrom, seedOf } from '../support/random';
import { credit, dataOf, debit, decide, expectRefusal, nowhere, openAccount, openBooks } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  books = await openBooks(ledger);
});
afterAll(async () => {
  await ledger.app.proof.stop();
  await ledger.close();
});

type Receipt = Answer['body'];

const hash = (...parts: readonly (string | Buffer)[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();
const kept = (text: string, format: 1 | 2): string => `0${format}${hash(text).toString('hex')}`;

/** Computes the root of the tree from the receipt's audit path, as in RFC 9162, section 2.1.3.2. */
const rootBy = (receipt: Receipt): Buffer => {
  let [index, last] = [receipt.leaf.sequence - 1, receipt.tree_size - 1];
  const { version, sequence, event_hash } = receipt.leaf;
  const data = `{"event_hash":"${event_hash}","sequence":${sequence},"version":${version}}`;
  let root = hash(Buffer.from([0]), data);
  for (const hex of receipt.inclusion as readonly string[]) {
    const sibling = Buffer.from(hex, 'hex');
    if (index % 2 === 1 || index === last) {
      root = hash(Buffer.from([1]), sibling, root);
      while (index % 2 === 0 && index > 0) [index, last] = [index / 2, Math.floor(last / 2)];
    } else root = hash(Buffer.from([1]), root, sibling);
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  expect(last).toBe(0);
  return root;
};

/** Verifies the checkpoint's signature with the key, and returns the lines of the checkpoint. */
const signedBy = (key: string, note: string): readonly string[] => {
  const [text = '', signature = ''] = note.split(/(?<=\n)\n(?=— )/);
  const [, , encoded = ''] = /^(.+)\+[0-9a-f]{8}\+(.+)$/.exec(key) ?? [];
  const der = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(encoded, 'base64').subarray(1),
  ]);
  const [, , signed = ''] = signature.trim().split(' ');
  const bytes = Buffer.from(signed, 'base64').subarray(4);
  expect(verify(null, Buffer.from(text), createPublicKey({ key: der, format: 'der', type: 'spki' }), bytes)).toBe(true);
  return text.split('\n');
};

const receiptOf = async (id: string): Promise<Receipt> =>
  dataOf(await books.api.get(`/transactions/${id}/receipt`), 200);

const expectProof = async (receipt: Receipt): Promise<void> => {
  expect(kept(receipt.record, 2)).toBe(receipt.record_hash);
  expect(receipt.event.endsWith(`66:${receipt.record_hash};`)).toBe(true);
  expect(kept(receipt.event, 1)).toBe(receipt.leaf.event_hash);
  const [key = ''] = await ledger.app.proof.keys();
  const [origin, size, root, at] = signedBy(key, receipt.checkpoint);
  expect(origin).toBe(`ledger/${books.ledger.id}`);
  expect(size).toBe(String(receipt.tree_size));
  expect(root).toBe(rootBy(receipt).toString('base64'));
  expect(at).toMatch(/^at \d{4}-/);
};

describe('a receipt', () => {
  test('is signed on demand, and proves the transaction with its entries', async () => {
    const posted = await decide(books.api, { description: 'Tea' });
    const receipt = await receiptOf(posted.id);
    await expectProof(receipt);
    expect(receipt.record).toContain(`36:${posted.id};`);
    expect(receipt.record).toContain('3:Tea;');
    const { tree_size, note } = dataOf(await books.api.get('/ledger/checkpoint'), 200);
    expect([tree_size, note]).toEqual([receipt.tree_size, receipt.checkpoint]);
  });

  test('stays valid after a reversal and a void; the reversal has a receipt of its own', async () => {
    const [reversed, voided] = [await decide(books.api), await decide(books.api)];
    await sign();
    const before = [await receiptOf(reversed.id), await receiptOf(voided.id)];
    const reversal = dataOf(
      await books.api.post(`/transactions/${reversed.id}/reverse`, { reason: 'wrong', date: '2026-01-16' }),
      201,
    );
    dataOf(await books.api.post(`/transactions/${voided.id}/void`, { reason: 'wrong' }), 200);
    await sign();
    const after = [await receiptOf(reversed.id), await receiptOf(voided.id)];
    for (const receipt of [...before, ...after, await receiptOf(reversal.id)]) await expectProof(receipt);
    expect(after.map(({ record, event, leaf }) => ({ record, event, leaf }))).toEqual(
      before.map(({ record, event, leaf }) => ({ record, event, leaf })),
    );
  });

  test('is also issued for a failed transaction', async () => {
    await openAccount(books.api, { code: 'FULL', enforce_balance_limits: true, max_balance: '1.00' });
    const failed = await decide(books.api, { entries: [debit('FULL', '2.00'), credit('SALES', '2.00')] });
    await sign();
    const receipt = await receiptOf(failed.id);
    await expectProof(receipt);
    expect(receipt.event).toContain('18:transaction_failed;');
  });

  test('is refused for a transaction that the ledger does not have', async () => {
    expectRefusal(await books.api.get(`/transactions/${nowhere}/receipt`), 404, 'TRANSACTION_NOT_FOUND');
  });
});

/** Signs a checkpoint for everything that is in the log so far. */
const sign = async (): Promise<void> => {
  ledger.app.proof.start();
  await ledger.app.background.idle('checkpoints');
};

/** Returns receipts of two transactions and the keys of that time, after one was voided, the other reversed, and the key rotated. */
const outlived = async () => {
  const description = 'Tea — "green", \n 茶';
  const [voided, reversed] = [await decide(books.api, { description }), await decide(books.api, { description })];
  await sign();
  const kept = (await ledger.app.proof.keys()).join('\n');
  const receipts = [await receiptOf(voided.id), await receiptOf(reversed.id)];
  dataOf(await books.api.post(`/transactions/${voided.id}/void`, { reason: 'wrong' }), 200);
  const reversal = { reason: 'wrong', date: '2026-01-16' };
  dataOf(await books.api.post(`/transactions/${reversed.id}/reverse`, reversal), 201);
  await ledger.app.proof.rotateKey();
  await sign();
  return { ids: [voided.id, reversed.id] as string[], receipts, kept };
};

test('the client accepts receipts from before a void, a reversal and a key rotation', async () => {
  const { ids, receipts, kept } = await outlived();
  for (const [index, receipt] of receipts.entries()) {
    const proven = await verifyReceipt(receipt, kept);
    expect(proven).toMatchObject({ transaction_id: ids[index], outcome: 'posted' });
    expect(proven.record.description).toBe('Tea — "green", \n 茶');
    expect(proven.record.entries.map((entry) => entry.amount_minor)).toEqual([1_000n, 1_000n]);
    const another = await receiptOf(ids[index] as string);
    await expect(verifyReceipt(another, kept)).rejects.toThrow('No key that you trust');
    expect(await verifyReceipt(another, await ledger.app.proof.keys())).toMatchObject({ record: proven.record });
  }
});

describe('the verification program', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'receipts-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  const program = join(__dirname, '../../clients/verify-receipt/verify-receipt.mjs');
  interface Ended {
    readonly code: number | null;
    readonly out: string;
  }
  const node = (...words: readonly string[]): Ended => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    return { code: status, out: stdout + stderr };
  };
  const run = async (...files: readonly string[]): Promise<Ended> =>
    node(program, write('keys.txt', (await ledger.app.proof.keys()).join('\n')), ...files);

  test('accepts receipts from before a void, a reversal and a key rotation, and rejects them if one bit changes', async () => {
    const { ids, receipts, kept } = await outlived();
    const files = receipts.map((receipt, index) => write(`outlived ${index}.json`, JSON.stringify(receipt)));
    for (const { code, out } of [await run(...files), node(program, write('kept.txt', kept), ...files)]) {
      expect([code, out.match(/^BROKEN.*$/gm)]).toEqual([0, null]);
      expect(out.match(/[-0-9a-f]{36}(?=, transaction_posted)/g)).toEqual(ids);
    }
    // Change 0 changes nothing. The changes 1 and 2 change bits of the first byte, the changes 3 and 4 of the second, and so on.
    const script = `
      import { readFileSync } from 'node:fs';
      import { verifiersOf, verifyReceipt } from ${JSON.stringify(pathToFileURL(program))};
      const verifiers = verifiersOf(readFileSync('kept.txt', 'utf8'));
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for (const file of process.argv.slice(2)) {
        const bytes = readFileSync(file);
        for (let change = 0; change <= bytes.length * 2; change++) {
          const [at, bit] = [(change - 1) >> 1, change === 0 ? 0 : [1, 32][change % 2]];
          bytes[at] ^= bit;
          try {
            verifyReceipt(JSON.parse(decoder.decode(bytes)), verifiers);
            console.log(file, change);
          } catch {}
          bytes[at] ^= bit;
        }
      }`;
    const { code, out } = node(write('judge.mjs', script), ...files);
    expect([code, out]).toEqual([0, files.map((file) => `${file} 0\n`).join('')]);
  });

  test('accepts a receipt, and rejects it after a change of one byte', async () => {
    const posted = await decide(books.api, { description: 'Tea — "green", \n 茶' });
    await sign();
    const receipt = Buffer.from(JSON.stringify(await receiptOf(posted.id)));
    const good = await run(write('good.json', receipt));
    expect(good.code).toBe(0);
    expect(good.out).toContain(`${posted.id}, transaction_posted`);
    const seed = seedOf('LEDGER_RECEIPT_SEED');
    const { next } = randomFrom(seed);
    const flipped = Array.from({ length: 200 }, (_, number) => {
      const changed = Buffer.from(receipt);
      const at = Math.floor(next() * changed.length);
      changed[at] = (changed[at] as number) ^ (1 + Math.floor(next() * 255));
      return write(`${number} byte ${at}.json`, changed);
    });
    const { code, out } = await run(...flipped);
    expect([seed, code, out.match(/^holds.*$/gm)]).toEqual([seed, 1, null]);
    expect(out.match(/^BROKEN/gm)).toHaveLength(flipped.length);
  });

  test('compares a whole export with checkpoints, and names the first difference', async () => {
    await sign();
    const events = (await eventsOf(books.api)).map((event) => JSON.stringify(event));
    const { note } = dataOf(await books.api.get('/ledger/checkpoint'), 200);
    const checkpoints = write('checkpoints.txt', `${note}\n`);
    const compare = (lines: readonly string[]) => run('--export', write('events.jsonl', lines.join('\n')), checkpoints);
    expect((await compare(events)).code).toBe(0);
    const middle = Math.floor(events.length / 2);
    const [removed, cut, changed] = [
      await compare(events.toSpliced(middle, 1)),
      await compare(events.slice(0, -1)),
      await compare(
        events.map((line, at) =>
          at === 0 ? line.replace(/"hash":"01(..)/, (_, next) => `"hash":"01${next === '00' ? 'ff' : '00'}`) : line,
        ),
      ),
    ];
    expect(removed.out).toContain(`event ${middle + 1} is missing`);
    expect(cut.out).toContain(`the export ends at event ${events.length - 1}`);
    expect(changed.out).toContain('does not continue the one before it');
    expect([removed.code, cut.code, changed.code]).toEqual([1, 1, 1]);
  });
});

test('the public keys are at /.well-known/ledger-keys', async () => {
  const answer = await fetch(`${ledger.baseUrl}/.well-known/ledger-keys`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.text()).toBe((await ledger.app.proof.keys()).map((key) => `${key}\n`).join(''));
});

describe('a service without a signing key', () => {
  let complaint = 'no checkpoint is signed: the file system is read-only';
  const signing: Signing = {
    key: async () => ({ complaint }),
    rotate: async () => undefined,
    publish: async () => undefined,
  };
  let silent: TestLedger;
  let own: TestBooks;
  beforeAll(async () => {
    silent = await startLedger([replace(SIGNING, [], () => signing)]);
    own = await openBooks(silent);
  });
  afterAll(async () => {
    await silent.app.proof.stop();
    await silent.close();
  });

  test('posts, refuses proofs, and answers with Retry-After', async () => {
    const posted = await decide(own.api);
    expect(posted.status).toBe('posted');
    expectRefusal(await own.api.get('/ledger/checkpoint'), 404, 'CHECKPOINT_NOT_FOUND');
    const answer = await own.api.get(`/transactions/${posted.id}/receipt`);
    expectRefusal(answer, 409, 'RECEIPT_NOT_READY');
    expect(answer.headers.get('retry-after')).toBe('30');
    await expect(silent.app.proof.rotateKey()).rejects.toThrow('The signing key cannot be replaced');
  });

  test('complains once, and again when the reason changes', async () => {
    const said = (): readonly string[] =>
      silent.complaints.map(({ message }) => message).filter((message) => message.startsWith('no checkpoint'));
    silent.app.proof.start();
    for (let round = 0; round < 3; round++) await silent.app.background.idle('checkpoints');
    expect(said()).toEqual(['no checkpoint is signed: the file system is read-only']);
    complaint = 'no checkpoint is signed: the file is gone';
    await silent.app.background.idle('checkpoints');
    expect(said()).toHaveLength(2);
  });
});
