/** Position in the window, in CSS pixels. */
export interface Spot {
  left: number;
  top: number;
  bottom: number;
}

const EDGE = 8;
/** Minimum room below the caret, in CSS pixels. With less, the list opens above if there is more room. */
const LOW = 220;

/** Positions a list next to a spot within the visual viewport, which excludes a phone's on-screen keyboard. */
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
