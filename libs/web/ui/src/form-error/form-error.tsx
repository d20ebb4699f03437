import type { ReactNode } from 'react';
import { Notice } from '../notice';
import { Reference } from '../reference';

export interface FormErrorProps {
  /** Message of the product's error catalogue; without one nothing renders. */
  message?: string | null;
  /** The server's reason, on a separate line. */
  reason?: string | null;
  /** Correlation id for the logs, for errors on our side. */
  reference?: string | null;
  action?: ReactNode;
}

/** Error of a form, above its buttons; announced immediately. */
export function FormError({ message, reason, reference, action }: FormErrorProps) {
  if (!message) return null;
  return (
    <Notice tone="error" title={message} action={action}>
      {reason && reason !== message ? <p>{reason}</p> : null}
      <Reference id={reference} />
    </Notice>
  );
}
