// Node environment with one context per worker process. Packages are evaluated once in it; test files still evaluate the sources of
// the workspace themselves, and find globals and environment variables as they were at the start.
const { TestEnvironment } = require('jest-environment-node');

/** Undici reads its dispatcher from these whenever it sends a request. */
const KEPT = /^undici\./;
let shared;

module.exports = class WorkerEnvironment extends TestEnvironment {
  /** Evaluated modules of packages, by file: see shared-runtime.cjs. */
  packages = new Map();

  constructor(config, context) {
    if (shared) return shared;
    super(config, context);
    this.initialGlobals = new Set(Reflect.ownKeys(this.global));
    this.initialVariables = { ...this.global.process.env };
    shared = this;
  }

  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    for (const key of Reflect.ownKeys(this.global))
      if (!this.initialGlobals.has(key) && !KEPT.test(key.description ?? key))
        Reflect.deleteProperty(this.global, key);
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.initialVariables)) delete env[name];
    Object.assign(env, this.initialVariables);
  }
};
