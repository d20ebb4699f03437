import type { ReactNode } from 'react';
import { Button } from '../button';
import { Notice } from '../notice';
import { Cluster } from '../stack';

export interface LoadFailureProps {
  /** The sentence of the product's catalogue. */
  message: string;
  /** The server's reason, on a line of its own. */
  reason?: string;
  onRetry: () => void;
  /** Another way on. */
  children?: ReactNode;
}

/** Stands where something should, says why it does not, and tries again. */
export function LoadFailure({ message, reason, onRetry, children }: LoadFailureProps) {
  return (
    <Notice
      tone="error"
      title={message}
      action={
        <Cluster>
          <Button variant="secondary" size="small" onClick={onRetry}>
            Retry
          </Button>
          {children}
        </Cluster>
      }
    >
      {reason && <p>{reason}</p>}
    </Notice>
  );
}
