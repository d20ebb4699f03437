import type { Size } from '../zoom/zoom';

/** Space between and around pages, in CSS pixels. */
export const GAP = 16;

/** Vertical layout of the pages, in CSS pixels. */
export interface PagePlaces {
  /** Offset of each page from the top. */
  tops: readonly number[];
  height: number;
}

/** @param size size of a page by number, from 1 */
export function pagePlaces(
  pages: number,
  size: (number: number) => Size,
  scale: number,
): PagePlaces {
  const tops: number[] = [];
  let top = GAP;
  for (let number = 1; number <= pages; number += 1) {
    tops.push(top);
    top += size(number).height * scale + GAP;
  }
  return { tops, height: top };
}

/** Number of the page at an offset, from 1. */
export function pageAt({ tops }: PagePlaces, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Reading position independent of zoom: 12.25 is a quarter down page 12. */
export function readingPlace(places: PagePlaces, y: number): number {
  const number = pageAt(places, y);
  const [top, next] = edges(places, number);
  return number + Math.min(Math.max(0, (y - top) / (next - top)), 0.999);
}

/** Offset of a reading position, in CSS pixels. */
export function heightOf(places: PagePlaces, place: number): number {
  const number = Math.min(Math.max(1, Math.floor(place)), places.tops.length);
  const [top, next] = edges(places, number);
  return top + (place >= 1 ? place % 1 : 0) * (next - top);
}

const edges = ({ tops, height }: PagePlaces, number: number): [top: number, next: number] => [
  tops[number - 1] ?? 0,
  tops[number] ?? height,
];
