import { useState } from 'react';
import { BOARD_LIMITS } from '@tomekeeper/contracts-campaign';
import { Button } from '@tomekeeper/ui/button';
import { TextAreaField, TextField } from '@tomekeeper/ui/field';
import { Cluster } from '@tomekeeper/ui/stack';
import { errorOf, type Draft } from './draft';
import styles from './board.module.css';

/** Maximum characters of a title. */
const TITLE_LENGTH = 200;

interface ItemEditorProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Form for a text or a checklist. */
export function ItemEditor({ draft, onChange, onSave, onCancel }: ItemEditorProps) {
  const [error, setError] = useState<string>();
  const isList = draft.kind === 'checklist';
  const save = () => {
    const problem = errorOf(draft);
    setError(problem);
    if (problem === undefined) onSave();
  };
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      {isList && (
        <TextField
          label="Title"
          optional
          autoFocus
          maxLength={TITLE_LENGTH}
          value={draft.title}
          onChange={({ target }) => onChange({ ...draft, title: target.value })}
        />
      )}
      <TextAreaField
        label={isList ? 'Lines' : 'Text'}
        description={isList ? 'One per line.' : undefined}
        autoFocus={!isList}
        error={error}
        maxLength={isList ? undefined : BOARD_LIMITS.text}
        value={draft.text}
        onChange={({ target }) => {
          setError(undefined);
          onChange({ ...draft, text: target.value });
        }}
      />
      <Cluster>
        <Button type="submit" size="small">
          Save
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Cluster>
    </form>
  );
}
