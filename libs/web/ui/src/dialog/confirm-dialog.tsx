import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../button';
import { TextField, type TextFieldProps } from '../field';
import { FormError, type FormErrorProps } from '../form-error';
import { Dialog, type DialogProps } from './dialog';

export interface ConfirmDialogProps extends Omit<DialogProps, 'actions' | 'busy'> {
  /** Label of the confirm button. */
  confirm: string;
  cancel?: string;
  onConfirm: () => void;
  /** The action destroys data permanently. */
  danger?: boolean;
  disabled?: boolean;
  /** Progress text; while it is set, the dialog cannot be closed. */
  busy?: string | false;
  failure?: FormErrorProps | undefined;
  /** Form fields that the confirm button submits. */
  fields?: ReactNode;
  /** Text that the user must type to enable the button. */
  typed?: TextFieldProps & { isRight: (typed: string) => boolean };
}

/** Dialog that confirms or cancels an action. */
export function ConfirmDialog({
  confirm,
  cancel = 'Cancel',
  onConfirm,
  danger = false,
  disabled = false,
  busy = false,
  failure,
  fields,
  typed,
  children,
  onClose,
  ...dialog
}: ConfirmDialogProps) {
  const formId = useId();
  const [text, setText] = useState('');
  const hasForm = Boolean(fields ?? typed);
  const isDisabled = disabled || typed?.isRight(text) === false;

  const close = () => {
    setText('');
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDisabled && !busy) onConfirm();
  };
  return (
    <Dialog
      {...dialog}
      onClose={close}
      busy={Boolean(busy)}
      actions={
        <>
          <Button variant="secondary" disabled={Boolean(busy)} onClick={close}>
            {cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            disabled={isDisabled}
            busy={busy}
            {...(hasForm ? { type: 'submit', form: formId } : { onClick: onConfirm })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {(hasForm || children || failure) && (
        <>
          {hasForm && (
            <form id={formId} onSubmit={submit} noValidate>
              {fields}
              {typed && <TypedText {...typed} busy={Boolean(busy)} value={text} onType={setText} />}
            </form>
          )}
          {children}
          <FormError {...failure} />
        </>
      )}
    </Dialog>
  );
}

interface TypedTextProps extends NonNullable<ConfirmDialogProps['typed']> {
  busy: boolean;
  onType: (text: string) => void;
}

function TypedText({ isRight: _isRight, busy, onType, ...field }: TypedTextProps) {
  return (
    <TextField
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={busy}
      onChange={(event) => onType(event.target.value)}
      {...field}
    />
  );
}
