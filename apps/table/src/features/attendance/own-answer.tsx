import { detailOrText } from '@tomekeeper/api-client';
import type { Attendance } from '@tomekeeper/contracts-campaign';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import type { Session } from '../sessions-api/sessions-api';
import { useUpdateSession } from '../sessions-api/use-sessions';
import styles from './own-answer.module.css';

const QUESTION = 'Are you coming?';

const ANSWERS: readonly { value: Attendance; label: string }[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'maybe', label: 'Maybe' },
  { value: 'no', label: 'No' },
];

/** Buttons that answer at once; a second press on the chosen one clears it. */
export function OwnAnswer({
  campaignId,
  session: { id, attendance },
  isLegendHidden = false,
}: {
  campaignId: string;
  session: Pick<Session, 'id' | 'attendance'>;
  /** Whether the question is only for screen readers. */
  isLegendHidden?: boolean;
}) {
  const update = useUpdateSession(campaignId, id);
  const shown = update.isPending ? update.variables.attendance : attendance;
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{isLegendHidden ? <VisuallyHidden>{QUESTION}</VisuallyHidden> : QUESTION}</legend>
        {ANSWERS.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant={shown === value ? 'primary' : 'secondary'}
            icon={shown === value ? <Drawing shape={iconShapes.check} /> : undefined}
            aria-pressed={shown === value}
            onClick={() => update.mutate({ attendance: shown === value ? null : value })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {update.error && (
        <FormError
          {...detailOrText(update.error, 'Could not save your answer. Choose it again.')}
        />
      )}
    </>
  );
}
