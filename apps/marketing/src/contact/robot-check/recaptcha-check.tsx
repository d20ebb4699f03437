import { useEffect, useRef } from 'react';
import { findRecaptcha, requestRecaptcha, type Recaptcha } from './recaptcha-script';
import type { RobotCheckProps } from './robot-check';
import styles from './recaptcha-check.module.css';

/** product.md, section 9: the script is looked for at this pace until it is there. */
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
