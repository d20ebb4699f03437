import type { Document } from '../../../documents-api';
import type { OpenedFile } from '../use-opened-document';

/** What every stage is given: a document that this person may see, and its file. */
export interface StageProps {
  document: Document;
  file: OpenedFile;
  person: string | undefined;
}
