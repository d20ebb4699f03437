import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTask } from './use-task';

/** What was typed, by the names of the fields. */
export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** Why a form does not go through: a message above its button, sentences at its fields, or both. */
export interface Refusal<Name extends string = string> {
  message?: string;
  /** The server's reason, where the message is a fixed one. */
  reason?: string;
  /** What leads to the lines of the log, where the fault is ours. */
  reference?: string;
  /** The first field with a sentence gets the focus. */
  fields?: { readonly [name in Name]?: string | false };
  /** A field that is fine by itself and led to the refusal: it gets the focus where no field has a sentence. */
  focus?: Name;
}

/** How a form fared: the sentence for success, or a refusal. */
export type Outcome<Name extends string = never> = string | Refusal<Name>;

interface Fields<Name extends string> {
  /** Writes a value into a field. */
  set: (name: Name, value: string) => void;
  focus: (name: Name) => void;
  /** Shows why the form does not go through; without an argument clears that. */
  refuse: (refusal?: Refusal<Name>) => void;
}

interface FormOptions<Name extends string> {
  /**
   * Values to begin with, which React keeps from then on. Without them the fields keep their own values, so that
   * what was typed into a prerendered page before the scripts arrived stays; success clears those.
   */
  initial?: Values<Name>;
  /** The field that gets the focus when the form appears, as it takes the place of the step before. */
  focusFirst?: Name;
  /** A change in any field clears the whole refusal; otherwise it clears the sentence of that field alone. */
  clearRefusalOnEdit?: boolean;
  /** What keeps the form from being sent. */
  check?: (values: Values<Name>) => Refusal<Name> | undefined;
  /** Returns nothing where the page goes on by itself. */
  send: (values: Values<Name>, fields: Fields<Name>) => Promise<Outcome<Name> | void> | void;
  /** What the form says when `send` throws. */
  failed?: (error: unknown) => Refusal<Name>;
}

/** To be spread on a field. */
export interface FieldBinding {
  name: string;
  value?: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

export interface Form<Name extends string = string> extends Fields<Name> {
  /** To be spread on the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    method: 'dialog';
    onSubmit: (event: FormEvent) => void;
  };
  bind: (name: Name) => FieldBinding;
  /** The values that React keeps. */
  values: Values<Name>;
  refusal: Refusal<Name> | undefined;
  /** The sentence for success, until a field changes. */
  done: string | undefined;
  busy: boolean;
}

/** The values, errors and sending of a form. A double press sends it once. */
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
      // Pressed before the scripts are there, a form goes nowhere, and nothing lands in the address.
      method: 'dialog',
      onSubmit(event) {
        event.preventDefault();
        // A portal's events rise through the page that opened it, which may be a form itself.
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
