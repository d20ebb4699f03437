import encodeQR from 'qr';
import styles from './qr-code.module.css';

/** Quiet zone in modules, which cameras need to detect the code. */
const QUIET_ZONE = 4;

/** QR code of a text. Show the text next to it as well, for users without a camera. */
export function QrCode({ text, label }: { text: string; label: string }) {
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
