import { useEffect, useState } from 'react';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { DownloadButton } from '../../document-header/document-actions';
import type { KeptPlace } from '../../../reader/reading-position/kept-places';
import { useKeptPlace } from '../../../reader/reading-position/use-kept-place';
import { StageFailure, StageLoading } from '../stage-message';
import type { StageProps } from '../stage-props';
import styles from '../stages.module.css';
import type { Size } from '../zoom/zoom';
import type { OpenedPdf, PdfTrouble } from './opened-pdf';
import { PdfPages, type PdfPosition } from './pdf-pages';
import { useLitPassage } from './highlight/use-lit-passage';

/** PDF preview that renders pages on demand. */
export function PdfStage({ document, file, person, inStep }: StageProps) {
  const [before, keep] = useKeptPlace(person, document.id);
  /** Position to restore after an error. */
  const [reading, setReading] = useState(() => readingOf(before));
  const lit = useLitPassage(document);
  const { opened, trouble, retry } = useOpenedPdf(file);
  switch (trouble) {
    case 'locked':
      return (
        <StageFailure
          title="This PDF is locked with a password."
          action={<DownloadButton document={document} variant="primary" />}
        >
          It cannot be shown here. Download it, and open it with its password on your device.
        </StageFailure>
      );
    case 'damaged':
      return (
        <StageFailure
          title="This PDF is damaged."
          action={<DownloadButton document={document} variant="primary" />}
        >
          It cannot be shown here. Download it to try another program, or ask for it to be uploaded
          once more.
        </StageFailure>
      );
    case 'unreachable':
      return <LoadFailure message="Unable to read this PDF." onRetry={retry} />;
    case undefined:
      return opened ? (
        <PdfPages
          {...opened}
          reading={reading}
          inStep={inStep}
          lit={lit}
          onRead={(next) => {
            setReading(next);
            keep([next.place, next.zoom === 'fit' ? 0 : next.zoom]);
          }}
        />
      ) : (
        <div className={styles.frame}>
          <div className={styles.bar} />
          <div className={styles.table}>
            <StageLoading>Opening the PDF…</StageLoading>
          </div>
        </div>
      );
  }
}

const readingOf = ([place = 1, zoom = 0]: KeptPlace = []): PdfPosition => ({
  place: Math.max(1, place),
  zoom: zoom > 0 ? zoom : 'fit',
});

/** Opens the PDF and measures its first page, whose size is assumed for pages that are not loaded. */
function useOpenedPdf(file: StageProps['file']) {
  // A renewed URL is the same PDF, so only the initial one opens it.
  const [stored] = useState(file);
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<{ pdf: OpenedPdf; first: Size }>();
  const [trouble, setTrouble] = useState<PdfTrouble>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const open = async () => {
      const { openPdf } = await import('./open-pdf');
      const pdf = await openPdf(stored, signal, () => setTrouble('unreachable'));
      const { size } = await pdf.page(1);
      if (!signal.aborted) setOpened({ pdf, first: size });
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setTrouble(troubleOf(error));
    });
    return () => controller.abort();
  }, [stored, attempt]);
  return {
    opened,
    trouble,
    retry: () => {
      setOpened(undefined);
      setTrouble(undefined);
      setAttempt(attempt + 1);
    },
  };
}

/** Compared by name, because the chunk with the class may have failed to load. */
function troubleOf(error: unknown): PdfTrouble {
  if (!(error instanceof Error)) return 'damaged';
  if (error.name === 'ChunkLoadError') return 'unreachable';
  return 'trouble' in error ? (error.trouble as PdfTrouble) : 'damaged';
}
