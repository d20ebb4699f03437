import { useState } from 'react';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import { CategoryField } from '../../../documents-api/display/category-field';
import { typedTags } from '../../../list/tags/tag-tree';
import type { ImportItem } from '../imports-api';
import { counted } from '../import-words';
import { canRevealBoxes, isNew, type Change } from './review-items';
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

/** Fields of an item. Title and tags are saved on Enter and when the field loses the focus. */
export function ItemFields({ item, onChange, onClose }: ItemFieldsProps) {
  const [title, setTitle] = useState(item.title);
  const [tags, setTags] = useState(item.tags.join(', '));
  const titleError = title.trim() === '' ? 'Enter a title.' : undefined;
  const tagsError = tagsProblem(tags);

  function saveTitle(): void {
    const typed = title.trim();
    if (!titleError && typed !== item.title) onChange({ title: typed });
  }
  function saveTags(): void {
    const typed = typedTags(tags);
    if (!tagsError && typed.join() !== item.tags.join()) onChange({ tags: typed });
  }
  return (
    <form
      className={styles.fields}
      aria-label={`Change ${item.title}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Moves the focus, which saves the focused field.
        if (!titleError && !tagsError) onClose();
      }}
    >
      <TextField
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
      <Button type="submit" variant="quiet" size="small">
        Done
      </Button>
    </form>
  );
}
