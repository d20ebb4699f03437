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
  fallback: 'email' | 'text message' | undefined;
  onTurnedOff: () => Promise<void>;
}

/** Button and confirmation dialog that turn off the authenticator app. */
export function TurnOffButton({ fallback, onTurnedOff }: Props) {
  const { toast } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('turn authenticator off');
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const task = useTask();
  const texts = fallback ? fallbackTexts(fallback) : LAST_FACTOR_TEXTS;
  const close = () => {
    setOpen(false);
    setFailure(undefined);
  };

  async function turnOff() {
    setFailure(undefined);
    try {
      await (await loadSecurity()).removeAuthenticator();
    } catch (error) {
      return setFailure(
        failureText(error, 'Could not turn off the authenticator app. Please try again.'),
      );
    }
    close();
    toast({ message: texts.done });
    await onTurnedOff();
  }

  return (
    <Cluster>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {texts.title}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        busy={task.busy && 'Turning off…'}
        title={texts.title}
        description={texts.description}
        confirm="Turn off"
        danger
        onConfirm={() => task.run(turnOff)}
        failure={failure}
      />
    </Cluster>
  );
}

const LAST_FACTOR_TEXTS = {
  title: 'Turn off two-step sign-in',
  description: 'You will sign in with your password only. Your recovery codes become invalid.',
  done: 'Two-step sign-in is off.',
};
const fallbackTexts = (medium: string) => ({
  title: 'Turn off the authenticator app',
  description: `You will need a code sent by ${medium} instead. Your recovery codes become invalid.`,
  done: 'The authenticator app is off.',
});
