/**
 * How test files are loaded. Jest gives each its own world: a context, and in it all modules anew, the service and its libraries, cold.
 * That was half a second of each of hundreds of files, and a third of all processor time of a run. Here only what lies below `tests`
 * belongs to a file; all else is loaded once in a worker process and stays, as it does in a service. Mocks of whole modules
 * (`jest.mock`) do not reach what stays: nothing here mocks modules, it swaps adapters.
 */
const { compileFunction } = require('node:vm');
const { resolve, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const tests = resolve(__dirname, '..') + sep;

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

  stays(from, name) {
    if (name === '@jest/globals' || this._resolution.isCoreModule(name)) return false;
    try {
      return !this._resolution.resolveCjs(from, name).startsWith(tests);
    } catch {
      // The file's own runtime says what is missing.
      return false;
    }
  }
}

exports.__esModule = true;
exports.default = WarmRuntime;
