import { memo, useEffect, useRef, useState, type CSSProperties } from 'react';
import styles from '../stages.module.css';
import type { Size } from '../zoom/zoom';
import { litPieces } from './highlight/lit-words';
import type { OpenedPdf, PdfPage } from './opened-pdf';

/** Delay before a resized page is rendered again; meanwhile its old canvas is stretched. */
const REDRAW_AFTER_MS = 150;

interface PdfPageViewProps {
  pdf: OpenedPdf;
  number: number;
  top: number;
  size: Size;
  scale: number;
  onSize: (number: number, size: Size) => void;
  /** Text of the highlighted passage. */
  lit?: string | undefined;
}

/** One page: a blank page first, then its canvas, then the selectable text layer. */
export const PdfPageView = memo(function PdfPageView({
  pdf,
  number,
  top,
  size,
  scale,
  onSize,
  lit,
}: PdfPageViewProps) {
  const paper = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PdfPage>();
  const [failed, setFailed] = useState(false);
  const [written, setWritten] = useState<PdfPage>();

  useEffect(() => {
    let left = false;
    pdf.page(number).then(
      (found) => {
        if (left) return;
        setPage(found);
        onSize(number, found.size);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [pdf, number, onSize]);
  useEffect(() => () => page?.leave(), [page]);

  useEffect(() => {
    const place = paper.current;
    if (!page || !place) return undefined;
    const controller = new AbortController();
    const timer = window.setTimeout(
      () => {
        page.draw(scale, controller.signal).then(
          (canvas) => canvas && place.replaceChildren(canvas),
          () => setFailed(true),
        );
      },
      place.firstChild ? REDRAW_AFTER_MS : 0,
    );
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [page, scale]);

  useEffect(() => {
    const place = text.current;
    if (!page || !place) return undefined;
    const controller = new AbortController();
    page.write(place, controller.signal).then(
      () => !controller.signal.aborted && setWritten(page),
      () => undefined, // the canvas is usable without it
    );
    return () => {
      controller.abort();
      place.replaceChildren();
    };
  }, [page]);

  useEffect(() => {
    const place = text.current;
    if (!place || !lit || !page || written !== page) return undefined;
    // Only leaf elements contain text items.
    const pieces = [...place.querySelectorAll('span')].filter(
      ({ childElementCount }) => childElementCount === 0,
    );
    const marked = litPieces(
      pieces.map(({ textContent }) => textContent),
      lit,
    ).flatMap((at) => pieces[at] ?? []);
    for (const piece of marked) piece.classList.add(styles.lit ?? '');
    // A page can be taller than the window.
    marked[0]?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return () => marked.forEach((piece) => piece.classList.remove(styles.lit ?? ''));
  }, [lit, page, written]);

  const look = {
    top,
    width: size.width * scale,
    height: size.height * scale,
    '--total-scale-factor': scale,
  } as CSSProperties;
  return (
    <div className={styles.page} style={look} role="group" aria-label={`Page ${number}`}>
      <div ref={paper} className={styles.drawing} aria-hidden="true" />
      {failed && <p className={styles.unreadable}>Page {number} is damaged.</p>}
      <div ref={text} className={styles.text} />
    </div>
  );
});
