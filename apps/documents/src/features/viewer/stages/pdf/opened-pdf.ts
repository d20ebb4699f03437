import type { Size } from '../zoom/zoom';

/** A PDF whose pages are loaded on demand. */
export interface OpenedPdf {
  /** Number of pages. */
  pages: number;
  /** @throws if the page is damaged or cannot be loaded */
  page: (number: number) => Promise<PdfPage>;
}

export interface PdfPage {
  /** Size in points, which equal pixels at scale 1. */
  size: Size;
  /** Renders the page; undefined if aborted. */
  draw: (scale: number, signal: AbortSignal) => Promise<HTMLCanvasElement | undefined>;
  /** Renders the selectable text layer, which scales with `--total-scale-factor`. */
  write: (place: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Releases render resources; the page can be rendered again. */
  leave: () => void;
}

/** Reason why a PDF does not open. */
export type PdfTrouble = 'locked' | 'damaged' | 'unreachable';
