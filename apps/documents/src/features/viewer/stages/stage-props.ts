import type { Document } from '../../documents-api/documents-api';
import type { PageStep } from '../../reader/page-step';
import type { OpenedFile } from '../use-opened-document';

/** Props of all preview renderers. */
export interface StageProps {
  document: Document;
  file: OpenedFile;
  person: string | undefined;
  /** For files with pages in the split view. */
  inStep?: PageStep | undefined;
}
