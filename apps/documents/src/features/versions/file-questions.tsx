import { lazy, Suspense } from 'react';
import type { Document } from '../../documents-api';

/** What a menu asks about the file of a document. */
export type FileQuestion = 'replace' | 'versions';

const ReplaceDialog = lazy(async () => ({
  default: (await import('./replace-dialog')).ReplaceDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog')).VersionsDialog,
}));

interface FileQuestionsProps {
  to: FileQuestion;
  document: Document;
  onClose: () => void;
}

/** The dialog of a question; its code is loaded when it is asked. */
export function FileQuestions({ to, document, onClose }: FileQuestionsProps) {
  return (
    <Suspense>
      {to === 'replace' ? (
        <ReplaceDialog document={document} onClose={onClose} />
      ) : (
        <VersionsDialog document={document} onClose={onClose} />
      )}
    </Suspense>
  );
}
