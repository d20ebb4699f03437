import { useEffect, useId, useRef, useState } from 'react';
import { Audience } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { Bar } from './bar';
import { figuresOf, filesInWords, type Figures, type QueuedUpload } from '../queue/queued-upload';
import { StoppedRow } from './stopped-row';
import { UploadRow } from './upload-row';
import type { TrayContent } from '../queue/uploads';
import { useTrayContent, useUploads } from '../queue/uploads-context';
import styles from './upload-tray.module.css';
import { useFileDrops } from '../../documents-api/page/use-file-drops';

/** Maximum rows; completed uploads are left out first. */
const MAX_ROWS = 100;

/** Upload list at the edge of every page, collapsed once all uploads are complete. */
export function UploadTray() {
  const content = useTrayContent();
  if (Object.values(content).every(({ length }) => length === 0)) return null;
  return <Tray {...content} />;
}

function Tray({ uploads, remarks, unfinished, stopped }: TrayContent) {
  const actions = useUploads();
  const listId = useId();
  const figures = figuresOf(uploads);
  const { underWay, asking, failed } = figures;
  const isSettled = underWay + asking + failed + unfinished.length + stopped.length === 0;
  const [chosen, setChosen] = useState<{ isOpen: boolean; isSettled: boolean }>();
  // The list collapses on completion and expands for new uploads, regardless of the user's earlier choice.
  const isOpen = chosen?.isSettled === isSettled ? chosen.isOpen : !isSettled;
  const { place, ...focus } = useFocusKept();
  const dismiss = () => {
    actions.dismiss();
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  // Prevents the browser from opening files that are dropped outside the campaign page.
  useFileDrops();

  return (
    <section
      ref={place}
      className={styles.tray}
      aria-label="Uploads"
      tabIndex={-1}
      data-tray={isSettled && !isOpen && remarks.length === 0 ? 'arrived' : 'open'}
      {...focus}
    >
      <div className={styles.head}>
        <div className={styles.summary}>
          <h2 className={styles.title}>{titleOf(figures, unfinished.length, stopped.length)}</h2>
          {underWay > 0 && <Audiences uploads={uploads} />}
        </div>
        {uploads.length > 0 && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setChosen({ isOpen: !isOpen, isSettled })}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
        {asking > 1 && (
          <>
            <Button variant="quiet" size="small" onClick={actions.sendAsked}>
              Upload all anyway
            </Button>
            <Button variant="quiet" size="small" onClick={actions.leaveOutAsked}>
              Leave all out
            </Button>
          </>
        )}
        {underWay > 1 && (
          <Button variant="quiet" size="small" onClick={actions.cancelAll}>
            Cancel all
          </Button>
        )}
        {underWay + asking === 0 && (
          <Button variant="quiet" size="small" onClick={dismiss}>
            Dismiss
          </Button>
        )}
      </div>
      {underWay > 0 && <Bar label="All files" percent={figures.percent} />}
      {(isOpen || unfinished.length + remarks.length + stopped.length > 0) && (
        <div className={styles.body} id={listId}>
          {stopped.length > 0 && (
            <ul role="list" className={styles.rows}>
              {stopped.map((upload) => (
                <StoppedRow key={upload.key} upload={upload} />
              ))}
            </ul>
          )}
          {unfinished.length > 0 && <Unfinished files={unfinished} />}
          {remarks.map((remark) => (
            <p key={remark} className={styles.remark}>
              {remark}
            </p>
          ))}
          {isOpen && <Rows uploads={uploads} />}
        </div>
      )}
    </section>
  );
}

function titleOf(
  { counted, done, underWay, asking, failed }: Figures,
  unfinished: number,
  stopped: number,
): string {
  if (underWay > 0) return `Uploading: ${done} of ${filesInWords(counted)} done`;
  if (asking > 0) return `${filesInWords(asking)} ${asking === 1 ? 'waits' : 'wait'} for you`;
  if (failed > 0) return `${filesInWords(failed)} not uploaded`;
  if (stopped > 0) return `${filesInWords(stopped)} paused`;
  if (done > 0) return `${filesInWords(done)} uploaded`;
  return unfinished > 0 ? `${filesInWords(unfinished)} not uploaded` : 'Nothing uploaded';
}

function Audiences({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const kinds = new Set(uploads.map(({ isSpoilers }) => (isSpoilers ? 'spoilers' : 'public')));
  return [...kinds].map((kind) => <Audience key={kind} kind={kind} />);
}

function Rows({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const candidates =
    uploads.length > MAX_ROWS ? uploads.filter(({ state }) => state.at !== 'done') : uploads;
  const shown = candidates.slice(0, MAX_ROWS);
  const rest = candidates.length - shown.length;
  const isMixed = new Set(uploads.map(({ isSpoilers }) => isSpoilers)).size > 1;
  return (
    <>
      <ul role="list" className={styles.rows}>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} showsAudience={isMixed} />
        ))}
      </ul>
      {rest > 0 && <p className={styles.remark}>And {rest.toLocaleString()} more.</p>}
    </>
  );
}

/** Files whose upload a closed page did not finish. */
function Unfinished({ files }: { files: TrayContent['unfinished'] }) {
  const names = files.slice(0, 5).map(({ name }) => name);
  const more = files.length - names.length;
  return (
    <div className={styles.remark}>
      <p>
        When this page was last closed, {filesInWords(files.length)} had not been uploaded:{' '}
        {names.join(', ')}
        {more > 0 && `, and ${more} more`}.
      </p>
      <p>Choose or drop {files.length === 1 ? 'it' : 'them'} again on the campaign’s page.</p>
    </div>
  );
}

/** Keeps the focus in the list when a pressed button is removed together with its row. */
function useFocusKept() {
  const place = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  });
  return {
    place,
    onFocus: () => void (isInside.current = true),
    // React fires no event when the focused element is removed.
    onBlur: () => void (isInside.current = false),
  };
}
