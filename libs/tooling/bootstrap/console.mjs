// Console output of the bootstrap, which can't use any package.
const colours = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const paint = (/** @type {number} */ code, /** @type {string} */ text) =>
  colours ? `\u001b[${code}m${text}\u001b[0m` : text;

/** @param {string} text @param {number} startedAt */
export function done(text, startedAt) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${paint(32, '✔')} ${text} ${paint(2, `${seconds} s`)}`);
}

/** @param {string} text */
export function failed(text) {
  console.error(`${paint(31, '✖')} ${text}`);
}

/**
 * Prints a progress line: updated in place on a terminal, printed once otherwise.
 * @param {string} text
 */
export function working(text) {
  if (!process.stdout.isTTY) {
    console.log(`… ${text}`);
    return { say() {}, end() {} };
  }
  const show = (/** @type {string} */ now) =>
    process.stdout.write(`\r\u001b[K${paint(33, '…')} ${now}`);
  show(text);
  return {
    /** @param {string} now */
    say: (now) => show(now),
    end: () => process.stdout.write('\r\u001b[K'),
  };
}
