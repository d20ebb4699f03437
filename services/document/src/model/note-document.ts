import type { AuthorAudience, DocumentCategory } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { DocumentEntity } from './document.entity';
import { newDocument } from './new-document';
import { NOTE_TYPE, noteKey } from './note-key';

// Rows that notes and handouts have in place of a file.

/** Extractor version of notes, which never need extraction. */
const FINAL_EXTRACTOR_VERSION = 2_147_483_647;

interface NewNoteDocument {
  id: string;
  campaign: string;
  title: string;
  is_spoilers: boolean;
  /** Null for handouts. */
  uploader: string | null;
  /** The source of a handout. */
  source?: string;
  /** For players' notes, whose `campaign` is the membership of the author. */
  authorAudience?: AuthorAudience | undefined;
  category?: DocumentCategory | undefined;
  /** Of an imported note. */
  properties?: Pick<DocumentEntity, 'tags' | 'pinned' | 'aliases'> | undefined;
  /** The category for players who see only a part of a spoiler. */
  publicCategory?: DocumentCategory | undefined;
}

export async function insertNoteDocument(tx: Transaction, note: NewNoteDocument): Promise<void> {
  const { id, campaign, title, is_spoilers, uploader, source, category, publicCategory } = note;
  await tx.repo(DocumentEntity).insert({
    id,
    campaign_id: campaign,
    author_audience: note.authorAudience ?? null,
    source_id: source ?? null,
    uploader,
    original_filename: title,
    s3_key: noteKey(),
    content_type: NOTE_TYPE,
    size: 0,
    is_spoilers,
    ...newDocument(),
    ...note.properties,
    category: category ?? null,
    public_category: publicCategory ?? null,
  });
}

/** Marks the text of a note as extracted, also of a note that was a file: the workers leave the document alone. */
export async function settleNoteText(tx: Transaction, document: string): Promise<void> {
  await tx.query(
    `WITH noticed AS (
       UPDATE document SET read_key = s3_key, pictured_key = s3_key WHERE id = $1 RETURNING id, campaign_id, s3_key)
     INSERT INTO reading (document_id, campaign_id, source_key, state, has_text, reader_version)
     SELECT id, campaign_id, s3_key, 'ready', true, ${FINAL_EXTRACTOR_VERSION} FROM noticed
     ON CONFLICT (document_id) DO UPDATE
       SET source_key = excluded.source_key, source_etag = NULL, reader_version = excluded.reader_version, state = 'ready',
           pages = NULL, due_at = NULL, tries = 0, progress = 0, lease = NULL`,
    [document],
  );
}
