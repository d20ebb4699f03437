// Node environment with one context per worker process. Packages are evaluated once; each test file evaluates sources of the
// workspace again. Globals and environment variables are reset after each file.
const { TestEnvironment } = require('jest-environment-node');

/** Undici reads its dispatcher from these globals at each request. */
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
