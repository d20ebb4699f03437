import { brand } from '@tomekeeper/ui/brand';
import { QrCode } from '@tomekeeper/ui/qr-code';
import { Stack } from '@tomekeeper/ui/stack';
import styles from './totp.module.css';

/** Secret of the pool for an authenticator app. */
export interface TotpSetup {
  sharedSecret: string;
  getSetupUri(appName: string, accountName?: string): URL;
}

/** The secret for an authenticator app, to be scanned or typed. */
export function TotpSecret({ setup, email }: { setup: TotpSetup; email: string }) {
  return (
    <Stack gap={3}>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <QrCode
        text={setup.getSetupUri(brand.name, email).href}
        label="QR code for your authenticator app"
      />
      <p>
        No camera? Enter this key instead:{' '}
        <code className={styles.secret}>{inGroups(setup.sharedSecret)}</code>
      </p>
    </Stack>
  );
}

/** Easier to type; apps ignore the spaces. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
