import encodeQR from 'qr';
import { brand } from '@tomekeeper/ui/brand';
import { Stack } from '@tomekeeper/ui/stack';
import styles from './totp.module.css';

/** What the pool hands out for an authenticator app. */
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

/** Empty modules around the code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** A text for a phone's camera. What it says must also stand beside it, for people without one. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path className={styles.paper} d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path className={styles.ink} d={dark.join('')} />
    </svg>
  );
}
