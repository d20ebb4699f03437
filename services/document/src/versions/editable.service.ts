import { Injectable } from '@nestjs/common';
import { NOTE_LIMITS } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { formatOf, type FileFormat } from '@tomekeeper/text-extraction';
import { DocumentAccess } from '../access/document-access';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';
import { isExtractedFrom } from '../extraction-jobs/extractions';
import { recordDocumentChange } from '../ledger/ledger';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import {
  cannotBeEditable,
  changedMeanwhile,
  documentNotFound,
  textIsMissing,
} from '../model/document.errors';
import { DocumentEntity } from '../model/document.entity';
import { titleOfFile } from '../model/file-name';
import { isNote, noteKey, NOTE_TYPE } from '../model/note-key';
import { insertNoteOfFile } from '../notes/note-rows';
import { tooMuchText, tooManyPassages } from '../notes/saving/write-note';
import { addVersion } from '../notes/versions/note-versions';
import { livingPassages, makePassagesEditable, textBytes } from '../passages/editing/edit-passages';
import { emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { isFileRestricted } from '../sharing/reveals/restricted-files';
import { deletePicture } from '../storage/object-removal';
import { keepVersion } from './document-versions';

/** Formats whose text a note can hold without loss. */
const EDITABLE: ReadonlySet<FileFormat | undefined> = new Set<FileFormat>([
  'markdown',
  'text',
  'docx',
  'odt',
  'rtf',
  'html',
  'epub',
]);

/**
 * Makes notes of extracted text files. The document keeps its id, passages, audiences and ledger, and its file becomes a
 * version for GMs that never expires; restoring that version makes the document a file again.
 */
@Injectable()
export class EditableService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
  ) {}

  /** Idempotent: a note is returned unchanged. @throws {DomainError} 409 for PDF, media and files without extracted text */
  async makeEditable(user: string, id: string): Promise<VisibleDocument> {
    const { document } = await this.access.requireManaged(user, id, 'make documents editable');
    if (isNote(document)) return document;
    const { original_filename: name, content_type: contentType } = document;
    if (!EDITABLE.has(formatOf({ name, contentType }))) throw cannotBeEditable();
    const { campaign } = document;
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (isNote(before)) return;
      if (before.s3_key !== document.s3_key) throw changedMeanwhile();
      if (!(await isExtractedFrom(tx, before))) throw textIsMissing();
      const living = await livingPassages(tx, id);
      if (living.length > NOTE_LIMITS.passages) throw tooManyPassages();
      if ((await textBytes(tx, id)) > NOTE_LIMITS.textBytes) throw tooMuchText();
      const isUnseen = !before.is_spoilers && (await isFileRestricted(tx, id));
      await keepVersion(tx, id, { isOriginal: true });
      await deletePicture(tx, before.s3_key);
      const title = titleOfFile(before.original_filename);
      await tx.repo(DocumentEntity).update(
        { id },
        {
          s3_key: noteKey(),
          content_type: NOTE_TYPE,
          size: 0,
          content_fingerprint: null,
          file_on_hold: false,
          original_filename: title,
          updated_at: new Date(),
        },
      );
      const number = await insertNoteOfFile(tx, { document: id, campaign, by: user });
      const passages = living.map((one) => one.id);
      const text = { number, title, passages };
      await addVersion(tx, { document: id, campaign, by: user, text, isOpen: false });
      const isRenamed = title !== before.original_filename;
      const entry = await recordDocumentChange(tx, {
        document: id,
        act: 'replace',
        by: user,
        unseen: { isRenamed },
      });
      if (!entry) throw documentNotFound();
      await makePassagesEditable(tx, { document: id, number: entry.number });
      // Players who did not get the file see only its title change.
      const isForGms = before.is_spoilers || (isUnseen && !isRenamed);
      await emitDocumentChanged(tx, before, isForGms ? 'gm' : 'party');
    });
    const note = await visibleDocument(this.uow, { managed: [campaign], played: [] }, id);
    if (!note) throw documentNotFound(); // deleted since
    return note;
  }
}
