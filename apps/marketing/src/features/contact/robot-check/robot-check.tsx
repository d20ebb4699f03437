import { useShell } from '@tomekeeper/remote-kit';
import { AltchaCheck } from './altcha-check';
import { RecaptchaCheck } from './recaptcha-check';

export interface RobotCheckProps {
  /** Called with the token once there is one, and with undefined when it is spent or has run out. */
  onToken: (token: string | undefined) => void;
  /** Called when the widget appears or disappears: it must be completed only if present. */
  onPresent: (present: boolean) => void;
}

/** The robot check of this installation. A token works once: give it a new key for a new one. */
export function RobotCheck({ again, ...props }: RobotCheckProps & { again: boolean }) {
  const { provider, site_key: siteKey } = useShell().config.robot_check;
  switch (provider) {
    case 'altcha':
      return <AltchaCheck {...props} startAtOnce={again} />;
    case 'recaptcha':
      return siteKey ? <RecaptchaCheck {...props} siteKey={siteKey} /> : null;
    case 'none':
      return null;
  }
}
