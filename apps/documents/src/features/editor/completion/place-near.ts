/** Where something stands in the window, in CSS pixels. */
export interface Spot {
  left: number;
  top: number;
  bottom: number;
}

const EDGE = 8;
/** Less room than this below, and more above: it stands above. */
const LOW = 220;

/** Puts a list beside a spot and within what is seen of the window: above a phone's keyboard, too. */
export function placeNear(list: HTMLElement, spot: Spot | undefined): void {
  if (!spot) return;
  const seen = window.visualViewport;
  const top = seen?.offsetTop ?? 0;
  const left = seen?.offsetLeft ?? 0;
  const height = seen?.height ?? window.innerHeight;
  const width = seen?.width ?? window.innerWidth;
  const below = top + height - spot.bottom - 2 * EDGE;
  const above = spot.top - top - 2 * EDGE;
  const isAbove = below < LOW && above > below;
  list.style.maxHeight = `${Math.max(120, Math.min(isAbove ? above : below, 360))}px`;
  const { offsetHeight, offsetWidth } = list;
  const at = isAbove ? spot.top - offsetHeight - EDGE / 2 : spot.bottom + EDGE / 2;
  const most = left + width - offsetWidth - EDGE;
  list.style.top = `${at}px`;
  list.style.left = `${Math.max(left + EDGE, Math.min(spot.left, most))}px`;
}
