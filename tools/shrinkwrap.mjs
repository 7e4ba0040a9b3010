/**
 * Writes npm-shrinkwrap.json for the package: of the lock file what runs, and nothing that builds or tests. So whoever
 * installs the package gets the versions that were tested, theirs of theirs included, checked by the same hashes. The
 * packages of the repository are compiled into the program, so neither they nor the links to them are listed.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { packages, ...head } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { devDependencies: _, workspaces: __, ...root } = packages[''];
const running = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
  // Packages that only tests use are left out. A package that tests and the program use is here because the program needs it, and
  // is optional if the program can run without it.
  .map(([path, { devOptional, ...rest }]) => [path, devOptional === true ? { ...rest, optional: true } : rest]);
const wrapped = { ...head, packages: { '': root, ...Object.fromEntries(running) } };
writeFileSync('npm-shrinkwrap.json', `${JSON.stringify(wrapped, null, 2)}\n`);
