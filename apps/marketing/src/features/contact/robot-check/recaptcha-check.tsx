import { useEffect, useRef } from 'react';
import styles from './robot-check.module.css';
import type { RobotCheckProps } from './robot-check';

/** product.md, section 9: polling interval until the script is present. */
const POLL_MS = 300;

/** Google's v2 checkbox, where an installation asks for it. Only this page loads its script. */
export function RecaptchaCheck({
  siteKey,
  onToken,
  onPresent,
}: RobotCheckProps & { siteKey: string }) {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const container = place.current;
    if (!container) return undefined;
    const show = (recaptcha: Recaptcha) => {
      // A second rendering into one element is refused, so each gets its own.
      const widget = container.appendChild(document.createElement('div'));
      recaptcha.render(widget, {
        sitekey: siteKey,
        theme: isDark() ? 'dark' : 'light',
        callback: onToken,
        'expired-callback': () => onToken(undefined),
        'error-callback': () => onToken(undefined),
      });
      onPresent(true);
    };
    requestRecaptcha();
    const poll = setInterval(() => {
      const recaptcha = findRecaptcha();
      if (!recaptcha) return;
      clearInterval(poll);
      show(recaptcha);
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      container.replaceChildren();
      onPresent(false);
    };
  }, [siteKey, onToken, onPresent]);

  return <div ref={place} className={styles.place} />;
}

const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark';

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

/** Adds the script to the page once. There is no ready event, hence the polling. */
function requestRecaptcha(): void {
  if (document.querySelector(`script[src="${SOURCE}"]`)) return;
  const script = document.createElement('script');
  script.src = SOURCE;
  script.async = true;
  document.head.append(script);
}

/** The script, if it is there by now. */
function findRecaptcha(): Recaptcha | undefined {
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
