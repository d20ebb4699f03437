import { TextField } from '@tomekeeper/ui/field';

interface NumberFieldProps {
  value: string;
  description: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Number of a session, as text until it is sent. */
export const NumberField = ({ onChange, ...field }: NumberFieldProps) => (
  <TextField
    label="Number"
    inputMode="numeric"
    maxLength={4}
    {...field}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** Returns the typed number; undefined for an empty field, and an error for anything else. */
export function numberOf(text: string): { number?: number; error?: string } {
  const typed = text.trim();
  if (typed === '') return {};
  if (!/^[1-9]\d*$/.test(typed)) return { error: 'Enter a whole number.' };
  return { number: Number(typed) };
}
