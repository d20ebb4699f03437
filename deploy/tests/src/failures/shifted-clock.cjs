// Preloaded into every process of the product (NODE_OPTIONS), in this test only: shifts the wall clock by the
// milliseconds in a file. Timers and performance.now() are unaffected, as after a change of a host's clock.
const fs = require('node:fs');
const http = require('node:http');

const file = process.env.CLOCK_OFFSET_FILE;
const TrueDate = Date;
let offset = read();
// Started before the clock is shifted, so that this module delays no other code.
setInterval(() => (offset = read()), 100).unref();

function read() {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + offset] : given, newTarget),
  apply: (target) => new target(target.now() + offset).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + offset : Reflect.get(target, name, receiver),
});

// Node sets this header from an internal clock, and clients of the store compare it with their own.
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (name, request, response) {
  if (name === 'request') response.setHeader('date', new Date().toUTCString());
  return emit.apply(this, arguments);
};
