/**
 * Checkpoints on PostgreSQL: however signing is disturbed, each size of a log has one signed root. If a superuser changes what a checkpoint
 * covers, verification finds it, even with every trigger switched off and the hash chain recomputed by the service's own functions.
 */
import { refused } from '../../src/kernel/refusal';
import type { Logs } from '../../src/modules/proof/application/ports';
import { createRotation } from '../../src/modules/proof/application/rotation';
import { openKey, signThrough, type SigningDependencies } from '../../src/modules/proof/application/signing';
import { createVerifying, type CheckpointReport } from '../../src/modules/proof/application/verifying';
import { readCheckpoint } from '../../src/modules/proof/domain/checkpoint';
import { edgeOf, rootOf } from '../../src/modules/proof/domain/merkle';
import { newSigningKey, readSigningKey, type SigningKey } from '../../src/modules/proof/domain/signed-note';
import { PostgresTreeStore } from '../../src/modules/proof/postgres/tree-store';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { between } from '../support/bookkeeping';
import { withMeanwhile } from '../support/meanwhile';
import { logsOn, signingInto } from '../support/proven-logs';
import { seedOf } from '../support/random';
import { rewriteLog, rewritings } from '../support/rewritten-log';
import { openTamperedBooks, randomFrom, readInside, type TamperedBooks } from '../support/tampering';

const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);

let tampered: TamperedBooks;
let accounts: readonly [Account, Account];
/** The checkpoints as LEDGER_CHECKPOINT_FILE stores them. */
const file: string[] = [];
let parts: Omit<SigningDependencies, 'background' | 'log'>;

beforeAll(async () => {
  tampered = await openTamperedBooks();
  const { books, callers } = tampered;
  parts = signingInto(books, logsOn(books.unitOfWork), file);
  accounts = [await books.openAccount(callers[0], 'PROOF-1'), await books.openAccount(callers[0], 'PROOF-2')];
});

afterAll(() => tampered.close());

const post = async (): Promise<void> => {
  const { books, callers } = tampered;
  await books.accept(callers[0], [{ legs: between(accounts[0], accounts[1], 5n) }]);
  await books.post(callers[0].ledgerId);
};

const keyOf = async ({ unitOfWork, store, signing, clock }: typeof parts): Promise<SigningKey> => {
  const key = await openKey({ unitOfWork, store, signing, clock });
  if ('complaint' in key) throw new Error(key.complaint);
  return key;
};

const sign = async (by: typeof parts = parts) =>
  signThrough(by, await keyOf(by), { of: 'ledger', id: tampered.callers[0].ledgerId }, () => true);

/** The size of a log → the roots that were signed for it. */
const rootsBySize = (): ReadonlyMap<number, ReadonlySet<string>> => {
  const roots = new Map<number, Set<string>>();
  for (const note of file) {
    const { size, root } = readCheckpoint(note) ?? { size: 0, root: Buffer.alloc(0) };
    roots.set(size, (roots.get(size) ?? new Set()).add(root.toString('hex')));
  }
  return roots;
};

const expectOneRootEach = (): void => {
  for (const [size, roots] of rootsBySize()) expect([size, roots.size]).toEqual([size, 1]);
};

const verify = (logs: Pick<Logs, 'hashes'> = parts.logs, notes = file): Promise<CheckpointReport> =>
  createVerifying({ store: parts.store, logs })(notes.join('\n'));

