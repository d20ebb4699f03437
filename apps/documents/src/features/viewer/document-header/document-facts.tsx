import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { fileSize } from '@tomekeeper/ui/file-input';
import { isNote, isPlayerNote, type Document } from '../../documents-api/documents-api';
import { mixedInWords } from '../../sharing/audiences/of-document';
import { categoryInWords } from '../../documents-api/display/category';
import { DayOf } from '../../documents-api/display/day-of';
import { dayInWords } from '../../documents-api/display/day-in-words';
import { AuthorAndReaders } from '../../documents-api/player-notes/note-readers';
import { TextStateFact } from '../../documents-api/display/text-state';
import { AudienceOf } from '../../sharing/reveal/reveal';
import { kindInWords } from '../file-kind';
import styles from '../viewer.module.css';

/** Facts of an open document below its title. */
export function DocumentFacts({ document }: { document: Document }) {
  return isPlayerNote(document) ? (
    <PlayerNoteFacts note={document} />
  ) : (
    <CampaignDocumentFacts document={document} />
  );
}

/** Author, readers and day of the last change of a player's note. */
function PlayerNoteFacts({ note }: { note: Document }) {
  const { data: campaign } = useCampaign(note.campaign);
  return (
    <p className={styles.facts}>
      <AuthorAndReaders note={note} campaign={campaign} />
      <DayOf moment={note.updated_at ?? note.created_at} />
    </p>
  );
}

/** Audience, type, size and upload date of a document. */
function CampaignDocumentFacts({ document }: { document: Document }) {
  const { created_at, size, aliases = [] } = document;
  const category = categoryInWords(document.category);
  const mixed = mixedInWords(document);
  const day = new Date(created_at);
  return (
    <p className={styles.facts}>
      <AudienceOf document={document} changed={false} />
      <span>{kindInWords(document)}</span>
      {category && <span>{category}</span>}
      {aliases.length > 0 && <span>Also called {aliases.map(({ name }) => name).join(', ')}</span>}
      <TextStateFact document={document} />
      {mixed && <span title={mixed.more}>{mixed.words}</span>}
      {typeof size === 'number' && !isNote(document) && <span>{fileSize(size)}</span>}
      {!Number.isNaN(day.getTime()) && (
        <time dateTime={day.toISOString()}>{dayInWords(day, new Date())}</time>
      )}
    </p>
  );
}
