/** The tree of RFC 6962: the vectors of its reference implementation, and a literal implementation of the definition. */
import { createHash } from 'node:crypto';
import {
  consistencyOf,
  edgeOf,
  extend,
  inclusionOf,
  leafHash,
  openFrontier,
  rootOf,
  tileKey,
  tilesProving,
  type Tiles,
} from '../../../src/modules/proof/domain/merkle';
import { randomFrom, seedOf } from '../../support/random';

const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The tiles of a tree that grew by these numbers of leaves. */
const grown = (hashes: readonly Buffer[], steps: readonly number[]): Map<string, Buffer> => {
  const tiles = new Map<string, Buffer>();
  let size = 0;
  for (const step of steps) {
    const edge = new Map(edgeOf(size).map((place) => [tileKey(place), tiles.get(tileKey(place)) as Buffer]));
    for (const tile of extend(size, edge, Buffer.concat(hashes.slice(size, size + step))))
      tiles.set(tileKey(tile), tile.hashes);
    size += step;
  }
  return new Map([...tiles].sort(([one], [other]) => (placeIn(one) < placeIn(other) ? -1 : 1)));
};

/** Sorts levels and indexes numerically. */
const placeIn = (key: string): string => key.replace(/\d+/g, (number) => number.padStart(8, '0'));

const of = (count: number): readonly Buffer[] =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));

/** MTH and PATH as the RFC defines them, over all leaves. */
const split = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));
const naiveRoot = (hashes: readonly Buffer[]): Buffer =>
  hashes.length < 2
    ? (hashes[0] ?? sha256())
    : sha256(
        Buffer.from([1]),
        naiveRoot(hashes.slice(0, split(hashes.length))),
        naiveRoot(hashes.slice(split(hashes.length))),
      );
const naivePath = (leaf: number, hashes: readonly Buffer[]): readonly Buffer[] => {
  if (hashes.length === 1) return [];
  const [left, right] = [hashes.slice(0, split(hashes.length)), hashes.slice(split(hashes.length))];
  return leaf < left.length
    ? [...naivePath(leaf, left), naiveRoot(right)]
    : [...naivePath(leaf - left.length, right), naiveRoot(left)];
};

/** PROOF as the RFC defines it. */
const naiveConsistency = (former: number, hashes: readonly Buffer[], isWhole = true): readonly Buffer[] => {
  if (former === hashes.length) return isWhole ? [] : [naiveRoot(hashes)];
  const [left, right] = [hashes.slice(0, split(hashes.length)), hashes.slice(split(hashes.length))];
  return former <= left.length
    ? [...naiveConsistency(former, left, isWhole), naiveRoot(right)]
    : [...naiveConsistency(former - left.length, right, false), naiveRoot(left)];
};

describe('the tree over a log', () => {
  test.each(roots.map((root, size) => [size, root] as const))('with %i leaves has the published root', (size, root) => {
    const hashes = leaves.slice(0, size).map((data) => leafHash(Buffer.from(data, 'hex')));
    const frontier = openFrontier();
    hashes.forEach((hash) => frontier.add(hash));
    expect(rootOf(size, grown(hashes, [size])).toString('hex')).toBe(root);
    expect(frontier.root().toString('hex')).toBe(root);
  });

  test.each([
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
  ])('proves leaf %i of %i by the published path', (leaf, size, path) => {
    const hashes = leaves.map((data) => leafHash(Buffer.from(data, 'hex')));
    expect(inclusionOf(leaf, size, grown(hashes, [8])).map((hash) => hash.toString('hex'))).toEqual(path);
  });

  test('has the tiles that the specification gives a tree of 70,000 leaves', () => {
    const tiles = grown(of(70_000), [70_000]);
    const widths = [...tiles].map(([key, hashes]) => [key, hashes.length / 32] as const);
    const at = (level: string): typeof widths => widths.filter(([key]) => key.startsWith(`${level}/`));
    expect(at('0').filter(([, width]) => width === 256)).toHaveLength(273);
    expect(at('0').at(-1)).toEqual(['0/273', 112]);
    expect(at('1')).toEqual([
      ['1/0', 256],
      ['1/1', 17],
    ]);
    expect(at('2')).toEqual([['2/0', 1]]);
    expect(widths).toHaveLength(277);
  });

  test('is the same however it grew, and has every earlier root and proof', () => {
    const seed = seedOf('LEDGER_TREE_SEED');
    const random = randomFrom(seed);
    const below = (most: number): number => Math.floor(random.next() * most);
    const hashes = of(1_400);
    const steps: number[] = [];
    for (let left = hashes.length; left > 0; left -= steps.at(-1) as number) steps.push(1 + below(Math.min(left, 500)));
    const tiles: Tiles = grown(hashes, steps);
    expect([seed, ...tiles]).toEqual([seed, ...grown(hashes, [hashes.length])]);
    for (const size of [1, 2, 255, 256, 257, 511, 512, 513, 1_400, ...steps.map(() => 1 + below(1_400))]) {
      const leaf = below(size);
      const known = new Map(
        tilesProving(leaf, size).map((place) => [tileKey(place), tiles.get(tileKey(place)) as Buffer]),
      );
      expect([seed, size, rootOf(size, known)]).toEqual([seed, size, naiveRoot(hashes.slice(0, size))]);
      expect([seed, leaf, size, ...inclusionOf(leaf, size, known)]).toEqual([
        ...[seed, leaf, size],
        ...naivePath(leaf, hashes.slice(0, size)),
      ]);
      expect([seed, leaf + 1, size, ...consistencyOf(leaf + 1, size, known)]).toEqual([
        ...[seed, leaf + 1, size],
        ...naiveConsistency(leaf + 1, hashes.slice(0, size)),
      ]);
    }
  });
});
