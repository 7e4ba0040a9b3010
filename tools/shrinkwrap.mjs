/**
 * Writes npm-shrinkwrap.json for the package: the dependencies in the lock file that are needed
 * at run time, and none that only build or test. So everyone who installs the package gets the
 * tested versions of all dependencies, including indirect ones, checked by the same hashes. The
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
