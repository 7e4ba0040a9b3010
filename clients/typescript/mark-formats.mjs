/** Declares the module format of each folder, because the package has both and declares none itself. */
import { writeFileSync } from 'node:fs';

for (const [folder, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
])
  writeFileSync(new URL(`dist/${folder}/package.json`, import.meta.url), `${JSON.stringify({ type })}\n`);
