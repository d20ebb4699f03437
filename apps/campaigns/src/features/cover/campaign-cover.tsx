import { useState } from 'react';
import { Cover } from '@tomekeeper/ui/cover';
import styles from './cover.module.css';

interface CampaignCoverProps {
  title: string;
  /** URL of the uploaded image; without it the cover is generated from the title. */
  url: string | undefined;
  /** Called when the URL, which is valid for a minute, fails to load. */
  onLost: () => void;
}

/** A campaign's cover; the parent sets its size. Decorative: the adjacent title names it. */
export function CampaignCover({ title, url, onLost }: CampaignCoverProps) {
  const [shown, setShown] = useState({ url, isLost: false });
  // Keeps the loaded image if only the URL's signature changed.
  if (url !== shown.url && (shown.isLost || pathOf(url) !== pathOf(shown.url)))
    setShown({ url, isLost: false });
  const lose = () => {
    setShown({ url: shown.url, isLost: true });
    onLost();
  };
  return (
    <div className={styles.cover}>
      <Cover title={title} />
      {shown.url && !shown.isLost && (
        <img
          className={styles.picture}
          src={shown.url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={lose}
        />
      )}
    </div>
  );
}

const pathOf = (url: string | undefined): string | undefined => url?.split('?')[0];
