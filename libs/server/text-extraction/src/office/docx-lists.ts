import { child, childrenOf, type XmlNode } from './xml';

interface Level {
  format: string;
  text: string;
  start: number;
}

/** List numbering of a Word file. */
export class Numbering {
  private readonly levels = new Map<string, Map<number, Level>>();
  private readonly counts = new Map<string, number[]>();
  private readonly abstractOf = new Map<string, string>();

  constructor(root: XmlNode | undefined) {
    for (const abstract of childrenOf(root, 'w:abstractNum')) {
      const levels = childrenOf(abstract, 'w:lvl').map((level): [number, Level] => [
        Number(level.attributes['w:ilvl']),
        levelOf(level),
      ]);
      this.levels.set(abstract.attributes['w:abstractNumId'] ?? '', new Map(levels));
    }
    for (const number of childrenOf(root, 'w:num')) {
      const abstract = child(number, 'w:abstractNumId')?.attributes['w:val'] ?? '';
      this.abstractOf.set(number.attributes['w:numId'] ?? '', abstract);
    }
  }

  /** Counts an item. @returns its number; undefined for bullets */
  next(id: string, depth: number): string | undefined {
    const abstract = this.abstractOf.get(id) ?? id;
    const levels = this.levels.get(abstract);
    const level = levels?.get(depth);
    const counts = this.counts.get(abstract) ?? [];
    this.counts.set(abstract, counts);
    counts.length = Math.min(counts.length, depth + 1);
    for (let above = 0; above <= depth; above++)
      counts[above] ??= (levels?.get(above)?.start ?? 1) - (above === depth ? 1 : 0);
    counts[depth]!++;
    if (!level || level.format === 'bullet' || level.format === 'none') return undefined;
    const marker = level.text.replace(/%([1-9])/g, (_, number: string) => {
      const at = Number(number) - 1;
      return counted(counts[at] ?? 1, levels?.get(at)?.format ?? 'decimal');
    });
    return marker.trim() === '' ? undefined : marker.trim();
  }
}

const levelOf = (level: XmlNode): Level => ({
  format: child(level, 'w:numFmt')?.attributes['w:val'] ?? 'decimal',
  text: child(level, 'w:lvlText')?.attributes['w:val'] ?? '%1.',
  start: Number(child(level, 'w:start')?.attributes['w:val'] ?? 1) || 1,
});

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

export function counted(count: number, format: string): string {
  if (count < 1 || count > 3000) return String(count);
  switch (format) {
    case 'lowerLetter':
    case 'a':
      return letter(count);
    case 'upperLetter':
    case 'A':
      return letter(count).toUpperCase();
    case 'lowerRoman':
    case 'i':
      return roman(count);
    case 'upperRoman':
    case 'I':
      return roman(count).toUpperCase();
    default:
      return String(count);
  }
}

const letter = (count: number): string =>
  String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));

function roman(count: number): string {
  let left = count;
  return ROMAN.map(([value, digits]) => {
    const times = Math.floor(left / value);
    left -= times * value;
    return digits.repeat(times);
  }).join('');
}
