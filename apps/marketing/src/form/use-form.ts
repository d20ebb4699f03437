import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type { Outcome } from './outcome';

/** What was typed, by the names of the fields. */
export type Values = (name: string) => string;

export type FormState = { status: 'idle' } | { status: 'sending' } | Outcome;

export interface Form {
  state: FormState;
  /** To be spread on the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    method: 'dialog';
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** To be spread on a field. */
  bind: (name: string) => { name: string; error: string | undefined; onChange: () => void };
}

/**
 * A form from idle over sending to ok or error. The fields keep their own values, so that what was
 * typed before the scripts arrived stays; an error leaves it in place, success clears it.
 */
export function useForm(options: {
  /** What keeps the form from being sent. Named fields get the focus. */
  check: (values: Values) => Outcome | undefined;
  send: (values: Values) => Promise<Outcome>;
}): Form {
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [state, setState] = useState<FormState>({ status: 'idle' });

  function settle(outcome: Outcome) {
    setState(outcome);
    if (outcome.status === 'ok') ref.current?.reset();
    else focusFirst(ref.current, Object.keys(outcome.fields ?? {}));
  }

  async function submit(form: HTMLFormElement) {
    const data = new FormData(form);
    const values: Values = (name) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const refusal = options.check(values);
    if (refusal) return settle(refusal);
    setState({ status: 'sending' });
    settle(await options.send(values));
  }

  return {
    state,
    props: {
      ref,
      noValidate: true,
      // Pressed before the scripts are there, it goes nowhere, and nothing lands in the address.
      method: 'dialog',
      onSubmit(event) {
        event.preventDefault();
        // A double press is one press.
        if (sending.current) return;
        sending.current = true;
        void submit(event.currentTarget).finally(() => {
          sending.current = false;
        });
      },
    },
    bind: (name) => ({
      name,
      error: state.status === 'error' ? state.fields?.[name] : undefined,
      onChange() {
        // What is wrong with the old value says nothing about the new one.
        if (state.status === 'error' || state.status === 'ok') setState({ status: 'idle' });
      },
    }),
  };
}

function focusFirst(form: HTMLFormElement | null, names: readonly string[]) {
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute('name');
    if (name && names.includes(name) && control instanceof HTMLElement) return control.focus();
  }
}
