/** The console is built into dist/console: file names contain a hash of the content, so that a
 * browser may cache them permanently. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../../../../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // `data:` addresses are no foreign requests, but the policy of the pages forbids them all the same.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script, and no supported browser needs it, because all have modules.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
