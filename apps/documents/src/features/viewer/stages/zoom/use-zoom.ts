import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { bounded, fitScale, nextStep, wheelStep, type Size, type Zoom } from './zoom';

interface Point {
  x: number;
  y: number;
}

export interface ZoomStage {
  zoom: Zoom;
  /** Numeric scale of `zoom`. */
  scale: number;
  step: (direction: 'in' | 'out') => void;
  fit: () => void;
  /** Center of the viewport relative to the content, from 0 to 1 per axis. */
  middle: () => Point;
}

interface ZoomOptions {
  /** Scroll container. */
  stage: RefObject<HTMLElement | null>;
  /** Zoomed element. */
  thing: RefObject<HTMLElement | null>;
  /** Intrinsic size, once known. */
  natural: Size | undefined;
  start?: { zoom: number; middle: Point } | undefined;
}

/**
 * Zoom by wheel, pinch, double click and buttons, and pan by drag. The point under the pointer stays fixed. Panning is scrolling,
 * so that scroll bars, touch and arrow keys work too.
 */
export function useZoom({ stage, thing, natural, start }: ZoomOptions): ZoomStage {
  const room = useRoom(stage);
  const [zoom, setZoom] = useState<Zoom>(start?.zoom ?? 'fit');
  const fit = natural ? fitScale(natural, room) : 1;
  const scale = zoom === 'fit' ? fit : Math.max(zoom, fit);
  /** Point to keep fixed while the size changes. */
  const held = useRef<{ at: Point; of: Point } | undefined>(undefined);
  const started = useRef(start);

  const hold = (client?: Point) => {
    const around = stage.current?.getBoundingClientRect();
    const box = thing.current?.getBoundingClientRect();
    if (!around || !box?.width || !box.height) return;
    const x = client?.x ?? around.x + around.width / 2;
    const y = client?.y ?? around.y + around.height / 2;
    held.current = {
      at: { x: x - around.x, y: y - around.y },
      of: { x: (x - box.x) / box.width, y: (y - box.y) / box.height },
    };
  };

  // Before paint, to prevent a visible jump.
  useLayoutEffect(() => {
    const place = stage.current;
    const shown = thing.current;
    if (!place || !shown || !natural || room.width === 0) return;
    if (started.current) {
      const { x, y } = started.current.middle;
      started.current = undefined;
      held.current = { at: { x: room.width / 2, y: room.height / 2 }, of: { x, y } };
    }
    if (!held.current) return;
    const { at, of } = held.current;
    held.current = undefined;
    place.scrollTo({
      left: shown.offsetLeft + of.x * shown.offsetWidth - at.x,
      top: shown.offsetTop + of.y * shown.offsetHeight - at.y,
      behavior: 'instant',
    });
  }, [scale, natural, room, stage, thing]);

  const change = (next: number, around?: Point) => {
    hold(around);
    setZoom(bounded(next, fit));
  };

  useWheel(stage, (event) => {
    change(wheelStep(scale, event), { x: event.clientX, y: event.clientY });
  });
  usePinch(stage, scale, change);
  useDrag(stage);
  useDoublePress(stage, (around) => change(scale > fit * 1.01 ? 0 : Math.max(1, fit * 2), around));

  return {
    zoom: scale > fit * 1.001 ? scale : 'fit',
    scale,
    step: (direction) => change(nextStep(scale, direction)),
    fit: () => change(0),
    middle() {
      hold();
      const middle = held.current?.of ?? { x: 0.5, y: 0.5 };
      held.current = undefined;
      return middle;
    },
  };
}

/** Size of the viewport, updated on resize. */
export function useRoom(stage: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const place = stage.current;
    if (!place) return undefined;
    const measure = () => setRoom({ width: place.clientWidth, height: place.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [stage]);
  return room;
}

/** React registers passive wheel listeners, which cannot prevent scrolling. */
function useWheel(stage: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void) {
  const onTurn = useEffectEvent(onWheel);
  useEffect(() => {
    const place = stage.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      onTurn(event);
    };
    place?.addEventListener('wheel', turn, { passive: false });
    return () => place?.removeEventListener('wheel', turn);
  }, [stage]);
}

/** Pinch with two fingers; the browser handles one-finger scrolling. */
function usePinch(
  stage: RefObject<HTMLElement | null>,
  scale: number,
  change: (scale: number, around: Point) => void,
) {
  const scaleNow = useEffectEvent(() => scale);
  const onPinch = useEffectEvent(change);
  useEffect(() => {
    const place = stage.current;
    let from: { distance: number; scale: number } | undefined;
    const start = ({ touches }: TouchEvent) => {
      const [one, other] = touches;
      from =
        one && other && touches.length === 2
          ? { distance: distance(one, other), scale: scaleNow() }
          : undefined;
    };
    const move = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!from || !one || !other) return;
      if (event.cancelable) event.preventDefault();
      onPinch((from.scale * distance(one, other)) / from.distance, {
        x: (one.clientX + other.clientX) / 2,
        y: (one.clientY + other.clientY) / 2,
      });
    };
    place?.addEventListener('touchstart', start, { passive: true });
    place?.addEventListener('touchend', start, { passive: true });
    place?.addEventListener('touchmove', move, { passive: false });
    return () => {
      place?.removeEventListener('touchstart', start);
      place?.removeEventListener('touchend', start);
      place?.removeEventListener('touchmove', move);
    };
  }, [stage]);
}

const distance = (one: Touch, other: Touch): number =>
  Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));

/** Pans by mouse drag; the browser handles touch. */
function useDrag(stage: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const place = stage.current;
    if (!place) return undefined;
    let from: Point | undefined;
    const down = (event: PointerEvent) => {
      // Ignores drags that start on a scroll bar.
      const isOnBar = event.offsetX > place.clientWidth || event.offsetY > place.clientHeight;
      if (
        event.pointerType !== 'mouse' ||
        event.button !== 0 ||
        (event.target === place && isOnBar)
      )
        return;
      from = { x: event.clientX + place.scrollLeft, y: event.clientY + place.scrollTop };
      place.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      place.scrollTo({
        left: from.x - event.clientX,
        top: from.y - event.clientY,
        behavior: 'instant',
      });
    };
    const end = () => {
      from = undefined;
    };
    place.addEventListener('pointerdown', down);
    place.addEventListener('pointermove', move);
    place.addEventListener('pointerup', end);
    place.addEventListener('pointercancel', end);
    return () => {
      place.removeEventListener('pointerdown', down);
      place.removeEventListener('pointermove', move);
      place.removeEventListener('pointerup', end);
      place.removeEventListener('pointercancel', end);
    };
  }, [stage]);
}

function useDoublePress(stage: RefObject<HTMLElement | null>, onPress: (at: Point) => void) {
  const onDoublePress = useEffectEvent(onPress);
  useEffect(() => {
    const place = stage.current;
    const press = ({ clientX, clientY }: MouseEvent) => onDoublePress({ x: clientX, y: clientY });
    place?.addEventListener('dblclick', press);
    return () => place?.removeEventListener('dblclick', press);
  }, [stage]);
}
