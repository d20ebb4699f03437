import { textThenDetail } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { useNewNotes } from '../documents-api/news/use-new-notes';
import { titleOf } from '../documents-api/documents-api';
import { NoteReaders } from '../documents-api/player-notes/note-readers';
import { useOwnNotes } from '../documents-api/player-notes/use-player-notes';
import { notesPath, viewerPath } from '../documents-api/viewer-path';
import { NewPlayerNote } from '../player-notes/new-note/new-player-note';
import styles from './overview.module.css';

const SHOWN = 3;

/** The latest notes that a player wrote. */
export function MyNotes({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const newNotes = useNewNotes(campaignId);
  const { data: notes, error, refetch } = useOwnNotes(campaignId);
  return (
    <Section
      title="My notes"
      actions={viewAs === undefined && <NewPlayerNote campaignId={campaignId} isQuiet />}
    >
      <div className={styles.notes}>
        {!notes ? (
          error ? (
            <LoadFailure
              {...textThenDetail(error, 'Unable to load notes.')}
              onRetry={() => void refetch()}
            />
          ) : (
            // Lower than the room of the list.
            <Skeleton label="Loading…" shape="lines" count={2} />
          )
        ) : notes.length === 0 ? (
          <p className={styles.empty}>
            Names, clues and plans: you decide whether anyone else reads them.
          </p>
        ) : (
          <ul role="list">
            {notes.slice(0, SHOWN).map((note) => (
              <li key={note.id} className={styles.line}>
                <Link className={textLinkClass} to={viewerPath(note, viewAs)}>
                  {titleOf(note)}
                </Link>
                <span className={styles.fact}>
                  <NoteReaders audience={note.author_audience ?? 'private'} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <Link className={styles.more} to={notesPath(campaignId, viewAs)}>
          {newNotes === 0 ? 'All notes' : `All notes: ${newNotes} new`}
        </Link>
      </div>
    </Section>
  );
}
