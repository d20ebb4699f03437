import type { ChangeEvent, FocusEventHandler, FormEventHandler, ReactNode } from 'react';
import type { Form } from '@tomekeeper/remote-kit';
import { Button, type ButtonProps } from '@tomekeeper/ui/button';
import { TextField, type TextFieldProps } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import styles from './auth-form.module.css';

interface Props {
  form: Pick<Form, 'props' | 'refusal' | 'busy'>;
  submit: string;
  busy: string;
  /** A single button takes the full width; further buttons follow below. */
  wide?: boolean;
  variant?: ButtonProps['variant'];
  /** Further buttons. */
  actions?: ReactNode;
  below?: ReactNode;
  /** Rendered between the fields and the buttons. */
  note?: ReactNode;
  onFocus?: FocusEventHandler;
  onInput?: FormEventHandler;
  children: ReactNode;
}

/** Fields, why they were refused, and the buttons. */
export function AuthForm({
  form,
  submit,
  busy,
  wide = false,
  variant = wide ? 'primary' : 'secondary',
  actions,
  below,
  note,
  onFocus,
  onInput,
  children,
}: Props) {
  const button = (
    <Button type="submit" variant={variant} wide={wide} busy={form.busy && busy}>
      {submit}
    </Button>
  );
  return (
    <form
      {...form.props}
      className={wide ? undefined : styles.narrow}
      onFocus={onFocus}
      onInput={onInput}
    >
      <Stack>
        {children}
        <FormError {...form.refusal} />
        {note}
        {wide && button}
        {(!wide || actions) && (
          <Cluster>
            {!wide && button}
            {actions}
          </Cluster>
        )}
        {below}
      </Stack>
    </form>
  );
}

interface CodeFieldProps extends Partial<TextFieldProps> {
  /** More is to be filled in, or the code has letters: the form waits for its button. */
  waits?: boolean;
}

/**
 * A code: digits on the phone's keyboard, offered by it when it has read the mail. The sixth digit sends the
 * form, where the code is all that it asks for.
 */
export function CodeField({ waits = false, onChange, ...props }: CodeFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event);
    const { form } = event.target;
    if (!waits && isTypedToTheEnd(event)) queueMicrotask(() => form?.requestSubmit());
  };
  return (
    <div className={styles.code}>
      <TextField
        label="Confirmation code"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        required
        {...props}
        onChange={change}
      />
    </div>
  );
}

const WHOLE_CODE = /^\d{6}$/;

/**
 * Submits when a person types the last digit or pastes the code. Does not submit after autofill: a
 * password manager submits itself, or its user does.
 */
function isTypedToTheEnd({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  if (!WHOLE_CODE.test(bareCode(target.value)) || target.selectionEnd !== target.value.length)
    return false;
  const { inputType, data } = nativeEvent as InputEvent;
  return inputType === 'insertFromPaste' || (inputType === 'insertText' && data?.length === 1);
}

/** Removes spaces: '123 456', ' 123456'. */
export function bareCode(typed: string): string {
  return typed.replace(/\s+/g, '');
}

export const checkCode = ({ code }: { code: string }) => ({
  fields: { code: !bareCode(code) && 'Confirmation code cannot be empty' },
});

/** Under this name password managers file the password of a form that does not ask for the address. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
