import fs from 'node:fs';
import path from 'node:path';
import { contrast, readPalette } from './contrast';

const palette = readPalette(fs.readFileSync(path.join(__dirname, 'tokens.css'), 'utf8'));

/** Text and background pairs. */
const TEXT: readonly (readonly [string, string])[] = [
  ...['paper', 'paper-raised', 'paper-sunken'].flatMap((paper) =>
    ['ink', 'ink-muted', 'accent', 'accent-hover', 'danger'].map((ink) => [ink, paper] as const),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['ink', 'accent-wash'],
  ['accent', 'accent-wash'],
  ['danger-fill-ink', 'danger-fill'],
  ['danger-fill-ink', 'danger-fill-hover'],
  ['danger', 'danger-wash'],
  ['ink', 'danger-wash'],
  ['danger', 'accent-wash'],
  ['ink', 'public-wash'],
  ['public-ink', 'public-wash'],
  ['public-ink', 'paper'],
  ['public-ink', 'paper-raised'],
  ['spoilers-ink', 'spoilers-wash'],
  ['spoilers-ink', 'paper'],
  ['spoilers-ink', 'paper-raised'],
  // Toasts use inverted colors.
  ['paper', 'ink'],
  ['danger-on-ink', 'ink'],
];

/** Borders of controls, focus rings and rules (WCAG 1.4.11). */
const SHAPES: readonly (readonly [string, string])[] = ['paper', 'paper-raised'].flatMap((paper) =>
  ['line-strong', 'focus', 'accent', 'danger', 'spoilers-rule', 'public-rule'].map(
    (shape) => [shape, paper] as const,
  ),
);

function ratio(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [palette.get(one), palette.get(other)];
  if (!a || !b) throw new Error(`tokens.css has no pair ${one} / ${other}`);
  return contrast(a[theme], b[theme]);
}

describe('contrast', () => {
  it('is computed as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  describe.each(['light', 'dark'] as const)('of the %s theme', (theme) => {
    it.each(TEXT)('lets %s be read on %s', (ink, paper) => {
      expect(ratio(ink, paper, theme)).toBeGreaterThanOrEqual(4.5);
    });

    it.each(SHAPES)('lets %s be seen on %s', (shape, paper) => {
      expect(ratio(shape, paper, theme)).toBeGreaterThanOrEqual(3);
    });
  });
});
