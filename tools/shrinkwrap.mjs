/**
 * Writes npm-shrinkwrap.json for the package: of the lock file what runs, and nothing that builds or tests. So whoever
 * installs the package gets the versions that were tested, theirs of theirs included, checked by the same hashes.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { packages, ...head } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { devDependencies: _, ...root } = packages[''];
const running = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && dev !== true)
  // What tests use too is here because something that runs needs it, and optional where that is.
  .map(([path, { devOptional, ...rest }]) => [path, devOptional === true ? { ...rest, optional: true } : rest]);
const wrapped = { ...head, packages: { '': root, ...Object.fromEntries(running) } };
writeFileSync('npm-shrinkwrap.json', `${JSON.stringify(wrapped, null, 2)}\n`);
