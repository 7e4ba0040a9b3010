/**
 * The build of the console. It writes to dist/console, with file names that contain a hash of the content, so that browsers may cache the
 * files permanently.
 */
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
    // No file becomes a `data:` address, because the content security policy of the pages forbids such addresses.
    assetsInlineLimit: 0,
    // The polyfill for preloading modules would be an inline script, which the policy forbids. Browsers also load the modules without it.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
