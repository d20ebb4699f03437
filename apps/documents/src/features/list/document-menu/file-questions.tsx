import { lazy, Suspense } from 'react';
import type { Document } from '../../documents-api/documents-api';

/** Dialogs of the file menu. */
export type FileQuestion =
  | 'replace'
  | 'versions'
  | 'texts'
  | 'tags'
  | 'category'
  | 'portrait'
  | 'aliases'
  | 'public title'
  | 'handouts';

const ReplaceDialog = lazy(async () => ({
  default: (await import('../../history/versions/replace-dialog')).ReplaceDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('../../history/versions/versions-dialog')).VersionsDialog,
}));

const NoteVersionsDialog = lazy(async () => ({
  default: (await import('../../history/note-versions/note-versions-dialog')).NoteVersionsDialog,
}));

const TagsOfDocument = lazy(async () => ({
  default: (await import('../tags/tags-of-document')).TagsOfDocument,
}));

const CategoryOfDocument = lazy(async () => ({
  default: (await import('../category/category-of-document')).CategoryOfDocument,
}));

const PortraitOfDocument = lazy(async () => ({
  default: (await import('../portrait/portrait-of-document')).PortraitOfDocument,
}));

const AliasesDialog = lazy(async () => ({
  default: (await import('../aliases/aliases-dialog')).AliasesDialog,
}));

const PublicTitleDialog = lazy(async () => ({
  default: (await import('../../sharing/audiences/public-title-dialog')).PublicTitleDialog,
}));

const HandoutsDialog = lazy(async () => ({
  default: (await import('../portrait/handouts-with-portraits')).HandoutsWithPortraits,
}));

const DIALOGS = {
  replace: ReplaceDialog,
  versions: VersionsDialog,
  texts: NoteVersionsDialog,
  tags: TagsOfDocument,
  category: CategoryOfDocument,
  portrait: PortraitOfDocument,
  aliases: AliasesDialog,
  'public title': PublicTitleDialog,
  handouts: HandoutsDialog,
};

interface FileQuestionsProps {
  to: FileQuestion;
  document: Document;
  onClose: () => void;
}

/** Dialog of a menu item, loaded on demand. */
export function FileQuestions({ to, document, onClose }: FileQuestionsProps) {
  const Asked = DIALOGS[to];
  return (
    <Suspense>
      <Asked document={document} onClose={onClose} />
    </Suspense>
  );
}
