import { useMemo, type CSSProperties } from 'react';
import styles from './cover.module.css';
import { HEIGHT, landscapeOf, WIDTH } from './landscape';

export interface CoverProps {
  /** Determines the drawing. */
  title: string;
}

/** Cover generated from the title, without a request. Decorative: the adjacent title names it. */
export function Cover({ title }: CoverProps) {
  const { hue, disc, ridges } = useMemo(() => landscapeOf(title), [title]);
  return (
    <svg
      className={styles.cover}
      style={{ '--hue': hue } as CSSProperties}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.sky} width={WIDTH} height={HEIGHT} />
      <circle className={styles.disc} cx={disc.x} cy={disc.y} r={disc.radius} />
      {ridges.map((path, index) => (
        <path key={path} className={styles.ridge} data-depth={index} d={path} />
      ))}
    </svg>
  );
}
