import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import type { CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { DayOf } from '../../documents-api/display/day-of';
import { useNews } from '../../documents-api/news/use-news';
import { titleOf, type Document } from '../../documents-api/documents-api';
import { AuthorAndReaders } from '../../documents-api/player-notes/note-readers';
import { viewerPath } from '../../documents-api/viewer-path';
import styles from './note-rows.module.css';

interface NoteRowsProps {
  campaignId: string;
  notes: readonly Document[];
  campaign: CampaignFacts;
}

/** Notes with author, readers and day of the last change. */
export function NoteRows({ campaignId, notes, campaign }: NoteRowsProps) {
  const { newsOf } = useNews(campaignId);
  return (
    <ul role="list" className={styles.rows} onKeyDown={(event) => moveRowFocus(event)}>
      {notes.map((note) => (
        <Row key={note.id} note={note} campaign={campaign} news={newsOf(note)} />
      ))}
    </ul>
  );
}

interface RowProps {
  note: Document;
  campaign: CampaignFacts;
  /** Unread label. */
  news: string | undefined;
}

function Row({ note, campaign, news }: RowProps) {
  const { Link } = useShell().routing;
  return (
    <li className={styles.row} data-row="">
      <span className={styles.title}>
        <Link className={textLinkClass} to={viewerPath(note, useViewAs())}>
          {titleOf(note)}
        </Link>
      </span>
      <p className={styles.facts}>
        {news && <strong className={styles.new}>{news}</strong>}
        <AuthorAndReaders note={note} campaign={campaign} />
        <DayOf moment={note.updated_at ?? note.created_at} />
      </p>
    </li>
  );
}

const PLACEHOLDERS = [0, 1, 2, 3];

/** Placeholder with the height of the rows. */
export function RowsPlaceholder() {
  return (
    <div role="status">
      <VisuallyHidden>Loading the notes…</VisuallyHidden>
      <div className={styles.rows} aria-hidden="true">
        {PLACEHOLDERS.map((at) => (
          <div key={at} className={styles.row}>
            <span className={styles.block} />
          </div>
        ))}
      </div>
    </div>
  );
}
