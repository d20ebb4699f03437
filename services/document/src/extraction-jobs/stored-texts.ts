import type { Transaction } from '@tomekeeper/persistence';
import { recordWrittenPassages } from '../ledger/ledger';
import { storeText, type StoredPassage } from '../passages/all-passages';

interface SourceText {
  document: string;
  campaign: string;
  is_spoilers: boolean;
  passages: readonly StoredPassage[];
  /** Indexes of passages for GMs only. */
  hidden: readonly number[];
  /** User id. */
  by: string;
}

/**
 * Stores the text that a new file had elsewhere, and schedules its extraction. As after a replacement of the file, passages that the
 * extraction finds again keep their id and audience; in a text with hidden passages, all others are GM only.
 */
export async function storeSourceText(tx: Transaction, text: SourceText): Promise<void> {
  const { document, hidden, by } = text;
  const everHidden = hidden.length > 0;
  await tx.query(
    `WITH noticed AS (
       UPDATE document SET read_key = s3_key WHERE id = $1 RETURNING id, campaign_id, uploader, s3_key)
     INSERT INTO reading (document_id, campaign_id, uploader, source_key, state, has_text, reader_version, readings, ever_hidden, due_at)
     SELECT id, campaign_id, uploader, s3_key, 'waiting', true, 0, 1, $2, now() FROM noticed`,
    [document, everHidden],
  );
  // Only explicit audiences and secret markup hide passages of the new text.
  const { written } = await storeText(tx, { ...text, sourceVersion: 1, everHidden: false });
  await recordWrittenPassages(tx, text, written, by);
}
