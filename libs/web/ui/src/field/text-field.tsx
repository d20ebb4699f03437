import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field';

export interface TextFieldProps
  extends FieldTexts, Omit<ComponentProps<'input'>, 'aria-describedby' | 'className'> {}

/** Single-line text input. */
export function TextField({ label, description, error, optional, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, description, error, optional }} id={input.id}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}
