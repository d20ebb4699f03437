import type { TitleSeenBy } from '@tomekeeper/contracts-document';
import type { DocumentEntity } from '../../model/document.entity';
import { renamedMeanwhile } from '../../model/document.errors';

// No player reads a title that nobody meant for them: what one GM has renamed while it was hidden, another does not show unseen.

type Titled = Pick<DocumentEntity, 'original_filename' | 'shown_title'>;

/** Who shows a document, and under which title they were shown it; undefined where they do not say. */
interface Showing {
  isTakenBack: boolean;
  seenTitle: string | undefined;
}

/**
 * What is taken back is what was: players read the title again that they were given before. A reveal that does not say what its GM saw
 * shows it whatever it is called.
 *
 * @throws {DomainError} 409 where it is called otherwise by now
 */
export function rejectTitleConflict(
  { original_filename, shown_title }: Titled,
  { isTakenBack, seenTitle }: Showing,
): void {
  const isGiven = isTakenBack ? original_filename === shown_title : seenTitle === undefined;
  if (!isGiven && original_filename !== seenTitle) throw renamedMeanwhile(original_filename);
}

/** Whether players would read another title of it that was written for GMs alone. */
export function isReadByMore(
  { is_spoilers, original_filename }: Pick<DocumentEntity, 'is_spoilers' | 'original_filename'>,
  title: string,
  seenBy: TitleSeenBy | undefined,
): boolean {
  return seenBy === 'gm' && !is_spoilers && title !== original_filename;
}
