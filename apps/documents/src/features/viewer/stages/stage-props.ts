import type { Document } from '../../documents-api/documents-api';
import type { PageStep } from '../../reader/page-step';
import type { OpenedFile } from '../use-opened-document';

/** What every stage is given: a document that this person may see, and its file. */
export interface StageProps {
  document: Document;
  file: OpenedFile;
  person: string | undefined;
  /** Only of files with pages, with their text beside them. */
  inStep?: PageStep | undefined;
}
