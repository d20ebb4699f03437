// Loaded before anything else by every process of the product (NODE_OPTIONS), in this test only: the wall clock
// is off by as many milliseconds as the file says at the moment. Timers and performance.now() run as ever, as
// when somebody sets a host's clock.
const fs = require('node:fs');
const http = require('node:http');

const file = process.env.CLOCK_OFFSET_FILE;
const TrueDate = Date;
let offset = read();
// Started on the true clock: nothing may wait longer because of this file.
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

// Node writes this header by a clock of its own, and clients of the store compare it with theirs.
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (name, request, response) {
  if (name === 'request') response.setHeader('date', new Date().toUTCString());
  return emit.apply(this, arguments);
};
