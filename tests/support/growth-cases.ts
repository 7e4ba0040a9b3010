/** The table of pairs of checkpoints that each client judges (clients/growth-cases.json), created by the service. */
import { keptHash } from '../../src/kernel/formats';
import type { LedgerId } from '../../src/kernel/ids';
import { checkpointText, originOf } from '../../src/modules/proof/domain/checkpoint';
import { hashOfLeaf, leafOf } from '../../src/modules/proof/domain/leaf';
import { consistencyOf, extend, rootOf, tilesByKey, type Tiles } from '../../src/modules/proof/domain/merkle';
import { readSigningKey, signingKeyOf, type SigningKey } from '../../src/modules/proof/domain/signed-note';
import { at, id } from '../formats/members';
import { cosignerNamed } from './witness';

export interface GrowthCase {
  readonly name: string;
  /** The earlier note, which the client stored. */
  readonly former: string;
  readonly latest: { readonly note: string; readonly consistency: readonly string[] };
  /** True if the later note needs the signature of the witness. */
  readonly isWitnessed?: true;
  /** `proves`: the sizes of both trees, if the pair is valid. `fails`: a part of the error, if it is not. */
  readonly proves?: readonly [number, number];
  readonly fails?: string;
}

export interface GrowthTable {
  readonly about: string;
  readonly key: string;
  readonly witness: string;
  readonly cases: readonly GrowthCase[];
}

const key = readSigningKey(signingKeyOf('ledger.example', Buffer.alloc(32, 1))) as SigningKey;
const witness = cosignerNamed('north.example/witness', 5);
const most = 600;

/** The Merkle tree of a log. If `changed` is given, the event with this number is a different one. */
const treeOf = (changed?: number): Tiles => {
  const leaves = Array.from({ length: most }, (_, index) =>
    hashOfLeaf(leafOf(index + 1, keptHash(1, `event ${index + 1}${index + 1 === changed ? ', changed' : ''}`))),
  );
  return tilesByKey(extend(0, new Map(), Buffer.concat(leaves)));
};
const tree = treeOf();
const rewritten = treeOf(7);

const noteOf = (size: number, tiles = tree, ledger = 100): string => {
  const origin = originOf('ledger.example', { of: 'ledger', id: id(ledger) as LedgerId });
  return key.signed(checkpointText({ origin, size, root: rootOf(size, tiles), at: at(30) }));
};
const latestFrom = (former: number, size: number, tiles = tree): GrowthCase['latest'] => ({
  note: noteOf(size, tiles),
  consistency: consistencyOf(former, size, tiles).map((hash) => hash.toString('hex')),
});

const holding = (former: number, size: number): GrowthCase => ({
  ...{ name: `from ${former} to ${size}`, former: noteOf(former), latest: latestFrom(former, size) },
  proves: [former, size],
});
const failing = (name: string, fails: string, former: string, latest: GrowthCase['latest']): GrowthCase => ({
  ...{ name, former, latest, fails },
});

const good = latestFrom(123, 600);
const cosigned = (note: string): string =>
  note + witness.line(note.slice(0, note.lastIndexOf('\n\n') + 1), 1_768_478_400n);

const cases: readonly GrowthCase[] = [
  ...[1, 2, 3, 123, 256, 257, 512, 599, 600].map((former) => holding(former, 600)),
  ...[holding(1, 1), holding(3, 7), holding(255, 256)],
  {
    ...holding(123, 600),
    name: 'a later note that a witness has co-signed',
    isWitnessed: true,
    latest: { ...good, note: cosigned(good.note) },
  },
  {
    ...failing(
      'only the former note has been co-signed by a witness',
      'has not co-signed',
      cosigned(noteOf(123)),
      good,
    ),
    isWitnessed: true,
  },
  failing('a changed event of the former log', 'does not begin with', noteOf(123), latestFrom(123, 600, rewritten)),
  failing('two trees of one size', 'does not begin with', noteOf(600), latestFrom(600, 600, rewritten)),
  failing('a proof in another order', 'does not begin with', noteOf(123), {
    ...good,
    consistency: good.consistency.toReversed(),
  }),
  failing('a proof from another size', '', noteOf(123), { ...latestFrom(122, 600) }),
  failing('a proof that is too short', 'too short', noteOf(123), { ...good, consistency: good.consistency.slice(1) }),
  failing('a proof that is too long', 'too long', noteOf(123), {
    ...good,
    consistency: ['00'.repeat(32), ...good.consistency],
  }),
  failing('a text that is not a hash', 'not a hash', noteOf(123), {
    ...good,
    consistency: good.consistency.with(0, 'x'),
  }),
  failing('a truncated log', 'its end was cut off', noteOf(600), latestFrom(123, 123)),
  failing('another ledger', 'of two logs', noteOf(123, tree, 101), good),
  failing('a changed former note', 'signature', noteOf(123).replace('\n123\n', '\n122\n'), good),
];

export const growthTable = (): GrowthTable => ({
  about:
    'Pairs of checkpoints that each program judges: both clients (tests/unit/proof/growth-cases.test.ts, clients/python/tests/test_growth.py) and verify-receipt.mjs. Made from tests/support/growth-cases.ts, which uses what the service uses.',
  key: key.verifierKey,
  witness: witness.key,
  cases,
});
