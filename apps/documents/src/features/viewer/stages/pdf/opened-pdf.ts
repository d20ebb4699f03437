import type { Size } from '../zoom/zoom';

/** A PDF whose pages can be had, each when it is looked at. */
export interface OpenedPdf {
  /** How many. */
  pages: number;
  /** @throws when the page is damaged or can not be reached */
  page: (number: number) => Promise<PdfPage>;
}

export interface PdfPage {
  /** In points, which are pixels at a scale of 1. */
  size: Size;
  /** A drawing of the page; undefined when it was given up meanwhile. */
  draw: (scale: number, signal: AbortSignal) => Promise<HTMLCanvasElement | undefined>;
  /** Puts the page's text over the drawing, to be selected; it follows `--total-scale-factor`. */
  write: (place: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Gives back what drawing it took; it can be drawn again. */
  leave: () => void;
}

/** Why a PDF does not open, as the screen says it. */
export type PdfTrouble = 'locked' | 'damaged' | 'unreachable';
