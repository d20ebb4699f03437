import { useEffect, useRef, useState } from 'react';

/** Browsers may fire no `dragleave` when a drag leaves the window quickly; `dragover` repeats several times per second. */
const GONE_AFTER_MS = 600;

/**
 * Accepts files dropped anywhere on the page. Without `onDrop`, drops are ignored, because the browser would open each file in a
 * tab. Text, links and file inputs keep the browser's behavior.
 * @returns whether acceptable files are being dragged over the page
 */
export function useFileDrops(onDrop?: (transfer: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const taker = useRef(onDrop);
  useEffect(() => {
    taker.current = onDrop;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const away = () => {
      clearTimeout(timer);
      setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer) || isFileField(event.target)) return;
      const isTaken = taker.current !== undefined && !isBehindDialog();
      // Without `onDrop`, the effect set by another handler stays.
      if (isTaken) event.dataTransfer.dropEffect = 'copy';
      else if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none';
      event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(away, GONE_AFTER_MS);
      setIsOver(isTaken);
    };
    const drop = (event: DragEvent) => {
      away();
      if (!bringsFiles(event.dataTransfer) || isFileField(event.target)) return;
      event.preventDefault();
      if (!isBehindDialog()) taker.current?.(event.dataTransfer);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) away();
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** Whether the drag contains files rather than text or a link. */
const bringsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false;

const isFileField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file' && !target.disabled;

/** An open modal dialog blocks drops. */
const isBehindDialog = () => document.querySelector('[aria-modal="true"]') !== null;
