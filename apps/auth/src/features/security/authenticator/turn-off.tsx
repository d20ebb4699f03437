import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Cluster } from '@tomekeeper/ui/stack';
import { useFailureText } from '../../form/failure-text';
import { useAuthTools } from '../../session/auth-tools';

interface Props {
  /** Delivery medium of codes afterwards; undefined if two-step sign-in is turned off. */
  instead: 'email' | 'text message' | undefined;
  onOff: () => Promise<void>;
}

/** The authenticator app off again, once that is confirmed. */
export function TurnOff({ instead, onOff }: Props) {
  const { toast } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('turn authenticator off');
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const turning = useTask();
  const words = instead ? oneOfTwo(instead) : LAST;
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
    toast({ message: words.done });
    await onOff();
  }

  return (
    <Cluster>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {words.title}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        busy={turning.busy && 'Turning off…'}
        title={words.title}
        description={words.description}
        confirm="Turn off"
        danger
        onConfirm={() => turning.run(turnOff)}
        failure={failure}
      />
    </Cluster>
  );
}

const LAST = {
  title: 'Turn two-step sign-in off',
  description: 'Your password alone will open your account again. Your recovery codes are void.',
  done: 'Two-step sign-in is off.',
};
const oneOfTwo = (medium: string) => ({
  title: 'Turn the authenticator app off',
  description: `You will need a code sent by ${medium} instead. Your recovery codes become invalid.`,
  done: 'The authenticator app is off.',
});
