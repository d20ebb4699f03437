import type { TitleSeenBy } from '@tomekeeper/contracts-document';
import type { DocumentEntity } from '../../model/document.entity';
import { renamedMeanwhile } from '../../model/document.errors';

// Prevents a GM from revealing a title that another GM changed while the document was hidden.

type Titled = Pick<DocumentEntity, 'original_filename' | 'shown_title'>;

/** Actor of a reveal and the title that their client displayed; undefined if not sent. */
interface Showing {
  isTakenBack: boolean;
  expectedTitle: string | undefined;
}

/**
 * Undo restores the earlier title without a check. A reveal without a displayed title accepts any title.
 * @throws {DomainError} 409 if the title has changed
 */
export function rejectTitleConflict(
  { original_filename, shown_title }: Titled,
  { isTakenBack, expectedTitle }: Showing,
): void {
  const isGiven = isTakenBack ? original_filename === shown_title : expectedTitle === undefined;
  if (!isGiven && original_filename !== expectedTitle) throw renamedMeanwhile(original_filename);
}

/** Whether players would read another title of it that was written for GMs alone. */
export function isReadByMore(
  { is_spoilers, original_filename }: Pick<DocumentEntity, 'is_spoilers' | 'original_filename'>,
  title: string,
  seenBy: TitleSeenBy | undefined,
): boolean {
  return seenBy === 'gm' && !is_spoilers && title !== original_filename;
}
