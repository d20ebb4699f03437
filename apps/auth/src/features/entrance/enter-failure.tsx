import type { Failure } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { useTask } from '../form/use-task';

interface Props {
  failure: Failure;
  enter: () => Promise<void>;
}

/** Signed in, but the way on failed: another try at that alone. */
export function EnterFailure({ failure, enter }: Props) {
  const trying = useTask();
  return (
    <FormError
      {...failure}
      action={
        <Button
          variant="secondary"
          size="small"
          busy={trying.busy && 'Trying again…'}
          onClick={() => trying.run(enter)}
        >
          Try again
        </Button>
      }
    />
  );
}
