import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { lazyPage, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import { useMediaQuery } from '@tomekeeper/ui/media-query';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isManaged, isNote, nameOf, type Document } from '../documents-api/documents-api';
import { keyOfDocument } from '../documents-api/use-document-list';
import { WithheldNotice } from '../sharing/audiences/mixed-fact';
import { useLook, type Shown } from '../reader/display-settings/look';
import { TextStateNotice } from '../documents-api/display/text-state';
import { fileKind, looksOtherwise } from './file-kind';
import type { PageStep } from '../reader/page-step';
import type { OpenedFile } from './use-opened-document';
import { loadReader } from './load-reader';
import { Stage } from './stages/stage';
import styles from './shown-as.module.css';

/** Loads together with the page, because most documents have a text. */
export const Reader = lazyPage(async () => (await loadReader()).Reader);
/** Only GMs load this chunk; the reader is the same chunk for all. */
const ReaderForGms = lazy(async () => {
  const [{ Reader }, { withRevealing }] = await Promise.all([
    loadReader(),
    import('../reader/reveal-passages/reader-for-gms'),
  ]);
  return { default: withRevealing(Reader) };
});

interface ShownAsProps {
  document: Document;
  /** Arrives after the document; the text does not need it. */
  file: OpenedFile | undefined;
  person: string | undefined;
  /** Element for the tools, above the document. */
  bar: HTMLElement | null;
  onPrinter: (print: (() => void) | undefined) => void;
}

/** Shows a document as text, as its file, or both side by side. */
export function ShownAs({ document, file, person, bar, onPrinter }: ShownAsProps) {
  const viewAs = useViewAs();
  const queryClient = useQueryClient();
  const [look, setLook] = useLook();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const isWide = useMediaQuery(WIDE, true);
  const text = useText(document);
  const hasLook = looksOtherwise(document);
  const steps = usePagesInStep();
  const ways: Shown[] = isWide && hasPages(document) ? ['text', 'file', 'both'] : ['text', 'file'];
  const wished = text.isWished ? (look.shown ?? 'text') : 'file';
  const shown: Shown = !text.isHere
    ? 'file'
    : !hasLook
      ? 'text'
      : ways.includes(wished)
        ? wished
        : 'text';
  const isBoth = shown === 'both';
  const Text = isManaged(document) && viewAs === undefined ? ReaderForGms : Reader;
  const stage = file && (
    <Stage {...{ document, file, person }} inStep={isBoth ? steps.file : undefined} />
  );

  return (
    <div
      className={classNames(styles.shown, isBoth && styles.broad)}
      data-broad={isBoth ? '' : undefined}
    >
      {viewAs === undefined && <TextStateNotice document={document} />}
      {viewAs === undefined && <WithheldNotice document={document} />}
      {text.isHere &&
        bar &&
        createPortal(
          <>
            {hasLook && (
              <div className={styles.switch} role="group" aria-label="Shown">
                {ways.map((way) => (
                  <Button
                    key={way}
                    variant="quiet"
                    size="small"
                    className={styles.way}
                    aria-pressed={way === shown}
                    onClick={() => {
                      text.wish();
                      steps.reset();
                      setLook({ shown: way });
                    }}
                  >
                    {WAYS[way]}
                  </Button>
                ))}
              </div>
            )}
            <div ref={setTools} className={styles.tools} />
          </>,
          bar,
        )}
      <div className={isBoth ? styles.both : undefined}>
        {shown !== 'file' && (
          <div key="text" {...(isBoth && steps.leads('text'))}>
            <Suspense fallback={<Skeleton label="Loading the text…" count={6} />}>
              <Text
                key={document.id}
                {...{ document, person, look, tools, onPrinter }}
                onLook={setLook}
                inStep={isBoth ? steps.text : undefined}
                onGone={() =>
                  void queryClient.invalidateQueries({
                    queryKey: keyOfDocument(document.campaign, document.id, viewAs),
                  })
                }
              />
            </Suspense>
          </div>
        )}
        {shown !== 'text' && (
          <div
            key="file"
            className={isBoth ? styles.beside : undefined}
            {...(isBoth && steps.leads('file'))}
          >
            {stage ?? <Skeleton label="Opening the document…" count={6} />}
          </div>
        )}
      </div>
    </div>
  );
}

const WAYS: Readonly<Record<Shown, string>> = { text: 'Text', file: 'File', both: 'Both' };

const hasPages = (document: Document): boolean => fileKind(document) === 'pdf';

/**
 * Availability of the text. Text that becomes available while the file is open is offered without replacing it. Existing text
 * stays during the extraction of a new file version.
 */
function useText(document: Document) {
  const { announce } = useShell();
  const { id, text_state: state } = document;
  const isReady = state === 'ready' || isNote(document);
  const [known, setKnown] = useState({ id, isHere: isReady, isWished: isReady });
  if (known.id !== id) setKnown({ id, isHere: isReady, isWished: isReady });
  const isHere = isReady || (known.isHere && (state === 'waiting' || state === 'reading'));
  if (known.id === id && known.isHere !== isHere) setKnown({ ...known, isHere });
  const name = nameOf(document);
  const was = useRef({ id, isHere });
  useEffect(() => {
    if (was.current.id === id && isHere && !was.current.isHere)
      announce(`The text of ${name} can be read now.`);
    was.current = { id, isHere };
  }, [announce, id, isHere, name]);
  return {
    isHere,
    isWished: known.isWished || !looksOtherwise(document),
    wish: () => setKnown({ ...known, isWished: true }),
  };
}

/** Synchronizes the page of text and file; the side touched last leads. */
function usePagesInStep() {
  const leader = useRef<'text' | 'file'>('text');
  const [led, setLed] = useState<{ by: 'text' | 'file'; page: number }>();
  const stepOf = (mine: 'text' | 'file'): PageStep => ({
    page: led && led.by !== mine ? led.page : undefined,
    onPage(page) {
      if (leader.current !== mine) return;
      setLed((before) =>
        before?.by === mine && before.page === page ? before : { by: mine, page },
      );
    },
  });
  const leads = (who: 'text' | 'file') => {
    const lead = () => {
      leader.current = who;
    };
    return {
      onWheel: lead,
      onTouchStart: lead,
      onPointerDown: lead,
      onKeyDown: lead,
    };
  };
  /** The text leads until the file is touched. */
  const reset = () => {
    leader.current = 'text';
    setLed(undefined);
  };
  return { text: stepOf('text'), file: stepOf('file'), leads, reset };
}

/** Screens with room for a split view. */
const WIDE = '(width >= 60rem)';
