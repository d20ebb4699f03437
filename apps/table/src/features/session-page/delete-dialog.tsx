import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { sessionsPath } from '../sessions-api/paths';
import { useSessionsApi, type SessionDetail } from '../sessions-api/sessions-api';
import { useRefetchSessions } from '../sessions-api/use-sessions';

interface DeleteDialogProps {
  campaignId: string;
  session: SessionDetail;
  onClose: () => void;
}

/** Dialog that deletes a session and returns to the list. */
export function DeleteDialog({ campaignId, session, onClose }: DeleteDialogProps) {
  const { routing, toast } = useShell();
  const api = useSessionsApi();
  const refetchSessions = useRefetchSessions(campaignId);
  const deleting = useSerialMutation({
    mutationFn: () => api.delete(campaignId, session.id),
    onSuccess() {
      void refetchSessions();
      toast({ message: `${sessionName(session)} is deleted.` });
      routing.navigate(sessionsPath(campaignId), { replace: true });
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${sessionName(session)}?`}
      description="Its answers and checklist are deleted with it. Notes and the ledger stay."
      confirm="Delete session"
      busy={deleting.isPending && 'Deleting…'}
      onConfirm={() => deleting.mutate()}
      failure={
        deleting.error ? detailOrText(deleting.error, 'Unable to delete the session.') : undefined
      }
    />
  );
}
