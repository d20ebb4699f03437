import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import styles from './campaign-editor.module.css';
import { useKeptDraft } from './kept-draft';

/** Editable campaign fields, trimmed. */
export interface CampaignValues {
  title: string;
  game_system: string;
}

interface CampaignFormProps {
  /** Key of the saved draft. */
  name: string;
  /** Stored values; any difference is unsaved. */
  stored: CampaignValues;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  error: unknown;
  onSubmit: (values: CampaignValues, then: { onSuccess: () => void }) => void;
  /** Called on every change, so that the parent can clear the last save's message. */
  onEdit?: () => void;
  /** Status next to the buttons, such as 'Saved'. */
  said?: ReactNode;
  /** Reason why the user may not edit. */
  lockedBecause?: string;
  /** Focuses the first field, if the form is the page's purpose. */
  focusFirst?: boolean;
  /** Whether a Back button leads to the list. */
  hasBack?: boolean;
  /** Submission succeeded and the page is about to close: nothing counts as unsaved. */
  leaving?: boolean;
}

/** Form with title and game system, for new and existing campaigns. */
export function CampaignForm({
  name,
  stored,
  submitLabel,
  busyLabel,
  busy,
  error,
  onSubmit,
  onEdit,
  said,
  lockedBecause,
  focusFirst = false,
  hasBack = true,
  leaving = false,
}: CampaignFormProps) {
  const { routing } = useShell();
  const { draft, isBack, change, forget } = useKeptDraft(lockedBecause ? undefined : name);
  const shown = { ...stored, ...draft };
  const values = { title: shown.title.trim(), game_system: shown.game_system.trim() };
  const complete = values.title !== '' && values.game_system !== '';
  const unsaved = values.title !== stored.title || values.game_system !== stored.game_system;
  routing.useUnsavedChanges(unsaved && !leaving);

  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusFirst) title.current?.focus();
  }, [focusFirst]);

  /** Shown only after the user starts typing; before, the labels suffice. */
  const isMissing = unsaved && !complete && !lockedBecause;
  const missing = [!values.title && 'title', !values.game_system && 'game system'].filter(Boolean);

  const edit = (typed: Partial<CampaignValues>) => {
    change({ ...draft, ...typed });
    onEdit?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete && !busy && !lockedBecause) onSubmit(values, { onSuccess: forget });
  };
  const refused = (field: string) => (error instanceof ApiError ? error.field(field) : undefined);

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Stack gap={5}>
        {isBack && unsaved && !leaving && (
          <Notice
            action={
              <Button variant="secondary" size="small" disabled={busy} onClick={forget}>
                Discard
              </Button>
            }
          >
            Your draft was restored. It is not saved yet.
          </Notice>
        )}
        <div className={styles.fields}>
          <TextField
            ref={title}
            label="Title"
            placeholder="Curse of Strahd"
            autoComplete="off"
            required
            value={shown.title}
            error={refused('title')}
            disabled={Boolean(lockedBecause)}
            readOnly={busy}
            onChange={(event) => edit({ title: event.target.value })}
          />
          <TextField
            label="Game system"
            placeholder="D&D 5e"
            autoComplete="off"
            required
            value={shown.game_system}
            error={refused('game_system')}
            disabled={Boolean(lockedBecause)}
            readOnly={busy}
            onChange={(event) => edit({ game_system: event.target.value })}
          />
        </div>
        {error ? <FormError {...detailOrText(error, 'Save failed')} /> : null}
        {lockedBecause && <p className={styles.locked}>{lockedBecause}</p>}
        <Cluster className={styles.actions}>
          <Button
            type="submit"
            disabled={!complete || Boolean(lockedBecause)}
            busy={busy && busyLabel}
          >
            {submitLabel}
          </Button>
          {hasBack && (
            <Button variant="secondary" onClick={() => routing.navigate('/home')}>
              Back
            </Button>
          )}
          <span role="status" className={styles.said}>
            {isMissing ? `Still missing: ${missing.join(', ')}.` : said}
          </span>
        </Cluster>
      </Stack>
    </form>
  );
}
