/**
 * The environment of test files: the worker process itself, so that modules which stay loaded (see warm-runtime.js) and those of a test
 * file share one global object. Everything that a file leaves behind, such as globals, environment variables and mocks, is removed before
 * the next one.
 */
const { ModuleMocker } = require('jest-mock');

const environmentAtFirst = { ...process.env };
/** The number of stack frames in an error. Jest's own environment records a hundred, also for the errors that `expect` prepares each time. */
const stackTraceLimit = 30;
/** The process's globals before the first test file. */
let globalsAtFirst;

const tidy = () => {
  for (const key of Reflect.ownKeys(globalThis)) if (!globalsAtFirst.has(key)) Reflect.deleteProperty(globalThis, key);
  for (const name of Object.keys(process.env)) if (!(name in environmentAtFirst)) delete process.env[name];
  Object.assign(process.env, environmentAtFirst);
};

/** The names of the describe blocks around a test and its own name, as jest prints them. */
const fullNameOf = ({ name, parent }) =>
  parent && parent.name !== 'ROOT_DESCRIBE_BLOCK' ? `${fullNameOf(parent)} ${name}` : name;

class WarmEnvironment {
  constructor({ projectConfig }) {
    globalsAtFirst ??= new Set(Reflect.ownKeys(globalThis));
    tidy();
    const { variables = {}, leftOut = [], only = [''] } = projectConfig.testEnvironmentOptions;
    Object.assign(process.env, variables);
    this.isOfLane = (fullName) =>
      only.some((part) => fullName.includes(part)) && !leftOut.some((part) => fullName.includes(part));
    Error.stackTraceLimit = stackTraceLimit;
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    // No fake timers: they would also stop the timers of the database driver and of Node. A test that moves time moves the clock of the
    // tested code (hand-clock.ts).
    this.fakeTimers = null;
    this.fakeTimersModern = null;
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
  }

  /** Skips tests that this kind of run cannot execute or does not include, by a part of their full names. */
  handleTestEvent({ name, test }) {
    if (name === 'test_start' && !this.isOfLane(fullNameOf(test))) test.mode = 'skip';
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest only checks that this method exists; the runtime compiles without a context. */
  getVmContext() {
    return this;
  }
}

module.exports = WarmEnvironment;
