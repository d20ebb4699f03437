import { useEffect, useRef, useState } from 'react';

/** A drag that leaves the window in haste says nothing; one that goes on says so several times a second. */
const GONE_AFTER_MS = 600;

/**
 * Takes files that are dropped anywhere on the page. Without a taker they fall nowhere: a browser left alone would open
 * each in a tab. Text and links, and the file fields of a form, stay the browser's.
 * @returns whether files hang over the page that would be taken
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
      // Who takes nothing leaves it as a taker has set it.
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

/** Whether files are being dragged, and not text or a link. */
const bringsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false;

const isFileField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file' && !target.disabled;

/** A question must be answered first. */
const isBehindDialog = () => document.querySelector('[aria-modal="true"]') !== null;
