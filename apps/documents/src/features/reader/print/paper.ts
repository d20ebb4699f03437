import type { RefObject } from 'react';

/** Maximum passages to print; longer texts would take minutes to prepare. */
export const PRINT_MOST = 3_000;

/** Timeout for pictures; missing ones are left out. */
const PICTURES_MS = 8_000;
const LOOK_MS = 50;

/** Message about pictures that did not load in time. */
export const lackingInWords = (lacking: number): string =>
  lacking === 1
    ? 'One picture did not load in time and was left out. Print again to include it.'
    : `${lacking.toLocaleString()} pictures did not load in time and were left out. Print again to include them.`;

/** Waits for all pictures of the printed text. @returns the number that did not load in time */
export async function picturesLacking(
  paper: RefObject<HTMLElement | null>,
  signal: AbortSignal,
): Promise<number> {
  const figures = () => [...(paper.current?.querySelectorAll('figure') ?? [])];
  const isComing = (figure: HTMLElement) =>
    figure.dataset['lacks'] === 'coming' || figure.querySelector('img')?.complete === false;
  const end = Date.now() + PICTURES_MS;
  while (figures().some(isComing) && Date.now() < end && !signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return figures().filter((one) => isComing(one) || one.dataset['lacks'] === 'failed').length;
}
