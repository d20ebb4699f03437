import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useRoom } from '../zoom/use-zoom';
import type { PageStep } from '../../../reader/page-step';
import styles from '../stages.module.css';
import { MAX_ZOOM, nextStep, wheelStep, type Size, type Zoom } from '../zoom/zoom';
import { ZoomBar } from '../zoom/zoom-bar';
import type { OpenedPdf } from './opened-pdf';
import { PageField } from '../../../reader/outline/page-field';
import { GAP, heightOf, pageAt, pagePlaces, readingPlace } from './page-places';
import { PdfPageView } from './pdf-page-view';
import type { LitPassage } from './highlight/use-lit-passage';
import { startingPlace, usePageInAddress } from './page-in-address';

const MIN_ZOOM = 0.25;
/** Maximum automatic zoom on wide screens. */
const WIDEST = 1.75;

/** Reading position, such as 12.25 for a quarter down page 12, and zoom. */
export interface PdfPosition {
  place: number;
  zoom: Zoom;
}

interface PdfPagesProps {
  pdf: OpenedPdf;
  /** Size of the first page, assumed for pages that are not loaded. */
  first: Size;
  /** Initial position. */
  reading: PdfPosition;
  onRead: (reading: PdfPosition) => void;
  inStep?: PageStep | undefined;
  /** Highlighted passage, and the page on which it starts. */
  lit?: LitPassage | undefined;
}

/** Virtualized column of PDF pages. */
export function PdfPages({ pdf, first, reading, onRead, inStep, lit }: PdfPagesProps) {
  const stage = useRef<HTMLDivElement>(null);
  const room = useRoom(stage);
  const address = usePageInAddress(pdf.pages);
  const [zoom, setZoom] = useState<Zoom>(reading.zoom);
  const led = inStep?.page;
  // The text next to the file may have opened first, at another page than the stored one.
  const [here, setHere] = useState(() =>
    startingPlace(reading.place, led === undefined ? address.asked : Math.min(led, pdf.pages)),
  );
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map());

  const fit = room.width > 0 ? Math.min(WIDEST, (room.width - 2 * GAP) / first.width) : 1;
  const scale = zoom === 'fit' ? fit : zoom;
  const sizeOf = useCallback((number: number) => sizes.get(number) ?? first, [sizes, first]);
  const places = useMemo(() => pagePlaces(pdf.pages, sizeOf, scale), [pdf.pages, sizeOf, scale]);

  const top = Math.max(0, heightOf(places, here) - GAP / 2);
  const scrollHere = useEffectEvent(() => {
    stage.current?.scrollTo({ top, behavior: 'instant' });
  });
  // Before paint, so that the reading position stays when sizes change.
  useLayoutEffect(() => scrollHere(), [places, room.width]);
  const goTo = (page: number) => {
    setHere(page);
    stage.current?.scrollTo({ top: heightOf(places, page) - GAP / 2, behavior: 'instant' });
  };
  const onVisit = useEffectEvent(() => address.asked !== undefined && goTo(address.asked));
  const visited = useRef(address.visit);
  useEffect(() => {
    if (visited.current === address.visit) return;
    visited.current = address.visit;
    onVisit();
  }, [address.visit]);

  const current = pageAt(places, top + room.height / 3);
  useEffect(() => {
    if (room.width > 0) address.note(current);
  }, [address, current, room.width]);

  const lastTarget = useRef(led);
  const onLed = useEffectEvent(() => {
    const page = lastTarget.current;
    if (page !== undefined && page !== current) goTo(Math.min(page, pdf.pages));
  });
  useEffect(() => {
    if (lastTarget.current === led) return;
    lastTarget.current = led;
    onLed();
  }, [led]);
  const onCurrent = useEffectEvent(() => inStep?.onPage(current));
  useEffect(() => onCurrent(), [current]);

  const onScroll = () => {
    const scrolled = readingPlace(places, (stage.current?.scrollTop ?? 0) + GAP / 2);
    setHere(scrolled);
    onRead({ place: scrolled, zoom });
  };
  const size = (next: Zoom) => {
    const bounded = next === 'fit' ? next : Math.min(Math.max(next, MIN_ZOOM), MAX_ZOOM);
    setZoom(bounded);
    onRead({ place: here, zoom: bounded });
  };
  const onTurn = useEffectEvent((event: WheelEvent) => size(wheelStep(scale, event)));
  useEffect(() => {
    const element = stage.current;
    // Ctrl + wheel, which browsers also send for pinch gestures on a touchpad, zooms.
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onTurn(event);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') size(nextStep(scale, 'in'));
    else if (event.key === '-') size(nextStep(scale, 'out'));
    else if (event.key === '0') size('fit');
    else return;
    event.preventDefault();
  };
  const onSize = useCallback((number: number, known: Size) => {
    setSizes((before) => {
      const { width, height } = before.get(number) ?? {};
      if (width === known.width && height === known.height) return before;
      return new Map(before).set(number, known);
    });
  }, []);

  const near =
    room.width > 0
      ? numbers(pageAt(places, top - room.height), pageAt(places, top + 2 * room.height))
      : [];
  const widest = Math.max(0, ...near.map((number) => sizeOf(number).width)) * scale + 2 * GAP;

  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <PageField current={current} pages={pdf.pages} onPage={goTo} />
        <ZoomBar
          scale={scale}
          isFit={zoom === 'fit'}
          atLeast={MIN_ZOOM}
          fitLabel="Fit width"
          onStep={(direction) => size(nextStep(scale, direction))}
          onFit={() => size('fit')}
        />
      </div>
      {/* Focusable, so that keys scroll it. */}
      <div
        ref={stage}
        className={styles.pages}
        tabIndex={0}
        role="group"
        aria-label="Pages. Plus and minus change their size, arrow and page keys move them."
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div
          className={styles.stack}
          style={{ height: places.height, width: Math.max(room.width, widest) }}
        >
          {near.map((number) => (
            <PdfPageView
              key={number}
              pdf={pdf}
              number={number}
              top={places.tops[number - 1] ?? 0}
              size={sizeOf(number)}
              scale={scale}
              onSize={onSize}
              lit={lit && isOn(lit, number) ? lit.text : undefined}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A passage can continue on the next page. */
const isOn = ({ page }: LitPassage, number: number): boolean =>
  number === page || number === page + 1;
