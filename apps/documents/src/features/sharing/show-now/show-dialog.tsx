import { useId, useState } from 'react';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import type { FormErrorProps } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import type { Players } from '../audiences/use-members';
import styles from './show-dialog.module.css';

/** Recipients and title of a temporary show. */
export interface Showing {
  players: string[];
  title: string | undefined;
}

interface ShowDialogProps {
  /** Name of the hidden content: `“Map of the vault”`, `3 passages`. */
  what: string;
  players: Players;
  /** Preselects that the content is revealed. */
  startsKept: boolean;
  busy: string | false;
  failure: FormErrorProps | undefined;
  onClose: () => void;
  onShow: (showing: Showing) => void;
  onReveal: () => void;
}

/** Asks how to show hidden content: temporarily to chosen players, or revealed to all of them. */
export function ShowDialog(props: ShowDialogProps) {
  const { what, players, startsKept, busy, failure, onClose, onShow, onReveal } = props;
  const name = useId();
  const [isKept, setKept] = useState(startsKept);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [title, setTitle] = useState('');
  const chosen = players.players.map(({ id }) => id).filter((id) => !left.includes(id));
  const toggle = (id: string) =>
    setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  const confirm = isKept ? 'Show and reveal' : 'Show without keeping';
  const option = (value: boolean, label: string, description: string) => (
    <label className={styles.option}>
      <input
        type="radio"
        name={name}
        data-first-focus={value === startsKept ? '' : undefined}
        checked={isKept === value}
        disabled={Boolean(busy)}
        onChange={() => setKept(value)}
      />
      <span>
        <span className={styles.choice}>{label}</span>
        <span className={styles.meaning}>{description}</span>
      </span>
    </label>
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Show now"
      description={`Not all of your players know ${what}.`}
      confirm={confirm}
      busy={busy}
      failure={failure}
      disabled={!isKept && (chosen.length === 0 || chosen.length > AUDIENCE_LIMITS.players)}
      onConfirm={() =>
        isKept ? onReveal() : onShow({ players: chosen, title: title.trim() || undefined })
      }
      fields={
        <div className={styles.fields}>
          <fieldset className={styles.options}>
            <legend className={styles.legend}>How to show it</legend>
            {option(
              false,
              'Show without keeping',
              'It leaves their screens when you stop it, when they close it, or after 30 minutes.',
            )}
            {option(true, 'Show and reveal', 'All players can read it from now on.')}
          </fieldset>
          {!isKept && (
            <>
              <Recipients
                players={players}
                chosen={chosen}
                isBusy={Boolean(busy)}
                onToggle={toggle}
              />
              <TextField
                label="Title on their screens"
                description="Without one they see no title."
                autoComplete="off"
                maxLength={AUDIENCE_LIMITS.publicTitleLength}
                value={title}
                readOnly={Boolean(busy)}
                onChange={(event) => setTitle(event.target.value)}
              />
            </>
          )}
        </div>
      }
    />
  );
}

interface RecipientsProps {
  players: Players;
  chosen: readonly string[];
  isBusy: boolean;
  onToggle: (id: string) => void;
}

function Recipients({ players, chosen, isBusy, onToggle }: RecipientsProps) {
  if (players.isLoading) return <Skeleton label="Loading the players…" count={3} />;
  if (players.error)
    return <LoadFailure message="Unable to load the players." onRetry={players.retry} />;
  if (players.players.length === 0)
    return <p>This campaign has no players yet. Invite some on the campaign’s page.</p>;
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Players who see it</legend>
      {players.players.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          disabled={isBusy}
          onChange={() => onToggle(id)}
        />
      ))}
    </fieldset>
  );
}
