import { useState } from 'react';
import { classNames } from '@tomekeeper/ui/class-names';
import { initialsOf } from '../players/initials';
import styles from './party.module.css';

interface PortraitProps {
  /** Source of the initials that replace a missing picture. */
  name: string;
  url: string | undefined;
  /** Called when the URL, which is valid for a minute, fails to load. */
  onLost?: () => void;
  large?: boolean;
}

const SIDES = { small: 72, large: 112 };

/** Portrait of a character, or initials. Decorative: the adjacent text has the name. */
export function Portrait({ name, url, onLost, large = false }: PortraitProps) {
  const [shown, setShown] = useState({ url, isLost: false });
  // Keeps the loaded image if only the URL's signature changed.
  if (url !== shown.url && (shown.isLost || pathOf(url) !== pathOf(shown.url)))
    setShown({ url, isLost: false });
  const side = large ? SIDES.large : SIDES.small;
  return (
    <span className={classNames(styles.portrait, large && styles.large)} aria-hidden="true">
      {shown.url && !shown.isLost ? (
        <img
          src={shown.url}
          alt=""
          width={side}
          height={side}
          decoding="async"
          draggable={false}
          onError={() => {
            setShown({ url: shown.url, isLost: true });
            onLost?.();
          }}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

const pathOf = (url: string | undefined): string | undefined => url?.split('?')[0];
