// The browser's own SHA-256 exists on https and localhost only, and players' phones may come over plain
// http; it is also asynchronous, which costs more than the sum itself when there are thousands.

const ROUNDS = 64;
const CONSTANTS = new Uint32Array(ROUNDS);
const INITIAL = new Uint32Array(8);
fillConstants();

/** First 32 bits of the fractional parts of roots of the first primes, as FIPS 180-4 defines them. */
function fillConstants() {
  const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
  let found = 0;
  for (let candidate = 2; found < ROUNDS; candidate++) {
    if (!isPrime(candidate)) continue;
    if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate));
    CONSTANTS[found++] = fraction(Math.cbrt(candidate));
  }
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number) => words[index] ?? 0;

/** SHA-256 as eight words. */
export function sha256(message: Uint8Array): Uint32Array {
  const state = INITIAL.slice();
  const schedule = new Uint32Array(ROUNDS);
  const padded = pad(message);
  for (let offset = 0; offset < padded.byteLength; offset += 64) {
    for (let word = 0; word < 16; word++) schedule[word] = padded.getUint32(offset + 4 * word);
    compress(state, schedule);
  }
  return state;
}

function pad(message: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  return view;
}

function compress(state: Uint32Array, schedule: Uint32Array) {
  for (let word = 16; word < ROUNDS; word++) {
    const early = at(schedule, word - 15);
    const late = at(schedule, word - 2);
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[word] = at(schedule, word - 16) + small0 + at(schedule, word - 7) + small1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < ROUNDS; round++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + at(CONSTANTS, round) + at(schedule, round)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (big0 + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let word = 0; word < 8; word++) state[word] = at(state, word) + (added[word] ?? 0);
}
