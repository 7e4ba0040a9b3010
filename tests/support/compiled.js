/**
 * Compiles TypeScript for every run of jest with the same options. Jest keeps what it compiled under a key that contains its whole
 * configuration, so each lane, each command and each day (another list of files) would compile everything again. Here the key contains only
 * the source, its path and the options of swc.
 */
const { createTransformer } = require('@swc/jest');

const swc = createTransformer({
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  sourceMaps: 'inline',
});

module.exports = {
  ...swc,
  getCacheKey: (source, file, options) => swc.getCacheKey(source, file, { ...options, configString: '' }),
};
