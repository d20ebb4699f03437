import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { recordDocumentChange } from '../../ledger/ledger';
import type { DocumentEntity } from '../../model/document.entity';
import { tooManyHandouts } from '../../model/document.errors';
import { makeRoom } from '../../model/document-room';
import { insertNoteDocument } from '../../model/note-document';
import { countHandouts, createHandoutText } from '../../passages/handouts/handout-documents';
import { lockDocument } from '../../passages/invalidation-events';

/**
 * Creates a handout without passages of a document that this transaction has locked.
 * @throws {DomainError} if the document has its maximum, or the campaign is full
 */
export async function createHandout(
  tx: Transaction,
  source: DocumentEntity,
  { id, title, by }: { id: string; title: string; by: string },
): Promise<DocumentEntity> {
  if ((await countHandouts(tx, source.id)) >= AUDIENCE_LIMITS.handouts) throw tooManyHandouts();
  await makeRoom(tx, source.campaign_id, { countUploads: false });
  const { id: of, campaign_id: campaign } = source;
  await insertNoteDocument(tx, {
    ...{ id, campaign, title, source: of },
    is_spoilers: true,
    uploader: null,
  });
  await createHandoutText(tx, { document: id, campaign, source: of });
  await recordDocumentChange(tx, { document: id, act: 'upload', by });
  const handout = await lockDocument(tx, id);
  if (!handout) throw new Error('A handout was not stored.');
  return handout;
}