describe('signing', () => {
  const fault = async (): Promise<never> => {
    throw new Error('the process died here');
  };
  /** A store that throws in one of its methods, as if the process had died. */
  const dying = (step: 'lock' | 'tilesIn' | 'grow' | 'lastIn' | 'add'): PostgresTreeStore =>
    Object.assign(new PostgresTreeStore(tampered.books.unitOfWork), { [step]: fault });

  test.each(['lock', 'tilesIn', 'grow', 'lastIn', 'add'] as const)('continues after a crash in %s', async (step) => {
    await post();
    await expect(sign({ ...parts, store: dying(step) })).rejects.toThrow('the process died here');
    const signed = await sign();
    expect(await sign()).toEqual(signed);
    expectOneRootEach();
    expect((await verify()).findings).toEqual([]);
  });

  test('continues after a crash between the file and the commit, and with a lost file', async () => {
    await post();
    const publish = async (note: string): Promise<never> => {
      file.push(note);
      return fault();
    };
    await expect(sign({ ...parts, signing: { ...parts.signing, publish } })).rejects.toThrow();
    await sign();
    expectOneRootEach();
    const lost = file.splice(0);
    await post();
    await sign();
    expect(file).toHaveLength(1);
    expect((await verify()).findings).toEqual([]);
    file.unshift(...lost);
    expectOneRootEach();
  });

  test('signs the same root in all processes, whatever their clocks say', async () => {
    const past = new Date('2001-01-01T00:00:00Z');
    const other = { ...parts, clock: { ...parts.clock, now: () => past } as typeof parts.clock };
    for (let round = 0; round < 5; round++) {
      await post();
      await Promise.all([sign(), sign(other), sign()]);
    }
    expectOneRootEach();
    expect((await verify()).findings).toEqual([]);
  });

  test('continues with a new key, and still accepts what the former key signed', async () => {
    const former = (await keyOf(parts)).verifierKey;
    const key = await createRotation(parts)();
    await post();
    await sign();
    expect((await keyOf(parts)).verifierKey).toBe(key);
    expect(await parts.store.keys()).toEqual(expect.arrayContaining([former, key]));
    expect((await verify()).findings).toEqual([]);
  });

  test('publishes both keys of two concurrent rotations, and signs with one of them', async () => {
    let other = '';
    const signing = withMeanwhile(parts.signing, 'rotate', async () => (other = await createRotation(parts)()));
    const own = await createRotation({ ...parts, signing })();
    await post();
    await sign();
    expect((await keyOf(parts)).verifierKey).toBe(own);
    expect(await parts.store.keys()).toEqual(expect.arrayContaining([own, other]));
    expect((await verify()).findings).toEqual([]);
  });
});

describe('notes that do not belong to this log', () => {
  test.each<[string, (note: string) => string, RegExp]>([
    ['are changed', (note) => note.replace(/\n\d+\n/, '\n3\n'), /no known key has signed it/],
    [
      'are signed by another key',
      (note) => {
        const text = note.slice(0, note.indexOf('\n\n') + 1);
        return (readSigningKey(newSigningKey('ledger.test')) as SigningKey).signed(text);
      },
      /no known key has signed it/,
    ],
    [
      'are no checkpoints',
      () => (readSigningKey(newSigningKey('x')) as SigningKey).signed('hello\n'),
      /not a checkpoint/,
    ],
  ])('are found if they %s', async (_, change, detail) => {
    const { findings } = await verify(undefined, [change(file[0] as string)]);
    expect(findings).toEqual([expect.objectContaining({ where: 'note 1 of the file' })]);
    expect(findings[0]?.detail).toMatch(detail);
  });
});

describe('a rewritten log with a recomputed chain', () => {
  test.each(rewritings)('is found by %s', async (_, rewrite) => {
    const { owner, callers } = tampered;
    const { ledgerId } = callers[0];
    for (let round = 0; round < 3; round++) {
      await owner.query('begin; set local session_replication_role = replica');
      try {
        const inside = readInside(owner);
        await rewriteLog(owner, ledgerId, (log) => rewrite(log, random));
        const { findings } = await verify(logsOn(inside));
        expect([seed, findings]).toEqual([seed, [expect.objectContaining({ ledgerId })]]);
        expect(findings[0]?.detail).toMatch(/was changed, added or removed|were removed/);
      } finally {
        await owner.query('rollback');
      }
    }
  });
});

test('the stored tree has the signed root of every size that was ever signed', async () => {
  const { ledgerId } = tampered.callers[0];
  const signed = [...rootsBySize()];
  expect(signed.length).toBeGreaterThan(5);
  const size = Math.max(...signed.map(([size]) => size));
  for (const [size, roots] of signed)
    expect([size, rootOf(size, await parts.store.tiles(ledgerId, edgeOf(size))).toString('hex')]).toEqual([
      size,
      [...roots][0],
    ]);
  expect((await parts.store.sizes([ledgerId])).get(ledgerId)).toBe(size);
});

test('the tree refuses to be rewritten by the service', async () => {
  const { ledgerId } = tampered.callers[0];
  const outcome = await tampered.books.unitOfWork
    .run({ ledgerIds: [ledgerId] }, async (tx) => {
      await parts.store.grow(tx, ledgerId, [{ level: 0, index: 0, hashes: Buffer.alloc(32, 9) }], 1);
      return { _tag: 'Right' as const, right: undefined };
    })
    .catch((error: unknown) => String(error));
  expect(typeof outcome === 'string' || refused(outcome)).toBe(true);
  expect(outcome).toMatch(/history is never rewritten/);
});
