import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field';

export interface SelectFieldProps<Value extends string>
  extends
    FieldTexts,
    Omit<ComponentProps<'select'>, 'aria-describedby' | 'className' | 'value' | 'onChange'> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Native select, which phones display in their own way. */
export function SelectField<Value extends string>({
  label,
  description,
  error,
  optional,
  options,
  onChange,
  ...select
}: SelectFieldProps<Value>) {
  return (
    <Field {...{ label, description, error, optional }} id={select.id}>
      {(control) => (
        <select {...select} {...control} onChange={({ target }) => onChange(target.value as Value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
