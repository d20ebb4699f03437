import type { ReactNode } from 'react';
import { Button } from '../button';
import { Notice } from '../notice';
import { Reference } from '../reference';
import { Cluster } from '../stack';

export interface LoadFailureProps {
  /** The sentence of the product's catalogue. */
  message: string;
  /** The server's reason, on a line of its own. */
  reason?: string;
  /** What leads to the lines of the log, where the fault is ours. */
  reference?: string;
  onRetry: () => void;
  /** Another way on. */
  children?: ReactNode;
}

/** Stands where something should, says why it does not, and tries again. */
export function LoadFailure({ message, reason, reference, onRetry, children }: LoadFailureProps) {
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
      <Reference id={reference} />
    </Notice>
  );
}
