/**
 * How test files are loaded. Jest gives each its own world: a context, and in it all modules anew, the service and its libraries, cold.
 * That was half a second of each of hundreds of files, and a third of all processor time of a run. Here a worker process loads the
 * service, the libraries, `tests/support` and jest's own modules once, and keeps them, as a service does. Only the test file itself,
 * its other neighbours below `tests` (those of the repository and of a workspace) and jest-circus, which holds the tests of one file, are loaded for each file. Mocks of whole
 * modules (`jest.mock`) do not reach what stays: nothing here mocks modules, it swaps adapters.
 */
const { resolve, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const tests = resolve(__dirname, '..') + sep;
const support = __dirname + sep;
const testsOfWorkspaces = /[\\/]packages[\\/][^\\/]+[\\/]tests[\\/]/;

/** Modules are functions of the process itself (see warm-environment.js). */
class PlainRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor } = this;
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }
}

/** Loads what stays. It is never torn down, so that a module may still require another one when its first file is over. */
let staying;

/**
 * Remembers what jest-circus knows of the test that runs. Node's own follows each promise by hooks, which cost every promise of the
 * process a tenth of its time; the tests of a file run one after the other, so one place is enough.
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
    // It reads the maps of one file's runtime, so that a stack names the lines as they are written.
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
      // The file's own runtime says what is missing.
      return false;
    }
  }
}

exports.__esModule = true;
exports.default = WarmRuntime;
