import { useState } from 'react';
import { Cover } from '@tomekeeper/ui/cover';
import styles from './cover.module.css';

interface CampaignCoverProps {
  title: string;
  /** Of the picture that was chosen; without one the cover is drawn from the title. */
  url: string | undefined;
  /** The address shows nothing any more: it is good for a minute. */
  onLost: () => void;
}

/** A campaign's cover, as large as whoever places it says. It is silent: the title beside it says what it stands for. */
export function CampaignCover({ title, url, onLost }: CampaignCoverProps) {
  const [shown, setShown] = useState({ url, isLost: false });
  // The same picture under a new address is not loaded anew.
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
