import type { ReactNode } from 'react';
import { Button } from '../button';
import { FormError, type FormErrorProps } from '../form-error';
import { Cluster } from '../stack';

export interface LoadFailureProps extends Omit<FormErrorProps, 'action'> {
  /** Omit if retrying cannot help. */
  onRetry?: (() => void) | undefined;
  retry?: string;
  /** Progress text of a running retry. */
  busy?: string | false;
  /** Alternative action. */
  children?: ReactNode;
}

/** Replaces content that failed to load, with the reason and a retry button. */
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
