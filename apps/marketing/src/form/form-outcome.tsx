import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import type { FormState } from './use-form';

/** What became of a form, above its button. A refused field says its sentence itself. */
export function FormOutcome({ state }: { state: FormState }) {
  if (state.status === 'ok') return <Notice tone="success" title={state.message} />;
  if (state.status !== 'error') return null;
  const saidByField = Object.values(state.fields ?? {}).includes(state.message);
  const { message, reason, reference } = state;
  return saidByField ? null : <FormError message={message} reason={reason} reference={reference} />;
}
