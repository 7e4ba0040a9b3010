/**
 * Where test files run: in the worker process itself, so that what stays loaded (see warm-runtime.js) and what belongs to a file
 * are of one world. Everything that a file leaves behind, such as globals, environment variables and mocks, is removed before the
 * next.
 */
const { ModuleMocker } = require('jest-mock');

const environmentAtFirst = { ...process.env };
/** As jest's own environment has it. */
const stackTraceLimit = 100;
/** The globals of the process before the first file. */
let globalsAtFirst;

const tidy = () => {
  for (const key of Reflect.ownKeys(globalThis)) if (!globalsAtFirst.has(key)) Reflect.deleteProperty(globalThis, key);
  for (const name of Object.keys(process.env)) if (!(name in environmentAtFirst)) delete process.env[name];
  Object.assign(process.env, environmentAtFirst);
};

/** The names of the describes around a test and its own, as jest prints them. */
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
    // A test that moves time moves the clock of what it tests (hand-clock.ts): these would stop the timers of the driver and of Node too.
    this.fakeTimers = null;
    this.fakeTimersModern = null;
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
  }

  /** Leaves out the tests that the lane cannot run, or that are not among those that it is for, by a part of their full names. */
  handleTestEvent({ name, test }) {
    if (name === 'test_start' && !this.isOfLane(fullNameOf(test))) test.mode = 'skip';
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Asked for whether there is one: the runtime compiles without. */
  getVmContext() {
    return this;
  }
}

module.exports = WarmEnvironment;
