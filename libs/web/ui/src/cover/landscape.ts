/** Generated landscape: a disc behind layered ridges, in shades of one hue. */
export interface Landscape {
  hue: number;
  disc: { x: number; y: number; radius: number };
  /** Paths from farthest to nearest. */
  ridges: readonly string[];
}

export const WIDTH = 320;
export const HEIGHT = 112;

/** Hues of dyed book cloth: madder, rust, ochre, moss, pine, sea, woad, indigo, plum. */
const HUES = [22, 48, 78, 125, 160, 205, 240, 275, 330];
const RIDGES = 4;
/** Points per ridge, connected by curves. */
const STEPS = 8;

/** Deterministic: the same title has the same cover on every device. */
export function landscapeOf(title: string): Landscape {
  const next = numbersFrom(title);
  const hue = HUES[Math.floor(next() * HUES.length)] ?? 0;
  const disc = { x: 40 + next() * (WIDTH - 80), y: 24 + next() * 24, radius: 10 + next() * 10 };
  const ridges = Array.from({ length: RIDGES }, (_, index) => {
    const height = HEIGHT * (0.42 + index * 0.15);
    return ridge(height, 26 - index * 4, next);
  });
  return { hue, disc, ridges };
}

function ridge(height: number, roughness: number, next: () => number): string {
  const points = Array.from({ length: STEPS + 1 }, (_, index) => ({
    x: Math.round((index / STEPS) * WIDTH),
    y: Math.round(height + (next() - 0.5) * 2 * roughness),
  }));
  const [first, ...rest] = points;
  let path = `M0 ${HEIGHT}V${first?.y ?? height}`;
  let last = first ?? { x: 0, y: height };
  for (const point of rest) {
    const middle = Math.round((last.x + point.x) / 2);
    path += `C${middle} ${last.y} ${middle} ${point.y} ${point.x} ${point.y}`;
    last = point;
  }
  return `${path}V${HEIGHT}Z`;
}

/** Pseudo-random numbers between 0 and 1, seeded with the text (FNV-1a, then mulberry32). */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of text.normalize('NFC').trim().toLowerCase()) {
    state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
