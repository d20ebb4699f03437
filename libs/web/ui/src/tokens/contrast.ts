/** Light and dark values of all color tokens in tokens.css. */
export type Palette = ReadonlyMap<string, { light: string; dark: string }>;

/** Parses `--color-<name>: light-dark(#rrggbb, #rrggbb)` from the stylesheet. */
export function readPalette(css: string): Palette {
  const colors = css.matchAll(
    /--color-([\w-]+):\s*light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\)/gi,
  );
  return new Map(
    [...colors].map(([, name = '', light = '', dark = '']) => [name, { light, dark }] as const),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors per WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
