import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { useFailureText } from './failure-text';

interface Props {
  send: () => Promise<void>;
  form: { refuse: (refusal: { message: string }) => void };
  where: string;
}

/** Asks for the code once more; the form says why none was sent. */
export function ResendCode({ send, form, where }: Props) {
  const { toast } = useShell();
  const failureText = useFailureText(where);
  const sending = useTask();
  const resend = async () => {
    try {
      await send();
      toast({ message: 'A new code is on its way.', tone: 'success' });
    } catch (error) {
      form.refuse(failureText(error, 'The code could not be sent.'));
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
