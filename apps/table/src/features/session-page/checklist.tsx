import { useRef, useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { SESSION_LIMITS } from '@tomekeeper/contracts-campaign';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { Section } from '@tomekeeper/ui/section';
import {
  sessionKeys,
  useSessionsApi,
  type ChecklistItem,
  type SessionDetail,
} from '../sessions-api/sessions-api';
import styles from './session-page.module.css';

interface ChecklistProps {
  campaignId: string;
  session: SessionDetail;
}

/** Checklist of GMs. Saves each change at once, by item, so that two GMs can work together. */
export function Checklist({ campaignId, session }: ChecklistProps) {
  const api = useSessionsApi();
  const changing = useItemChanges(campaignId, session.id);
  const items = session.checklist_items ?? [];
  const [text, setText] = useState('');
  const newItem = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (typed === '') return;
    // The next item can be typed while this one is saved.
    setText('');
    changing
      .mutateAsync(() => api.createItem(campaignId, session.id, typed))
      .catch(() => setText((since) => [typed, since].filter(Boolean).join(' ')));
  };
  return (
    <Section
      title="Checklist"
      intro={
        session.state === 'closed'
          ? 'Open items move to the next session that you plan.'
          : 'Only game masters see it. Open items move to the next session.'
      }
    >
      {items.length > 0 && (
        <ul role="list" className={styles.items}>
          {items.map((item) => (
            <Item
              key={item.id}
              item={item}
              onChange={(changes) =>
                changing.mutate(() =>
                  api.updateItem(campaignId, session.id, { id: item.id, ...changes }),
                )
              }
              onDelete={() => {
                newItem.current?.focus();
                changing.mutate(() => api.deleteItem(campaignId, session.id, item.id));
              }}
            />
          ))}
        </ul>
      )}
      <form className={styles.newItem} onSubmit={add}>
        <TextField
          ref={newItem}
          label="New item"
          maxLength={SESSION_LIMITS.checklistText}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="secondary">
          Add
        </Button>
      </form>
      {changing.error && (
        <FormError {...detailOrText(changing.error, 'The checklist was not changed.')} />
      )}
    </Section>
  );
}

/** Runs changes one after the other, and refetches the session after each. */
function useItemChanges(campaignId: string, sessionId: string) {
  const queryClient = useQueryClient();
  const queryKey = sessionKeys.one(campaignId, sessionId, undefined);
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    scope: { id: `checklist ${sessionId}` },
    onSettled: () => queryClient.invalidateQueries({ queryKey, exact: true }),
  });
}

interface ItemProps {
  item: ChecklistItem;
  onChange: (changes: { text?: string; done?: boolean }) => void;
  onDelete: () => void;
}

function Item({ item, onChange, onDelete }: ItemProps) {
  const [edited, setEdited] = useState<string>();
  if (edited !== undefined)
    return (
      <li>
        <form
          className={styles.newItem}
          onSubmit={(event) => {
            event.preventDefault();
            const text = edited.trim();
            if (text === '') return;
            if (text !== item.text) onChange({ text });
            setEdited(undefined);
          }}
          onKeyDown={({ key }) => key === 'Escape' && setEdited(undefined)}
        >
          <TextField
            label="Item"
            autoFocus
            error={edited.trim() === '' ? 'Enter a text, or delete the item.' : undefined}
            maxLength={SESSION_LIMITS.checklistText}
            value={edited}
            onChange={({ target }) => setEdited(target.value)}
          />
          <div className={styles.itemActions}>
            <Button type="submit" variant="secondary">
              Save
            </Button>
            <Button variant="quiet" onClick={() => setEdited(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      </li>
    );
  return (
    <li className={styles.item}>
      <Checkbox
        label={
          <span className={item.done ? styles.done : undefined} dir="auto">
            {item.text}
          </span>
        }
        checked={item.done}
        onChange={({ target }) => onChange({ done: target.checked })}
      />
      <MoreMenu label={`More actions of “${item.text}”`}>
        <MenuItem onClick={() => setEdited(item.text)}>Edit</MenuItem>
        <MenuItem onClick={onDelete}>Delete</MenuItem>
      </MoreMenu>
    </li>
  );
}
