import { useState } from 'react';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { isSameTag, isTagged, tagFolders, typedTags } from './tag-tree';

interface TagDialogProps {
  /** Documents to tag. */
  documents: readonly Document[];
  /** Tags of other documents in the campaign, as suggestions. */
  known: readonly string[];
  onClose: () => void;
  onTag: (change: { add: readonly string[]; take: readonly string[] }) => void;
}

/** Adds tags to documents and removes tags. */
export function TagDialog({ documents, known, onClose, onTag }: TagDialogProps) {
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState<readonly string[]>([]);
  const present = tagFolders(documents)
    .map(({ path }) => path)
    .filter((path) => documents.some(({ tags = [] }) => tags.some((tag) => isSameTag(tag, path))));
  const add = typedTags(typed);
  const tooLong = add.some((tag) => tag.length > DOCUMENT_LIMITS.tagLength);
  const [only] = documents;
  const toggle = (tag: string) =>
    setTaken(taken.includes(tag) ? taken.filter((one) => one !== tag) : [...taken, tag]);

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={documents.length === 1 && only ? `Tags of ${nameOf(only)}` : 'Tags'}
      description="Only game masters see tags. A slash makes folders: npcs/barovia."
      confirm="Save"
      disabled={tooLong || (add.length === 0 && taken.length === 0)}
      onConfirm={() => {
        onTag({ add, take: taken });
        onClose();
      }}
      fields={
        <Stack gap={4}>
          <TextField
            label="Add tags"
            description="Several with commas between them."
            autoComplete="off"
            list="known-tags"
            value={typed}
            error={
              tooLong ? `A tag has at most ${DOCUMENT_LIMITS.tagLength} characters.` : undefined
            }
            onChange={(event) => setTyped(event.target.value)}
          />
          <datalist id="known-tags">
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          {present.length > 0 && (
            <div role="group" aria-label="Present tags">
              {present.map((tag) => (
                <Checkbox
                  key={tag}
                  label={tag}
                  description={howMany(documents, tag)}
                  checked={!taken.includes(tag)}
                  onChange={() => toggle(tag)}
                />
              ))}
            </div>
          )}
        </Stack>
      }
    />
  );
}

/** How many of several documents have the tag. */
function howMany(documents: readonly Document[], tag: string): string | undefined {
  if (documents.length === 1) return undefined;
  const count = documents.filter((document) => isTagged(document, tag)).length;
  return `${count} of ${documents.length}`;
}
