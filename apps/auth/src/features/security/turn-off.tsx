import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster } from '@tomekeeper/ui/stack';
import { useFailureText } from '../form/failure-text';
import { useTask } from '../form/use-task';
import { useAuthTools } from '../session/auth-tools';

/** Two-step sign-in off again, once that is confirmed. */
export function TurnOff({ onOff }: { onOff: () => Promise<void> }) {
  const { toast } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('turn authenticator off');
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const turning = useTask();
  const close = () => {
    setOpen(false);
    setFailure(undefined);
  };

  async function turnOff() {
    setFailure(undefined);
    try {
      await (await loadSecurity()).removeAuthenticator();
    } catch (error) {
      return setFailure(failureText(error, 'It could not be turned off. Please try again.'));
    }
    close();
    toast({ message: 'Two-step sign-in is off.' });
    await onOff();
  }

  return (
    <Cluster>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Turn two-step sign-in off
      </Button>
      <Dialog
        open={open}
        onClose={close}
        busy={turning.busy}
        title="Turn two-step sign-in off"
        description="Your password alone will open your account again. Your recovery codes are void."
        actions={
          <>
            <Button variant="secondary" disabled={turning.busy} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              busy={turning.busy && 'Turning off…'}
              onClick={() => turning.run(turnOff)}
            >
              Turn off
            </Button>
          </>
        }
      >
        <FormError {...failure} />
      </Dialog>
    </Cluster>
  );
}
