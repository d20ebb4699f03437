import { useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { FileInput } from '@tomekeeper/ui/file-input';
import { hiddenFromSome, shownToSome } from '../../sharing/audiences/of-document';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { useUploads } from '../../uploads/queue/uploads-context';
import { problemWith } from '../../uploads/upload/problem-with';

interface ReplaceDialogProps {
  document: Document;
  onClose: () => void;
}

/** Explains the visibility of the new file. */
function whoSees(document: Document): string {
  const isMixed = document.file_withheld || shownToSome(document) + hiddenFromSome(document) > 0;
  if (isMixed)
    return 'Unchanged passages keep their audience. New and changed passages are only for you until you reveal them. Your players see the current text until the text of the new file is extracted.';
  return document.is_spoilers
    ? 'Your players cannot see it.'
    : 'Your players see the new file at once.';
}

/** Replaces the file of a document; the upload list shows progress. */
export function ReplaceDialog({ document, onClose }: ReplaceDialogProps) {
  const { config } = useShell();
  const uploads = useUploads();
  const [file, setFile] = useState<File | null>(null);
  const [pressed, setPressed] = useState(false);
  const { max_upload_mb } = config.limits;

  const problem = problemWith(file, max_upload_mb, pressed);
  const replace = () => {
    setPressed(true);
    if (!file || problem) return;
    uploads.replace(document, file);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Replace file"
      description={`${nameOf(document)} gets a new file and keeps its name, tags, place and audience. ${whoSees(document)} The current file stays available to you for 30 days.`}
      confirm="Replace"
      onConfirm={replace}
      fields={
        <FileInput
          label="New file"
          description={`Up to ${max_upload_mb} MB.`}
          file={file}
          onFile={setFile}
          error={problem}
        />
      }
    />
  );
}
