import { DEFAULT_CONTENT_TYPE } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { mayHoldSecrets } from '@tomekeeper/text-extraction';
import { recordDocumentChange } from '../../ledger/ledger';
import { DocumentEntity } from '../../model/document.entity';
import { newDocument } from '../../model/new-document';
import { uploadedFileName } from '../../model/file-name';
import { lockDocument } from '../../passages/invalidation-events';
import { markObjectUsed } from '../../storage/unused-objects';
import { giveFile } from '../../versions/versions.service';
import type { SavedItem } from './saved-items';

/** Adds an imported file as a document, or as the file of the document of an earlier import. */
export async function saveImportedFile(
  tx: Transaction,
  {
    campaign,
    by,
    item,
    object,
  }: { campaign: string; by: string; item: SavedItem; object: { key: string; isCopy: boolean } },
): Promise<void> {
  const { document, is_spoilers, tags, pinned, aliases, category } = item;
  const name = uploadedFileName(item.title, 'title');
  const content_type = item.content_type ?? DEFAULT_CONTENT_TYPE;
  if (object.isCopy) await markObjectUsed(tx, [object.key]);
  const file = {
    ...{ uploader: by, s3_key: object.key, content_type },
    ...{ size: item.size ?? 0, content_fingerprint: null, original_filename: name },
  };
  if (item.action === 'replace') {
    const before = await lockDocument(tx, document);
    if (before) await giveFile(tx, before, file, { user: by });
    return;
  }
  await tx.repo(DocumentEntity).insert({
    ...newDocument(),
    ...file,
    id: document,
    campaign_id: campaign,
    file_on_hold: mayHoldSecrets({ name, contentType: content_type }),
    is_spoilers,
    ...{ tags, pinned, aliases, category },
  });
  await recordDocumentChange(tx, { document, act: 'upload', by });
}
