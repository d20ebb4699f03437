import { useRef, useState, type ChangeEvent, type RefObject } from 'react';

type Errors<Name extends string> = Partial<Record<Name, string>>;

/** To be spread on a field. */
export interface FieldBinding {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface Fields<Name extends string> {
  form: RefObject<HTMLFormElement | null>;
  values: Readonly<Record<Name, string>>;
  bind: (name: Name) => FieldBinding;
  set: (name: Name, value: string) => void;
  /** Shows what is wrong and moves the focus to the first such field; an empty object clears. */
  refuse: (errors: Errors<Name>) => void;
  /** Moves the focus to a field that is fine by itself but led to a refusal. */
  focus: (name: Name) => void;
}

/** The values and errors of a form's text fields. A field's error goes as soon as it is changed. */
export function useFields<Name extends string>(initial: Record<Name, string>): Fields<Name> {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<Name>>({});

  function set(name: Name, value: string) {
    setValues((present) => ({ ...present, [name]: value }));
    setErrors((present) => ({ ...present, [name]: undefined }));
  }
  function focus(name: string) {
    const control = form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  }
  return {
    form,
    values,
    set,
    focus,
    bind: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => set(name, event.target.value),
    }),
    refuse(next) {
      setErrors(next);
      const first = Object.keys(initial).find((name) => name in next);
      if (first) focus(first);
    },
  };
}
