/** The folder of the package that this program belongs to: a checkout, or the place where npm installed it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const packageName = 'ledger';

const isRoot = (folder: string): boolean => {
  const manifest = join(folder, 'package.json');
  return (
    existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name === packageName
  );
};

/**
 * Returns the nearest parent folder that has the ledger's `package.json`. It is the same folder for a source file and for its compiled
 * form. Throws if there is none.
 */
export const rootAbove = (folder: string): string => {
  for (let here = folder; ; here = dirname(here)) {
    if (isRoot(here)) return here;
    if (here === dirname(here)) throw new Error(`No folder above ${folder} is the package "${packageName}".`);
  }
};

export const packageRoot = rootAbove(__dirname);
