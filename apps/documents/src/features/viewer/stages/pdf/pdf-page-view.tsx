import { memo, useEffect, useRef, useState, type CSSProperties } from 'react';
import styles from '../stages.module.css';
import type { Size } from '../zoom';
import type { OpenedPdf, PdfPage } from './opened-pdf';

/** While a page changes its size, its old drawing is stretched. */
const REDRAW_AFTER_MS = 150;

interface PdfPageViewProps {
  pdf: OpenedPdf;
  number: number;
  top: number;
  size: Size;
  scale: number;
  onSize: (number: number, size: Size) => void;
}

/** One page: white paper at once, then its drawing, then its text over it, to be selected. */
export const PdfPageView = memo(function PdfPageView({
  pdf,
  number,
  top,
  size,
  scale,
  onSize,
}: PdfPageViewProps) {
  const paper = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PdfPage>();
  const [failed, setFailed] = useState(false);

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
    page.write(place, controller.signal).catch(() => undefined); // the drawing is there
    return () => {
      controller.abort();
      place.replaceChildren();
    };
  }, [page]);

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
