// jsdom with the parts of the fetch standard that every browser has and jsdom leaves out.
const { TestEnvironment } = require('jest-environment-jsdom');

const FROM_NODE = ['Headers', 'Request', 'Response', 'structuredClone'];

module.exports = class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
  }
};
