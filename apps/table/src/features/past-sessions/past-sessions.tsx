import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { detailOrText, textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog, Dialog } from '@tomekeeper/ui/dialog';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import { instantOf, ownTimeZone } from '../schedule/zoned-time';
import { useSessionsApi, type Session } from '../sessions-api/sessions-api';
import { useRefetchSessions } from '../sessions-api/use-sessions';
import { proposeSessions, type ProposedSession } from './propose-sessions';

interface PastSessionsProps {
  campaignId: string;
  sessions: readonly Session[];
}

/** Button and dialog that create sessions for documents named like sessions, after review. */
export function PastSessions(props: PastSessionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Find past sessions
      </Button>
      {isOpen && <FindDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function FindDialog({
  campaignId,
  sessions,
  onClose,
}: PastSessionsProps & { onClose: () => void }) {
  const api = useSessionsApi();
  const found = useQuery({
    queryKey: ['documents named like sessions', campaignId],
    queryFn: ({ signal }) => api.documentsNamedSession(campaignId, signal),
    gcTime: 0,
  });
  // Not changed by the sessions that the dialog creates.
  const [taken] = useState(() => new Set(sessions.flatMap(({ number }) => number ?? [])));
  const proposals = found.data && proposeSessions(found.data, taken);
  if (proposals && proposals.length > 0)
    return <ReviewDialog {...{ campaignId, proposals, onClose }} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Find past sessions"
      description="Looks for documents named like “Session 12: the gate”."
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {found.error ? (
        <LoadFailure
          {...textThenDetail(found.error, 'Unable to load documents.')}
          onRetry={() => void found.refetch()}
        />
      ) : proposals ? (
        <p>No document is named like a session that is missing here.</p>
      ) : (
        <Skeleton label="Loading documents…" />
      )}
    </Dialog>
  );
}

interface ReviewDialogProps {
  campaignId: string;
  proposals: readonly ProposedSession[];
  onClose: () => void;
}

function ReviewDialog({ campaignId, proposals, onClose }: ReviewDialogProps) {
  const { toast } = useShell();
  const api = useSessionsApi();
  const refetchSessions = useRefetchSessions(campaignId);
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [created] = useState(() => new Set<number>());
  const chosen = proposals.filter(({ number }) => !skipped.has(number));
  const toggle = (number: number) => {
    const next = new Set(skipped);
    if (!next.delete(number)) next.add(number);
    setSkipped(next);
  };
  const creating = useSerialMutation({
    async mutationFn() {
      // A retry continues after the created ones.
      for (const proposal of chosen.filter(({ number }) => !created.has(number))) {
        await api.create(campaignId, requestOf(proposal));
        created.add(proposal.number);
      }
      return created.size;
    },
    onSuccess(sessions) {
      toast({ message: `${counted(sessions)} created.`, tone: 'success' });
      onClose();
    },
    onSettled: refetchSessions,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Past sessions in your documents"
      description="Players see number and date of each, and a title only where they see the document already."
      confirm={`Create ${counted(chosen.length)}`}
      disabled={chosen.length === 0}
      busy={creating.isPending && 'Creating…'}
      onConfirm={() => creating.mutate()}
      failure={
        creating.error ? detailOrText(creating.error, 'Not all sessions were created.') : undefined
      }
    >
      <Stack gap={2}>
        {proposals.map(({ number, documentTitle, date }) => (
          <Checkbox
            key={number}
            label={`Session ${number}`}
            description={<span dir="auto">{[documentTitle, date].filter(Boolean).join(', ')}</span>}
            checked={!skipped.has(number)}
            onChange={() => toggle(number)}
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}

const counted = (sessions: number) => `${sessions} session${sessions === 1 ? '' : 's'}`;

function requestOf({ document, number, title, date, isPublic }: ProposedSession) {
  const zone = ownTimeZone();
  return {
    number,
    title,
    title_released: isPublic,
    state: 'closed' as const,
    recap: document,
    ...(date !== undefined && {
      starts_at: instantOf({ date, time: '12:00' }, zone),
      time_zone: zone,
    }),
  };
}
