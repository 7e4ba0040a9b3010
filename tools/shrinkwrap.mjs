/**
 * Writes npm-shrinkwrap.json for the package: the dependencies of the lock file that are needed at run time, without those that only build
 * or test the package. With it, everyone who installs the package gets the tested versions of all dependencies, checked against the same
 * hashes. The repository's own packages are compiled into the program, so they are not listed.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { packages, ...head } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { devDependencies: _, workspaces: __, ...root } = packages[''];
const running = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
  // Keeps packages that the program needs and leaves out packages that only tests use. A package is optional if the program runs without
  // it.
  .map(([path, { devOptional, ...rest }]) => [path, devOptional === true ? { ...rest, optional: true } : rest]);
const wrapped = { ...head, packages: { '': root, ...Object.fromEntries(running) } };
writeFileSync('npm-shrinkwrap.json', `${JSON.stringify(wrapped, null, 2)}\n`);
