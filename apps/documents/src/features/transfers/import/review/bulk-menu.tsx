import { useState } from 'react';
import { DOCUMENT_LIMITS, type DocumentCategory } from '@tomekeeper/contracts-document';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { CategoryField } from '../../../documents-api/display/category-field';
import { typedTags } from '../../../list/tags/tag-tree';
import type { ImportItem } from '../imports-api';
import { counted } from '../import-words';
import { canRevealBoxes, inclusionOf, isNew, type Change, type Revision } from './review-items';
import { TagsField, tagsProblem } from './tags-field';

interface BulkMenuProps {
  /** Accessible name of the button. */
  label: string;
  items: readonly ImportItem[];
  onRevise: (revisions: readonly Revision[]) => void;
}

/** Menu that changes all items of a folder or filter. */
export function BulkMenu({ label, items, onRevise }: BulkMenuProps) {
  const [asked, setAsked] = useState<'category' | 'add_tags' | 'tags'>();
  const close = () => setAsked(undefined);
  const added = items.filter(isNew);
  const set = (change: Change) => onRevise([{ items: added, set: change }]);
  const boxes = items.filter(canRevealBoxes);
  const reveal = (reveal_read_aloud: boolean) =>
    onRevise([{ items: boxes, set: { reveal_read_aloud } }]);
  return (
    <>
      <MoreMenu label={label}>
        <MenuItem onClick={() => onRevise(inclusionOf(items, true))}>Import all</MenuItem>
        <MenuItem onClick={() => onRevise(inclusionOf(items, false))}>Skip all</MenuItem>
        {added.length > 0 && (
          <>
            <MenuItem
              icon={<Drawing shape={iconShapes.eyeOff} />}
              onClick={() => set({ is_spoilers: true })}
            >
              Make all GM only
            </MenuItem>
            <MenuItem
              icon={<Drawing shape={iconShapes.eye} />}
              onClick={() => set({ is_spoilers: false })}
            >
              Make all Public
            </MenuItem>
            <MenuItem onClick={() => setAsked('category')}>Set category…</MenuItem>
            <MenuItem onClick={() => setAsked('add_tags')}>Add tags…</MenuItem>
            <MenuItem onClick={() => setAsked('tags')}>Replace tags…</MenuItem>
          </>
        )}
        {boxes.length > 0 && (
          <MenuItem
            checked={boxes.every((item) => item.reveal_read_aloud)}
            onClick={() => reveal(!boxes.every((item) => item.reveal_read_aloud))}
          >
            Reveal boxes to read aloud
          </MenuItem>
        )}
      </MoreMenu>
      {asked === 'category' && (
        <BulkCategory
          count={added.length}
          onClose={close}
          onChoose={(category) => set({ category })}
        />
      )}
      {(asked === 'tags' || asked === 'add_tags') && (
        <BulkTags
          count={added.length}
          isReplacing={asked === 'tags'}
          onClose={close}
          onChoose={(tags) => set({ [asked]: tags })}
        />
      )}
    </>
  );
}

interface BulkDialogProps<Value> {
  count: number;
  onClose: () => void;
  onChoose: (value: Value) => void;
}

function BulkCategory({ count, onClose, onChoose }: BulkDialogProps<DocumentCategory | null>) {
  const [chosen, setChosen] = useState<DocumentCategory | null>(null);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Category of ${counted(count, 'document')}`}
      confirm="Apply"
      onConfirm={() => {
        onChoose(chosen);
        onClose();
      }}
      fields={<CategoryField value={chosen} onChange={setChosen} />}
    />
  );
}

interface BulkTagsProps extends BulkDialogProps<string[]> {
  /** Whether the tags replace the proposed ones. */
  isReplacing: boolean;
}

function BulkTags({ count, isReplacing, onClose, onChoose }: BulkTagsProps) {
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${isReplacing ? 'Replace tags of' : 'Add tags to'} ${counted(count, 'document')}`}
      description={
        isReplacing
          ? 'Your tags replace the proposed ones. Without a tag, the documents get none.'
          : `Each document keeps its tags. Beyond ${DOCUMENT_LIMITS.tags} tags of a document, yours are left out.`
      }
      confirm={isReplacing ? 'Replace' : 'Add'}
      disabled={tagsProblem(typed) !== undefined || (!isReplacing && typed.trim() === '')}
      onConfirm={() => {
        onChoose(typedTags(typed));
        onClose();
      }}
      fields={<TagsField value={typed} onChange={setTyped} />}
    />
  );
}
