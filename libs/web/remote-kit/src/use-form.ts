import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTask } from './use-task';

/** Form values by field name. */
export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** Form error: a message above the button, messages at fields, or both. */
export interface Refusal<Name extends string = string> {
  message?: string;
  /** The server's reason, if the message is a fixed one. */
  reason?: string;
  /** Correlation id for the logs, for errors on our side. */
  reference?: string;
  /** Messages by field; the first field with a message receives focus. */
  fields?: { readonly [name in Name]?: string | false };
  /** Field to focus if no field has a message. */
  focus?: Name;
}

/** Result of a submission: success message or error. */
export type Outcome<Name extends string = never> = string | Refusal<Name>;

interface Fields<Name extends string> {
  /** Sets a field's value. */
  set: (name: Name, value: string) => void;
  focus: (name: Name) => void;
  /** Shows an error; clears it without an argument. */
  refuse: (refusal?: Refusal<Name>) => void;
}

interface FormOptions<Name extends string> {
  /**
   * Initial values; makes the fields controlled. Without them the fields are uncontrolled, so that input typed into a prerendered
   * page before hydration is kept; success clears the fields.
   */
  initial?: Values<Name>;
  /** Field to focus on mount, for forms that replace a previous step. */
  focusFirst?: Name;
  /** True: editing any field clears the whole error. False: editing clears only that field's message. */
  clearRefusalOnEdit?: boolean;
  /** Client-side validation; an error prevents submission. */
  check?: (values: Values<Name>) => Refusal<Name> | undefined;
  /** Returns nothing if the page navigates away. */
  send: (values: Values<Name>, fields: Fields<Name>) => Promise<Outcome<Name> | void> | void;
  /** Maps an exception of `send` to a form error. */
  failed?: (error: unknown) => Refusal<Name>;
}

/** Props of a field. */
export interface FieldBinding {
  name: string;
  value?: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

export interface Form<Name extends string = string> extends Fields<Name> {
  /** Props of the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    method: 'dialog';
    onSubmit: (event: FormEvent) => void;
  };
  bind: (name: Name) => FieldBinding;
  /** Controlled values. */
  values: Values<Name>;
  refusal: Refusal<Name> | undefined;
  /** Success message, until a field changes. */
  done: string | undefined;
  busy: boolean;
}

/** Form state with validation and submission. A double press submits once. */
export function useForm<Name extends string>(options: FormOptions<Name>): Form<Name> {
  const { initial, focusFirst, clearRefusalOnEdit = false, check, send, failed } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState((initial ?? {}) as Values<Name>);
  const [outcome, setOutcome] = useState<{ refusal?: Refusal<Name>; done?: string }>({});
  const { busy, run } = useTask();

  const fields: Fields<Name> = {
    set(name, value) {
      if (initial) setValues((present) => ({ ...present, [name]: value }));
      setOutcome(({ refusal }) =>
        refusal && !clearRefusalOnEdit
          ? { refusal: { ...refusal, fields: { ...refusal.fields, [name]: undefined } } }
          : {},
      );
    },
    focus(name) {
      const control = ref.current?.elements.namedItem(name);
      if (control instanceof HTMLElement) control.focus();
    },
    refuse(refusal) {
      setOutcome(refusal ? { refusal } : {});
      const names = Array.from(ref.current?.elements ?? [], (control) =>
        control.getAttribute('name'),
      );
      const first = names.find((name) => name && refusal?.fields?.[name as Name]) ?? refusal?.focus;
      if (first) fields.focus(first as Name);
    },
  };

  async function sendAll(typed: Values<Name>) {
    setOutcome({});
    try {
      const answer = await send(typed, fields);
      if (typeof answer === 'object') return fields.refuse(answer);
      if (answer === undefined) return;
      setOutcome({ done: answer });
      if (!initial) ref.current?.reset();
    } catch (error) {
      if (!failed) throw error;
      fields.refuse(failed(error));
    }
  }

  useEffect(() => {
    if (focusFirst) fields.focus(focusFirst);
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once

  return {
    ...fields,
    refusal: outcome.refusal,
    done: outcome.done,
    values,
    busy,
    props: {
      ref,
      noValidate: true,
      // If the user submits before hydration, nothing is sent and no value ends up in the URL.
      method: 'dialog',
      onSubmit(event) {
        event.preventDefault();
        // React events of a portal bubble to the page that opened it, which may be a form itself.
        event.stopPropagation();
        if (!ref.current) return;
        const typed = { ...values };
        for (const [name, value] of new FormData(ref.current))
          if (typeof value === 'string') Object.assign(typed, { [name]: value });
        const refusal = check?.(typed);
        if (refusal && isRefused(refusal)) return fields.refuse(refusal);
        run(() => sendAll(typed));
      },
    },
    bind: (name) => ({
      name,
      error: outcome.refusal?.fields?.[name] || undefined,
      ...(initial && { value: values[name] }),
      onChange: ({ target }) => fields.set(name, target.value),
    }),
  };
}

const isRefused = ({ message, fields = {} }: Refusal) =>
  Boolean(message) || Object.values(fields).some(Boolean);
