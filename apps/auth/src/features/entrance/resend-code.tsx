import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { useTask } from '../form/use-task';

interface Props {
  send: () => Promise<void>;
  onFailure: (error: unknown) => void;
}

/** Asks for the code once more. */
export function ResendCode({ send, onFailure }: Props) {
  const { toast } = useShell();
  const sending = useTask();
  const resend = async () => {
    try {
      await send();
      toast({ message: 'A new code is on its way.', tone: 'success' });
    } catch (error) {
      onFailure(error);
    }
  };
  return (
    <Button
      variant="quiet"
      size="small"
      busy={sending.busy && 'Sending…'}
      onClick={() => sending.run(resend)}
    >
      Send a new code
    </Button>
  );
}
