/**
 * Loads test files. Jest gives each file its own context, in which it loads all modules again: the service and its libraries. That took
 * half a second for each of hundreds of files, and a third of a run's processor time. This runtime loads the service, the libraries,
 * `tests/support` and jest's own modules once per worker process and keeps them. Only the test file, the other modules below `tests` (of
 * the repository and of a workspace) and jest-circus, which holds the tests of one file, are loaded for each file. Mocks of whole modules
 * (`jest.mock`) do not affect the kept modules: the tests here replace adapters instead.
 */
const { resolve, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const tests = resolve(__dirname, '..') + sep;
const support = __dirname + sep;
const testsOfWorkspaces = /[\\/]packages[\\/][^\\/]+[\\/]tests[\\/]/;

/** Compiles modules as functions of the process itself (see warm-environment.js). */
class PlainRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor } = this;
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }
}

/**
 * The runtime that loads the kept modules. It is never torn down, because a kept module may require another one after its first test file
 * has ended.
 */
let staying;

/**
 * Holds jest-circus's state of the running test. Node's AsyncLocalStorage follows every promise, which made each promise of the process a
 * tenth slower. The tests of a file run one after the other, so one variable is enough.
 */
class StorageOfOneTest {
  getStore() {
    return this.store;
  }

  run(store, callback) {
    const before = this.store;
    const restore = () => {
      this.store = before;
    };
    this.store = store;
    let result;
    try {
      result = callback();
    } catch (error) {
      restore();
      throw error;
    }
    if (typeof result?.then === 'function') return result.finally(restore);
    restore();
    return result;
  }
}

class WarmRuntime extends PlainRuntime {
  constructor(...given) {
    super(...given);
    staying ??= new PlainRuntime(...given);
  }

  requireModuleOrMock(from, name) {
    return this.stays(from, name) ? staying.requireModuleOrMock(from, name) : super.requireModuleOrMock(from, name);
  }

  requireActual(from, name) {
    return this.stays(from, name) ? staying.requireActual(from, name) : super.requireActual(from, name);
  }

  requireInternalModule(from, name) {
    if (name === undefined) return super.requireInternalModule(from);
    // `source-map-support` must be loaded for each test file, because it reads the file's source maps for stack traces.
    if (name.includes('source-map-support')) return super.requireInternalModule(from, name);
    if (name === 'node:async_hooks') return { AsyncLocalStorage: StorageOfOneTest };
    return staying.requireInternalModule(from, name);
  }

  stays(from, name) {
    if (name === '@jest/globals' || this._resolution.isCoreModule(name)) return false;
    try {
      const file = this._resolution.resolveCjs(from, name);
      return file.startsWith(support) || !(file.startsWith(tests) || testsOfWorkspaces.test(file));
    } catch {
      // If the module does not exist, the test file's own runtime reports it.
      return false;
    }
  }
}

exports.__esModule = true;
exports.default = WarmRuntime;
