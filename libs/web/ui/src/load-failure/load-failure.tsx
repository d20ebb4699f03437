import type { ReactNode } from 'react';
import { Button } from '../button';
import { FormError, type FormErrorProps } from '../form-error';
import { Cluster } from '../stack';

export interface LoadFailureProps extends Omit<FormErrorProps, 'action'> {
  /** Left out where another try can not help. */
  onRetry?: (() => void) | undefined;
  retry?: string;
  /** Words for another try that is under way. */
  busy?: string | false;
  /** Another way on. */
  children?: ReactNode;
}

/** Stands where something should, says why it does not, and tries again. */
export function LoadFailure({
  onRetry,
  retry = 'Retry',
  busy,
  children,
  ...failure
}: LoadFailureProps) {
  return (
    <FormError
      {...failure}
      action={
        <Cluster>
          {onRetry && (
            <Button variant="secondary" size="small" busy={busy} onClick={onRetry}>
              {retry}
            </Button>
          )}
          {children}
        </Cluster>
      }
    />
  );
}
