import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { detailOrText } from '@tomekeeper/api-client';
import { useHints, useViewAs } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import type { Tool } from '@tomekeeper/ui/overflow-toolbar';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { OpenedComments } from '../comments/opened-comments';
import { useComments } from '../comments/use-comments';
import { useReadComments } from '../documents-api/news/read-mark';
import { isManaged, type Document } from '../documents-api/documents-api';
import { isGone } from '../documents-api/use-document-list';
import type { PageStep } from './page-step';
import { MEASURES, SIZES, type Look } from './display-settings/look';
import { headingAt } from './outline/outline';
import { PassageActs, usePartActs } from './passages/passage-acts';
import { PassageColumn, type ColumnHandle } from './column/passage-column';
import { ImagesOf } from './passages/passage-images';
import { CreateLinkedNote } from './missing-note/create-linked-note';
import { ReadingProvider } from './passages/passage-words';
import { UpdateBanner } from './new-passages/update-banner';
import { usePassagesApi, type Heading, type Passage } from '../documents-api/passages-api';
import { PrintedText } from './print/printed-text';
import { ReaderOutline } from './outline/reader-outline';
import { ReaderTools } from './reader-tools';
import styles from './reader.module.css';
import { useRevealing } from './revealing-context';
import { useNewPassages } from './new-passages/use-new-passages';
import { useFindKeys } from './find/use-find-keys';
import { useFinding } from './find/use-finding';
import { usePageTarget, usePageJump, useVisits } from './reading-position/use-programmatic-scroll';
import { useOpenedText } from './column/use-opened-text';
import { useChosenHeading } from './outline/use-chosen-heading';
import { useOutline } from './outline/use-outline';
import { usePrinting } from './print/use-printing';
import { useReading } from './use-reading';
import { useReadingPlace } from './reading-position/use-reading-place';
import { ALL_BELOW, type RowPlace } from './column/use-scrolled-rows';

/** Exported from the same chunk, so that other users of passages do not load them twice. */
export { ShownForNow, ShownText } from './shown-text';
export { PrintedDocument } from './print/printed-document';

export interface ReaderProps {
  document: Document;
  person: string | undefined;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  /** Toolbar element above text and file, into which the tools are portaled. */
  tools: HTMLElement | null;
  /** Page synchronization with the file next to the text. */
  inStep: PageStep | undefined;
  /** Receives the function that prints the text. */
  onPrinter: (print: (() => void) | undefined) => void;
  /** Called when the text no longer exists for the viewer. */
  onGone: () => void;
}

