import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field';

export interface TextAreaFieldProps
  extends FieldTexts, Omit<ComponentProps<'textarea'>, 'aria-describedby' | 'className'> {}

/** Multi-line text input. Grows with its content where the browser supports it. */
export function TextAreaField({
  label,
  description,
  error,
  optional,
  ...textarea
}: TextAreaFieldProps) {
  return (
    <Field {...{ label, description, error, optional }} id={textarea.id}>
      {(control) => <textarea rows={5} {...textarea} {...control} />}
    </Field>
  );
}
