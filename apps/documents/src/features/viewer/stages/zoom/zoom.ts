/** Scale; 1 is the intrinsic size, 'fit' fits the viewport. */
export type Zoom = number | 'fit';

const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4, 6, 8];
export const MAX_ZOOM = 8;
/** About a sixth per wheel notch. */
const WHEEL_RATE = 0.0015;

/** Next preset scale. */
export function nextStep(scale: number, direction: 'in' | 'out'): number {
  const found =
    direction === 'in'
      ? STEPS.find((step) => step > scale * 1.01)
      : STEPS.findLast((step) => step < scale * 0.99);
  return found ?? scale;
}

/** Scale after a wheel event; some wheels report lines instead of pixels. */
export const wheelStep = (scale: number, event: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number =>
  scale * Math.exp(-event.deltaY * (event.deltaMode === 0 ? 1 : 20) * WHEEL_RATE);

/** Limits the scale between fit and the maximum. */
export function bounded(scale: number, fit: number): Zoom {
  return scale <= fit * 1.001 ? 'fit' : Math.min(scale, MAX_ZOOM);
}

export interface Size {
  width: number;
  height: number;
}

/** Scale that fits the content; never enlarges it. */
export const fitScale = (thing: Size, stage: Size): number =>
  thing.width > 0 && thing.height > 0 && stage.width > 0 && stage.height > 0
    ? Math.min(1, stage.width / thing.width, stage.height / thing.height)
    : 1;

export const percent = (scale: number): string => `${Math.round(scale * 100)} %`;
