/**
 * A process of its own whose work is written in TypeScript: `startProcess(typescriptProcess, { file, setup })` runs what
 * that file exports as `prepare`. Plain JavaScript, because it is what teaches Node to read the rest.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } };
require.extensions['.ts'] = (module, filename) =>
  module._compile(transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename);

const { serveProcess } = require('../../src/bench/load/process');
serveProcess(({ file, setup }) => require(file).prepare(setup));
