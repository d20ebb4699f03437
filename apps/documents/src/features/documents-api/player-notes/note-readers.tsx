import type { AuthorAudience } from '@tomekeeper/contracts-document';
import { useViewAs } from '@tomekeeper/remote-kit';
import { nameOfPerson, type CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { AudienceMark, type AudienceMarkProps } from '@tomekeeper/ui/audience';
import { isOwnNote, type Document } from '../documents-api';
import { READERS, readersInWords } from './readers-in-words';

const MARKS: Readonly<Record<AuthorAudience, AudienceMarkProps['kind']>> = {
  private: 'gm',
  gms: 'players',
  party: 'party',
};

/** Readers of a note with icon and words. */
export function NoteReaders({
  audience,
  words = READERS[audience],
}: {
  audience: AuthorAudience;
  words?: string;
}) {
  return <AudienceMark kind={MARKS[audience]} words={words} />;
}

interface NoteFactsProps {
  note: Document;
  /** Undefined while loading. */
  campaign: CampaignFacts | undefined;
}

/** Author and readers of a player's note. */
export function AuthorAndReaders({ note, campaign }: NoteFactsProps) {
  const isGm = isGmIn(campaign, useViewAs());
  return (
    <>
      <span>{authorInWords(note, campaign)}</span>
      <NoteReaders
        audience={note.author_audience ?? 'private'}
        words={readersInWords(note, isGm)}
      />
    </>
  );
}

/** Whether the user is a GM of the campaign who views it as such; false while loading. */
export const isGmIn = (campaign: CampaignFacts | undefined, viewAs: string | undefined): boolean =>
  viewAs === undefined && (campaign?.role === 'owner' || campaign?.role === 'co_gm');

/** Author of an imported note or comment. */
export const importedAuthorInWords = (name: string | undefined): string =>
  name === undefined ? 'Imported' : `${name} (imported)`;

/** `You`, a name, or `former member`. */
function authorInWords(note: Document, campaign: CampaignFacts | undefined): string {
  if (isOwnNote(note)) return 'You';
  if (note.is_imported) return importedAuthorInWords(note.imported_author);
  if (note.author === undefined) return 'former member';
  return nameOfPerson(campaign, note.author) ?? (campaign ? 'A player without a name' : '…');
}
