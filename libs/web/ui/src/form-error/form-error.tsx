import type { ReactNode } from 'react';
import { Notice } from '../notice';
import { Reference } from '../reference';

export interface FormErrorProps {
  /** The sentence of the product's catalogue; nothing is shown without one. */
  message?: string | null;
  /** The server's reason, on a line of its own. */
  reason?: string | null;
  /** What leads to the lines of the log, where the fault is ours. */
  reference?: string | null;
  action?: ReactNode;
}

/** Why a form did not go through, above its buttons; read out as soon as it appears. */
export function FormError({ message, reason, reference, action }: FormErrorProps) {
  if (!message) return null;
  return (
    <Notice tone="error" title={message} action={action}>
      {reason && reason !== message ? <p>{reason}</p> : null}
      <Reference id={reference} />
    </Notice>
  );
}