/** Reader of a document's text: outline, passages, find and passage actions. */
export function Reader(props: ReaderProps) {
  const { document, person, look, onLook, tools, inStep, onPrinter, onGone } = props;
  const viewAs = useViewAs();
  const api = usePassagesApi(document.id);
  const root = useRef<HTMLDivElement>(null);
  const column = useRef<ColumnHandle>(null);
  const place = useReadingPlace(document, person, inStep === undefined);
  const { store, isOpen, start, failure, missed, lit, setLit, retry } = useOpenedText(
    api,
    place.first,
  );
  const seen = useSyncExternalStore(store.subscribe, store.current);
  const total = isOpen ? seen?.total : undefined;
  const error = failure ?? store.error();

  const { headings, outlineKey, isOutlined } = useOutline(document, api, store);
  useHints(['documents', 'members', 'campaigns'], document.campaign, ({ kind, id }) => {
    if (kind !== 'documents' || id === document.id) void store.renew();
  });
  const gone = useEffectEvent(() => onGone());
  useEffect(() => {
    if (error && isGone(error)) gone();
  }, [error]);

  const [readAt, setReadAt] = useState<number>();
  const at = readAt ?? start?.at ?? 0;
  const [page, setPage] = useState(1);
  const [chosen, choose] = useChosenHeading();
  const current = chosen ?? headingAt(headings, at)?.id;

  const goTo = useCallback(
    (at: number, options?: { focus?: boolean }) => {
      choose(undefined);
      column.current?.goTo(at, options);
    },
    [choose],
  );
  const goToPassage = useCallback(
    (id: string, at: number) => {
      setLit(id);
      place.led(id);
      goTo(at, { focus: true });
    },
    [place, setLit, goTo],
  );
  const onRead = (next: RowPlace) => {
    setReadAt(next.at);
    const passage = store.passageAt(next.at);
    place.note(next, passage);
    if (lit !== undefined && place.isLeft(lit)) setLit(undefined);
    if (passage?.page === undefined) return;
    setPage(passage.page);
    inStep?.onPage(passage.page);
  };
  const isPaired = isOpen && inStep !== undefined;
  const pair = useEffectEvent(() => {
    const topPage = store.passageAt(at)?.page;
    if (topPage !== undefined) inStep?.onPage(topPage);
  });
  // Before the first scroll event.
  useEffect(() => {
    if (isPaired) pair();
  }, [isPaired]);
  usePageTarget(inStep?.page, store, goTo);
  useVisits(place.visit, goToPassage, store);

  const comments = useComments(document);
  useReadComments(document, person, comments.latestOfOthers);
  const news = useNewPassages(document, person, { store, total, comment: comments.latestOfOthers });
  const finding = useFinding(api, document.id, String(seen?.version ?? 0), at, goTo);
  useFindKeys(finding.open, total !== undefined && total > ALL_BELOW);
  const { print, printed, paper, isBusy } = usePrinting(store, total);
  const printer = useEffectEvent(() => print());
  useEffect(() => {
    onPrinter(() => printer());
    return () => onPrinter(undefined);
  }, [onPrinter]);

  // Closes when the passage is hidden or deleted.
  const commented = store.passageAt(store.whereIs(comments.passage ?? '') ?? -1);
  const acts = usePartActs(document, api, outlineKey);
  const isGm = isManaged(document) && viewAs === undefined;
  const revealing = useRevealing();
  const actsOf = (passage: Passage, at: number) => (
    <PassageActs
      document={document}
      passage={passage}
      part={isGm ? headings.find(({ id }) => id === passage.id) : undefined}
      onPin={acts.pin}
      onTag={acts.tag}
      onComment={comments.isOn ? () => comments.open(passage.id) : undefined}
    >
      {revealing && <revealing.Items {...{ passage, at }} />}
    </PassageActs>
  );
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const [missing, setMissing] = useState<string>();
  const { reading, addressOf } = useReading(
    document,
    finding.marked,
    isGm ? setMissing : undefined,
  );
  /** The sticky toolbar covers the top of the text. */
  const inset = useCallback(
    () => (tools?.closest<HTMLElement>('[data-bar]')?.offsetHeight ?? 0) + 8,
    [tools],
  );
  const go = (heading: Heading) => {
    // Closing the dialog restores the focus, so it must close before the focus moves to the target.
    flushSync(() => setOutlineOpen(false));
    goToPassage(heading.id, heading.at);
    choose(heading.id);
  };
  const jump = usePageJump(store, goTo);
  const goToPage = (wanted: number) => {
    flushSync(() => setOutlineOpen(false));
    jump(wanted);
  };
  const { text_pages: pages } = document;
  const leaveFind = () => {
    finding.close();
    root.current
      ?.querySelector<HTMLElement>('mark[data-current]')
      ?.closest<HTMLElement>('[data-at]')
      ?.focus({ preventScroll: true });
  };
  const toolbar = (more: readonly Tool[]) =>
    tools &&
    createPortal(
      <ReaderTools
        {...{ finding, look, onLook, more }}
        isBeside={inStep !== undefined}
        onOutline={isOutlined ? () => setOutlineOpen(true) : undefined}
        onLeaveFind={leaveFind}
      />,
      tools,
    );

  return (
    <div
      ref={root}
      className={styles.reader}
      data-scrolls-itself=""
      data-beside={inStep ? '' : undefined}
      style={
        {
          '--reader-size': SIZES[look.size].css,
          '--reader-measure': MEASURES[look.measure].css,
        } as React.CSSProperties
      }
    >
      <ReaderOutline
        {...{ headings, current, addressOf }}
        onGo={go}
        page={pages === undefined ? undefined : { current: page, pages, onPage: goToPage }}
        isAside={isOutlined && !inStep}
        isOpen={isOutlineOpen}
        actOf={
          revealing &&
          ((heading) => (
            <revealing.OutlineAct heading={heading} onDone={() => setOutlineOpen(false)} />
          ))
        }
        onClose={() => setOutlineOpen(false)}
      />
      <section
        // The text replaces the skeleton, which would move to make room for the outline.
        key={total === undefined ? 'loading' : 'text'}
        className={styles.text}
        aria-label="Text"
        aria-busy={isBusy || undefined}
      >
        {missed && (
          <p className={styles.missed} role="status">
            The linked passage was not found. You are at your last position in the text.
          </p>
        )}
        {error && !isGone(error) ? (
          <LoadFailure {...detailOrText(error, 'Unable to load the text.')} onRetry={retry} />
        ) : error ? null : total === undefined ? (
          <Skeleton label="Loading the text…" count={6} />
        ) : total === 0 ? (
          <p className={styles.empty}>There is no text here for you.</p>
        ) : (
          <ReadingProvider value={reading}>
            <ImagesOf api={api} campaign={document.campaign}>
              {news.isTold && (
                <UpdateBanner isFirst={news.isFirst} news={news.passages} onGo={goTo} />
              )}
              {printed ? (
                <PrintedText ref={paper} passages={printed} Mark={revealing?.Mark} />
              ) : (
                total > ALL_BELOW && (
                  <p className={styles.printNote}>
                    Only the loaded part is printed here. To print the whole text, use “Print” above
                    the text.
                  </p>
                )
              )}
              <PassageColumn
                ref={column}
                {...{ store, total, start, inset, lit, onRead, actsOf }}
                quote={place.quote}
                Side={revealing?.Side}
                hit={finding.hit}
                news={news.passages}
                comments={comments}
                look={`${look.size} ${look.measure}`}
              />
            </ImagesOf>
          </ReadingProvider>
        )}
        {isGm && acts.dialog}
        {commented && <OpenedComments {...{ document, person, comments }} passage={commented} />}
        {missing !== undefined && (
          <CreateLinkedNote
            campaign={document.campaign}
            title={missing}
            onClose={() => setMissing(undefined)}
          />
        )}
        {total !== undefined &&
          (revealing && total > 0 ? (
            <revealing.Tools {...{ root, column, store, total, headings, at }}>
              {toolbar}
            </revealing.Tools>
          ) : (
            toolbar([])
          ))}
      </section>
    </div>
  );
}
