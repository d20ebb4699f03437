import type { Audience } from '@tomekeeper/visibility';
import { audienceInWords, type NameOfPlayer } from '../../sharing/audiences/audience-text';

const SVG = 'http://www.w3.org/2000/svg';
// The eye icons of other audience marks, on their 20 × 20 grid.
const OPEN = [
  'M1.75 10S4.75 4.5 10 4.5 18.25 10 18.25 10 15.25 15.5 10 15.5 1.75 10 1.75 10Z',
  'M10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8Z',
];
const CLOSED = [
  'M1.75 8.25S4.75 13 10 13s8.25-4.75 8.25-4.75M10 13v3M5.4 11.8l-1.5 2.5M14.6 11.8l1.5 2.5',
];

/** Eye icon and label of an audience. Assistive technology gets the same from the toolbar button. */
export function drawnMark(
  audience: Audience,
  nameOf: NameOfPlayer,
  className: string,
): HTMLElement {
  const mark = document.createElement('span');
  mark.className = className;
  mark.contentEditable = 'false';
  mark.setAttribute('aria-hidden', 'true');
  mark.dataset['audience'] = audience.kind;
  const eye = document.createElementNS(SVG, 'svg');
  eye.setAttribute('viewBox', '0 0 20 20');
  eye.setAttribute('width', '16');
  eye.setAttribute('height', '16');
  for (const shape of audience.kind === 'gm' ? CLOSED : OPEN) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', shape);
    eye.append(path);
  }
  const words = document.createElement('span');
  words.textContent = audienceInWords(audience, nameOf);
  mark.append(eye, words);
  return mark;
}
