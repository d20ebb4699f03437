import { BOARD_LIMITS } from '@tomekeeper/contracts-campaign';
import { Button } from '@tomekeeper/ui/button';
import { TextAreaField, TextField } from '@tomekeeper/ui/field';
import { Cluster } from '@tomekeeper/ui/stack';
import type { Draft } from './draft';
import styles from './board.module.css';

/** Maximum characters of a title. */
const TITLE_LENGTH = 200;

interface ItemEditorProps {
  draft: Draft;
  /** Validation error. */
  error: string | undefined;
  onChange: (draft: Draft) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Form for a text or a checklist. */
export function ItemEditor({ draft, error, onChange, onSave, onCancel }: ItemEditorProps) {
  const isList = draft.kind === 'checklist';
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
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
        onChange={({ target }) => onChange({ ...draft, text: target.value })}
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
