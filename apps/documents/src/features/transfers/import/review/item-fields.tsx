import { useRef, useState } from 'react';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import { Cluster } from '@tomekeeper/ui/stack';
import { CategoryField } from '../../../documents-api/display/category-field';
import { typedTags } from '../../../list/tags/tag-tree';
import type { ImportItem } from '../imports-api';
import { counted } from '../import-words';
import { canRevealBoxes, hasEqualFields, isNew, restoring, type Change } from './review-items';
import { TagsField, tagsProblem } from './tags-field';
import styles from './review.module.css';

const AUDIENCE_OPTIONS = [
  { value: 'spoilers', label: 'Spoilers' },
  { value: 'public', label: 'Public' },
] as const;

interface ItemFieldsProps {
  item: ImportItem;
  onChange: (set: Change) => void;
  onClose: () => void;
}

/**
 * Fields of an item. Title and tags are saved on Enter and when the field loses the focus; Done and Escape keep the changes, and
 * "Undo changes" restores the values from before the row was opened.
 */
export function ItemFields({ item, onChange: revise, onClose }: ItemFieldsProps) {
  const [title, setTitle] = useState(item.title);
  const [tags, setTags] = useState(item.tags.join(', '));
  const [before] = useState(item);
  /** Set before the item shows the change. */
  const hasChanged = useRef(false);
  const titleField = useRef<HTMLInputElement>(null);
  const isUnsaved = title.trim() !== item.title || typedTags(tags).join() !== item.tags.join();
  const titleError = title.trim() === '' ? 'Enter a title.' : undefined;
  const tagsError = tagsProblem(tags);

  function onChange(set: Change): void {
    hasChanged.current = true;
    revise(set);
  }
  function saveTitle(): void {
    const typed = title.trim();
    if (!titleError && typed !== item.title) onChange({ title: typed });
  }
  function saveTags(): void {
    const typed = typedTags(tags);
    if (!tagsError && typed.join() !== item.tags.join()) onChange({ tags: typed });
  }
  function restore(): void {
    setTitle(before.title);
    setTags(before.tags.join(', '));
    if (hasChanged.current) onChange(restoring(before));
    titleField.current?.focus();
  }
  return (
    <form
      className={styles.fields}
      aria-label={`Change ${item.title}`}
      noValidate
      onKeyDown={(event) => {
        // An open list of options closes first.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // Moves the focus, which saves the focused field.
        if (!titleError && !tagsError) onClose();
      }}
    >
      <TextField
        ref={titleField}
        label="Title"
        autoFocus
        autoComplete="off"
        maxLength={DOCUMENT_LIMITS.fileNameLength}
        value={title}
        error={titleError}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={saveTitle}
      />
      {isNew(item) ? (
        <>
          <TagsField value={tags} onChange={setTags} onBlur={saveTags} />
          <CategoryField
            value={item.category ?? null}
            onChange={(category) => onChange({ category })}
          />
          <SelectField
            label="Audience"
            options={AUDIENCE_OPTIONS}
            value={item.is_spoilers ? 'spoilers' : 'public'}
            onChange={(audience) => onChange({ is_spoilers: audience === 'spoilers' })}
          />
        </>
      ) : (
        <p className={styles.facts}>The document keeps its audience, tags and category.</p>
      )}
      {canRevealBoxes(item) && (
        <Checkbox
          label="Reveal boxes to read aloud to the party"
          description={`Players get ${counted(item.read_aloud ?? 0, 'box', 'boxes')} of this note, and nothing else of it.`}
          checked={item.reveal_read_aloud ?? false}
          onChange={(event) => onChange({ reveal_read_aloud: event.target.checked })}
        />
      )}
      <Cluster>
        <Button type="submit" variant="secondary" size="small">
          Done
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={!isUnsaved && hasEqualFields(item, before)}
          onClick={restore}
        >
          Undo changes
        </Button>
      </Cluster>
    </form>
  );
}
