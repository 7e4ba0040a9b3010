/** Tells Node which of the two folders is which: the package itself says nothing, so that each may. */
import { writeFileSync } from 'node:fs';

for (const [folder, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
])
  writeFileSync(new URL(`dist/${folder}/package.json`, import.meta.url), `${JSON.stringify({ type })}\n`);
