import { CHECKED, formatListMarker, UNCHECKED } from '@tomekeeper/contracts-document';

const MAX_DEPTH = 8;

/** Depth and marker of a list item in HTML of another program. @param root ancestor at which lists begin */
export function listItemOf(
  item: HTMLElement,
  root?: Element,
): { depth: number; marker: string | null } {
  let depth = -1;
  for (let above = item.parentElement; above && above !== root; above = above.parentElement)
    if (/^(UL|OL)$/.test(above.tagName)) depth += 1;
  return { depth: Math.min(Math.max(depth, 0), MAX_DEPTH), marker: markerOf(item) };
}

function markerOf(item: HTMLElement): string | null {
  const isChecked = item.getAttribute('aria-checked');
  if (isChecked !== null) return isChecked === 'true' ? CHECKED : UNCHECKED;
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return null;
  const items = [...list.children].filter(({ tagName }) => tagName === 'LI');
  const first = Number(list.getAttribute('start') ?? 1) || 1;
  const type = list.getAttribute('type') ?? '';
  // The page's content security policy empties `style`, but not the attribute.
  const [, letters] =
    /list-style-type:\s*(lower|upper)-(?:alpha|latin)/i.exec(item.getAttribute('style') ?? '') ??
    [];
  const isUpper = letters?.toLowerCase() === 'upper' || type === 'A';
  const isLower = letters?.toLowerCase() === 'lower' || type === 'a';
  const style = isUpper ? 'upper' : isLower ? 'lower' : 'digits';
  return formatListMarker(first + items.indexOf(item), { style, sign: '.' });
}
