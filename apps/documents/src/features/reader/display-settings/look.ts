import { useState } from 'react';

/** Display settings of the reader, stored on this device. */
export interface Look {
  size: Size;
  measure: Measure;
  /** Last chosen view of files that also have text. */
  shown: Shown | undefined;
}
export type Size = 'small' | 'medium' | 'large' | 'larger';
export type Measure = 'narrow' | 'medium' | 'wide';
export type Shown = 'text' | 'file' | 'both';

/** Font sizes. */
export const SIZES: Readonly<Record<Size, { words: string; css: string }>> = {
  small: { words: 'Small', css: '1rem' },
  medium: { words: 'Medium', css: 'var(--text-body)' },
  large: { words: 'Large', css: '1.3125rem' },
  larger: { words: 'Larger', css: '1.5625rem' },
};
/** Line lengths: about 60, 70 and 85 characters. */
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

/** Display settings, and the function that changes and stores them. */
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
        // Storage is disabled or full: the setting applies to this page only.
      }
    },
  ];
}
