import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Stack } from '@tomekeeper/ui/stack';
import { emptySchedule, requestOf, ScheduleFields } from '../schedule/schedule-fields';
import { ownTimeZone } from '../schedule/zoned-time';
import { sessionPath } from '../sessions-api/paths';
import { useSessionsApi } from '../sessions-api/sessions-api';
import { useShowSession } from '../sessions-api/use-sessions';

/** Button and dialog that plan a session and open it. */
export function PlanSession({ campaignId }: { campaignId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<Drawing shape={iconShapes.plus} />} onClick={() => setOpen(true)}>
        Plan a session
      </Button>
      {isOpen && <PlanDialog campaignId={campaignId} onClose={() => setOpen(false)} />}
    </>
  );
}

function PlanDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const { routing } = useShell();
  const api = useSessionsApi();
  const show = useShowSession(campaignId);
  const [title, setTitle] = useState('');
  const [schedule, setSchedule] = useState(() => emptySchedule(ownTimeZone()));
  const request = requestOf(schedule);
  const [isChecked, setChecked] = useState(false);
  const planning = useSerialMutation({
    mutationFn: () => {
      const { starts_at = null, time_zone = null } = request;
      return api.create(campaignId, { title, starts_at, time_zone });
    },
    async onSuccess(session) {
      await show(session);
      routing.navigate(sessionPath(campaignId, session.id));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Plan a session"
      description="Players see nothing until you announce it."
      confirm="Plan session"
      busy={planning.isPending && 'Planning…'}
      onConfirm={() => (request.error ? setChecked(true) : planning.mutate())}
      failure={
        planning.error ? detailOrText(planning.error, 'Unable to plan the session.') : undefined
      }
      fields={
        <Stack gap={4}>
          <TextField
            label="Title"
            optional
            maxLength={200}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <ScheduleFields
            value={schedule}
            error={isChecked ? request.error : undefined}
            onChange={setSchedule}
          />
        </Stack>
      }
    />
  );
}
