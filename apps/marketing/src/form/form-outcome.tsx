import type { Form, Refusal, Values } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';

/** Result of a form, shown above its button. Field errors are shown next to the fields. */
export function FormOutcome({ form }: { form: Pick<Form, 'done' | 'refusal'> }) {
  if (form.done) return <Notice tone="success" title={form.done} />;
  const { refusal = {} } = form;
  const saidByField = Object.values(refusal.fields ?? {}).some((said) => said === refusal.message);
  return saidByField ? null : <FormError {...refusal} />;
}

const MESSAGE = 'Please enter your email.';

/** The one rule of sign-up, resend and unsubscribe before anything is sent. */
export function emailMissing({ email }: Values<'email'>): Refusal<'email'> | undefined {
  return email.trim() ? undefined : { message: MESSAGE, fields: { email: MESSAGE } };
}

/** Shown in a prerendered page instead of unavailable form functions. */
export function NeedsScript() {
  return (
    <noscript>
      <p>
        This form needs JavaScript. A mail to{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> does it too.
      </p>
    </noscript>
  );
}
