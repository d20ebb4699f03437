import type { Document } from '../../../documents-api';
import type { OpenedFile } from '../use-opened-document';

/** A page that a file and its text beside each other have come to. */
export interface PageStep {
  /** Where the other one leads; undefined while this one leads. */
  page: number | undefined;
  onPage: (page: number) => void;
}

/** What every stage is given: a document that this person may see, and its file. */
export interface StageProps {
  document: Document;
  file: OpenedFile;
  person: string | undefined;
  /** Only of files with pages, with their text beside them. */
  inStep?: PageStep | undefined;
}
