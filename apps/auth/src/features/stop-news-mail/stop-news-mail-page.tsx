import { useState } from 'react';
import { createApiClient, type Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { AuthPage } from '../auth-page/auth-page';
import { useFailureText } from '../form/failure-text';

const INCOMPLETE = { message: 'This link is incomplete. Please copy all of it from the mail.' };
const STOPPED =
  'You will get no more mails about this campaign. You can turn them on again in its settings.';

/**
 * Target of the link in mails about news of a campaign; needs no session. A button stops the mails, because mail scanners
 * open links.
 */
export function StopNewsMailPage() {
  const { http, routing } = useShell();
  const { search } = routing.useLocation();
  const failureText = useFailureText('stop news mail');
  const token = new URLSearchParams(search).get('token');
  const [failure, setFailure] = useState<Failure | undefined>(token ? undefined : INCOMPLETE);
  const [isStopped, setIsStopped] = useState(false);
  const stopping = useTask();
  routing.useTitle('Stop these mails');

  async function stop(link: string) {
    setFailure(undefined);
    try {
      const query = new URLSearchParams({ token: link });
      await createApiClient(http).post(`/api/documents/news/mail/stop/?${query}`);
      setIsStopped(true);
    } catch (error) {
      setFailure(failureText(error, 'The mails could not be stopped. Please try again.'));
    }
  }

  return (
    <AuthPage title="Stop these mails" intro="Mails about news of one of your campaigns.">
      <Stack>
        <p role="status">{isStopped && STOPPED}</p>
        <FormError {...failure} />
        {token && !isStopped && (
          <Button
            wide
            busy={stopping.busy && 'Stopping…'}
            onClick={() => stopping.run(() => stop(token))}
          >
            Stop these mails
          </Button>
        )}
      </Stack>
    </AuthPage>
  );
}
