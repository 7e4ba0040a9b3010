/** Writes a package.json that declares the module format into each folder of the build: the package has ES modules and CommonJS. */
import { writeFileSync } from 'node:fs';

for (const [folder, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
])
  writeFileSync(new URL(`dist/${folder}/package.json`, import.meta.url), `${JSON.stringify({ type })}\n`);
