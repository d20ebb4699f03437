import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useFailureText } from './failure-text';
import { useFields } from './use-fields';
import { useTask } from './use-task';

/** The one field of a step that asks for a code. */
export function useCode() {
  const fields = useFields({ code: '' });
  const submit = (send: (code: string) => void) => {
    const code = bareCode(fields.values.code);
    if (code) send(code);
    else fields.refuse({ code: 'Confirmation code cannot be empty' });
  };
  return { ...fields, submit };
}

/** A form whose code confirms something at once. */
export function useCodeForm(where: string, confirm: (code: string) => Promise<void>) {
  const { submit: submitCode, ...fields } = useCode();
  const failureText = useFailureText(where);
  const [failure, setFailure] = useState<Failure>();
  const confirming = useTask();
  async function send(code: string) {
    try {
      await confirm(code);
    } catch (error) {
      setFailure(failureText(error, 'Confirmation failed'));
      fields.focus('code');
    }
  }
  return {
    ...fields,
    failure,
    busy: confirming.busy,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setFailure(undefined);
      submitCode((code) => confirming.run(() => send(code)));
    },
    /** Why another code could not be sent. */
    showUnsent: (error: unknown) => setFailure(failureText(error, 'The code could not be sent.')),
  };
}

/** The code as it was sent, however it was copied: '123 456', ' 123456'. */
export function bareCode(typed: string): string {
  return typed.replace(/\s+/g, '');
}
