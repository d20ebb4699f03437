import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Stack } from '@tomekeeper/ui/stack';
import { TextField } from '@tomekeeper/ui/field';
import { emptySchedule, requestOf, ScheduleFields } from '../schedule/schedule-fields';
import { localTimeOf, ownTimeZone } from '../schedule/zoned-time';
import type { SessionDetail } from '../sessions-api/sessions-api';
import { useUpdateSession } from '../sessions-api/use-sessions';
import { NumberField, numberOf } from '../announcement/number-field';

interface EditDialogProps {
  campaignId: string;
  session: SessionDetail;
  onClose: () => void;
}

/** Dialog for title, number and date. A new date asks the members again. */
export function EditDialog({ campaignId, session, onClose }: EditDialogProps) {
  const update = useUpdateSession(campaignId, session.id);
  const isAnnounced = session.number !== null;
  const [title, setTitle] = useState(session.title ?? '');
  const [isTitleReleased, setTitleReleased] = useState(session.title_released ?? false);
  const [number, setNumber] = useState(session.number?.toString() ?? '');
  const [schedule, setSchedule] = useState(() => scheduleOf(session));
  const [opened] = useState({ title, isTitleReleased, number, schedule });
  const isScheduleChanged = JSON.stringify(schedule) !== JSON.stringify(opened.schedule);
  const { error: dateError, ...dates } = requestOf(schedule);
  const typed = numberOf(number);
  const willAskAgain =
    isScheduleChanged && session.state === 'planned' && session.members.length > 0;
  const save = () => {
    if (dateError || typed.error) return;
    // Other fields may have been changed by another game master since.
    update.mutate(
      {
        ...(title !== opened.title && { title }),
        ...(isTitleReleased !== opened.isTitleReleased && { title_released: isTitleReleased }),
        ...(number !== opened.number && typed.number !== undefined && { number: typed.number }),
        ...(isScheduleChanged && dates),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Edit session"
      confirm="Save"
      busy={update.isPending && 'Saving…'}
      onConfirm={save}
      failure={update.error ? detailOrText(update.error, 'Unable to save the session.') : undefined}
      fields={
        <Stack gap={4}>
          <TextField
            label="Title"
            optional
            maxLength={200}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <Checkbox
            label="Players see the title"
            description={isAnnounced ? undefined : 'Once the session is announced.'}
            checked={isTitleReleased}
            onChange={({ target }) => setTitleReleased(target.checked)}
          />
          {isAnnounced && (
            <NumberField
              value={number}
              description="Players see it."
              error={typed.error}
              onChange={setNumber}
            />
          )}
          {session.started_at === null && (
            <ScheduleFields value={schedule} error={dateError} onChange={setSchedule} />
          )}
          {willAskAgain && <p>A new date clears the answers, so players answer again.</p>}
        </Stack>
      }
    />
  );
}

function scheduleOf({ starts_at, time_zone }: SessionDetail) {
  const zone = time_zone ?? ownTimeZone();
  if (starts_at === null) return emptySchedule(zone);
  return { ...localTimeOf(starts_at, zone), zone };
}
