import type { Form } from '@tomekeeper/remote-kit';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';

/** What became of a form, above its button. A refused field says its sentence itself. */
export function FormOutcome({ form }: { form: Pick<Form, 'done' | 'refusal'> }) {
  if (form.done) return <Notice tone="success" title={form.done} />;
  const { refusal = {} } = form;
  const saidByField = Object.values(refusal.fields ?? {}).some((said) => said === refusal.message);
  return saidByField ? null : <FormError {...refusal} />;
}
