import { useState } from 'react';
import type { DocumentCategory } from '@tomekeeper/contracts-document';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { CategoryField } from '../../documents-api/display/category-field';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { hasHandouts } from '../../sharing/handouts/use-handouts';

interface CategoryDialogProps {
  documents: readonly Document[];
  onClose: () => void;
  onChoose: (category: DocumentCategory | null) => void;
}

/** Sets the category of documents. */
export function CategoryDialog({ documents, onClose, onChoose }: CategoryDialogProps) {
  const [only] = documents;
  const present = new Set(documents.map(({ category }) => category ?? null));
  const [chosen, setChosen] = useState<DocumentCategory | null>(
    present.size === 1 ? (only?.category ?? null) : null,
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        documents.length === 1 && only
          ? `Category of ${nameOf(only)}`
          : `Category of ${documents.length} documents`
      }
      description={
        documents.some(hasHandouts)
          ? 'The gallery sorts documents by category. Readers of handouts see only the category that you choose for a handout.'
          : 'The gallery sorts documents by category. Everyone who can open a Public document sees its category.'
      }
      confirm="Save"
      disabled={present.size === 1 && present.has(chosen)}
      onConfirm={() => {
        onChoose(chosen);
        onClose();
      }}
      fields={<CategoryField value={chosen} onChange={setChosen} />}
    />
  );
}
