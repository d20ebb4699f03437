const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LETTER = /[\p{L}\p{N}]/gu;

/** Whether most letters of a text are right-to-left. */
export function isRtl(text: string): boolean {
  const rtl = text.match(RTL)?.length ?? 0;
  return rtl > 0 && rtl * 2 > (text.match(LETTER)?.length ?? 0);
}

/** Reverses the order of adjacent runs whose direction differs from the page's. Punctuation has no direction. */
export function inLogicalOrder<T extends { text: string }>(
  runs: readonly T[],
  isPageRtl: boolean,
): T[] {
  const directions = runs.map(({ text }) =>
    text.search(LETTER) < 0 ? undefined : isRtl(text) === isPageRtl ? 'page' : 'opposite',
  );
  const ordered: T[] = [];
  for (let at = 0; at < runs.length;) {
    let end = at + 1;
    if (directions[at] === 'opposite')
      for (let next = end; next < runs.length && directions[next] !== 'page'; next++)
        if (directions[next] === 'opposite') end = next + 1;
    ordered.push(...runs.slice(at, end).reverse());
    at = end;
  }
  return ordered;
}
