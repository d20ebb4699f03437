import { useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { FileInput } from '@tomekeeper/ui/file-input';
import { Progress } from '@tomekeeper/ui/progress';
import { Stack } from '@tomekeeper/ui/stack';
import type { Document, DocumentUpload } from '../../documents-api/documents-api';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { wordsFor } from '../queue/upload-failures';
import { problemWith } from './problem-with';
import { useFileTransfer } from './use-file-transfer';

interface UploadDialogProps {
  campaignId: string;
  onClose: () => void;
  /** Adds the document to the list and closes the dialog. */
  onUploaded: (document: Document) => Promise<void>;
}

/** Upload form with file and audience. */
export function UploadDialog({ campaignId, onClose, onUploaded }: UploadDialogProps) {
  const { config, routing } = useShell();
  const transfer = useFileTransfer();
  const [file, setFile] = useState<File | null>(null);
  const [isSpoilers, setIsSpoilers] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [percent, setPercent] = useState<number>();

  const upload = useSerialMutation({
    mutationFn: (wanted: DocumentUpload) =>
      transfer.send(wanted, (loaded, total) => setPercent(Math.round((loaded / total) * 100))),
    onMutate: () => setPercent(undefined),
    onSuccess: onUploaded,
  });
  const spoilers = useSpoilerCheck(campaignId, { cancelLabel: 'Go back' });
  const busy = upload.isPending || spoilers.isPending;
  routing.useUnsavedChanges(upload.isPending);

  const problem = problemWith(file, config.limits.max_upload_mb, pressed);
  const send = () => {
    setPressed(true);
    if (!file || problem) return;
    spoilers.before(isSpoilers ? undefined : { texts: [file.name], audience: 'party' }, () =>
      upload.mutate({ campaignId, file, isSpoilers }),
    );
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setPressed(false);
    upload.reset();
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={(upload.isPending && 'Uploading…') || (spoilers.isPending && 'Checking…')}
      title="Upload Document"
      confirm="Upload"
      onConfirm={send}
      failure={upload.error ? wordsFor(upload.error, transfer.isStarted) : undefined}
      fields={
        <Stack gap={3}>
          <FileInput
            label="File"
            description={`Up to ${config.limits.max_upload_mb} MB.`}
            file={file}
            onFile={choose}
            disabled={busy}
            error={problem}
          />
          <Checkbox
            label="Contains spoilers"
            description="Players won’t learn that it exists, until you reveal it."
            checked={isSpoilers}
            disabled={busy}
            onChange={(event) => setIsSpoilers(event.target.checked)}
          />
          {!isSpoilers && <p>Players see this file at once.</p>}
        </Stack>
      }
    >
      {upload.isPending && file && <Progress label={file.name} percent={percent} />}
      {spoilers.dialog}
    </ConfirmDialog>
  );
}
