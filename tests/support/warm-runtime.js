/**
 * How test files are loaded. Jest gives each its own world: a context, and in it all modules anew, the service and its libraries, cold.
 * That was half a second of each of hundreds of files, and a third of all processor time of a run. Here a worker process loads the
 * service, the libraries, `tests/support` and jest's own modules once, and keeps them, as a service does. Only the test file itself,
 * its other neighbours below `tests` and jest-circus, which holds the tests of one file, are loaded for each file. Mocks of whole
 * modules (`jest.mock`) do not reach what stays: nothing here mocks modules, it swaps adapters.
 */
const asyncHooks = require('node:async_hooks');
const { resolve, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const tests = resolve(__dirname, '..') + sep;
const support = __dirname + sep;

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

class WarmRuntime extends PlainRuntime {
  storages = [];

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

  /** Of jest's own modules, what jest-circus requires. It keeps what it knows of a test in a storage that follows each promise. */
  requireInternalModule(from, name) {
    if (name === undefined) return super.requireInternalModule(from);
    // It reads the maps of one file's runtime, so that a stack names the lines as they are written.
    if (name.includes('source-map-support')) return super.requireInternalModule(from, name);
    if (name === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage: this.storageOfFile() };
    return staying.requireInternalModule(from, name);
  }

  /** A storage that nobody disables slows each promise of its process for good, so that the hundredth file ran at half the pace. */
  storageOfFile() {
    const { storages } = this;
    return class extends asyncHooks.AsyncLocalStorage {
      constructor() {
        super();
        storages.push(this);
      }
    };
  }

  disableStorages() {
    for (const storage of this.storages) storage.disable();
  }

  teardown() {
    this.disableStorages();
    super.teardown();
  }

  stays(from, name) {
    if (name === '@jest/globals' || this._resolution.isCoreModule(name)) return false;
    try {
      const file = this._resolution.resolveCjs(from, name);
      return !file.startsWith(tests) || file.startsWith(support);
    } catch {
      // The file's own runtime says what is missing.
      return false;
    }
  }
}

exports.__esModule = true;
exports.default = WarmRuntime;
