/**
 * The Makefile, bin/ledger and the benchmarks start Node with the same options. The first two cannot import a constant, so each repeats the
 * options.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '../../packages/bench/src/service';

const optionsIn = (file: string, before: string): readonly string[] => {
  const line = readFileSync(join(__dirname, '../..', file), 'utf8')
    .split('\n')
    .find((each) => each.includes(before));
  return (line?.slice(line.indexOf(before) + before.length).match(/--\S+/g) ?? []) as readonly string[];
};

test.each([
  ['Makefile', 'exec node'],
  ['bin/ledger', 'exec node'],
])('%s starts the service with the Node options of the benchmarks', (file, before) => {
  expect(optionsIn(file, before)).toEqual(nodeOptions);
});
