/** The part of Google's script that is used. */
export interface Recaptcha {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
}

const SOURCE = 'https://www.google.com/recaptcha/api.js?render=explicit';

/** Puts the script into the page, once. It says nowhere when it is ready: look for it. */
export function requestRecaptcha(): void {
  if (document.querySelector(`script[src="${SOURCE}"]`)) return;
  const script = document.createElement('script');
  script.src = SOURCE;
  script.async = true;
  document.head.append(script);
}

/** The script, if it is there by now. */
export function findRecaptcha(): Recaptcha | undefined {
  const found: unknown = Reflect.get(window, 'grecaptcha');
  return isRecaptcha(found) ? found : undefined;
}

function isRecaptcha(value: unknown): value is Recaptcha {
  return (
    typeof value === 'object' &&
    value !== null &&
    'render' in value &&
    typeof value.render === 'function'
  );
}
