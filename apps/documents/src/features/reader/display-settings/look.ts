import { useState } from 'react';

/** How somebody likes to read, on this device. */
export interface Look {
  size: Size;
  measure: Measure;
  /** What they chose to see of files that have both. */
  shown: Shown | undefined;
}
export type Size = 'small' | 'medium' | 'large' | 'larger';
export type Measure = 'narrow' | 'medium' | 'wide';
export type Shown = 'text' | 'file' | 'both';

/** Of the letters. */
export const SIZES: Readonly<Record<Size, { words: string; css: string }>> = {
  small: { words: 'Small', css: '1rem' },
  medium: { words: 'Medium', css: 'var(--text-body)' },
  large: { words: 'Large', css: '1.3125rem' },
  larger: { words: 'Larger', css: '1.5625rem' },
};
/** Of the lines: about 60, 70 and 85 letters. */
export const MEASURES: Readonly<Record<Measure, { words: string; css: string }>> = {
  narrow: { words: 'Short', css: '52ch' },
  medium: { words: 'Medium', css: '61ch' },
  wide: { words: 'Long', css: '74ch' },
};
const SHOWN: readonly Shown[] = ['text', 'file', 'both'];

const STORE = 'tomekeeper.reader';
const USUAL: Look = { size: 'medium', measure: 'medium', shown: undefined };

function readLook(): Look {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Record<string, unknown>;
    const { size, measure, shown } = stored;
    return {
      size: Object.keys(SIZES).find((one): one is Size => one === size) ?? USUAL.size,
      measure:
        Object.keys(MEASURES).find((one): one is Measure => one === measure) ?? USUAL.measure,
      shown: SHOWN.find((one) => one === shown),
    };
  } catch {
    return USUAL;
  }
}

/** How somebody likes to read, and the function that changes and keeps it. */
export function useLook(): [Look, (change: Partial<Look>) => void] {
  const [look, setLook] = useState(readLook);
  return [
    look,
    (change) => {
      const next = { ...look, ...change };
      setLook(next);
      try {
        localStorage.setItem(STORE, JSON.stringify(next));
      } catch {
        // Storage is closed or full: it holds for this page then.
      }
    },
  ];
}
