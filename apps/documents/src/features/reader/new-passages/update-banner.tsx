import { Button } from '@tomekeeper/ui/button';
import type { NewPassage } from './use-new-passages';
import styles from '../reader.module.css';

interface UpdateBannerProps {
  /** Whether the player opened the document for the first time. */
  isFirst: boolean;
  news: readonly NewPassage[] | undefined;
  onGo: (at: number, options: { focus: boolean }) => void;
}

/**
 * Banner above a note: number of passages that are new to a player since the last visit, and a link to the first. Reserves its
 * space before the number is known, so that the text does not move.
 */
export function UpdateBanner({ isFirst, news, onGo }: UpdateBannerProps) {
  const [first] = news ?? [];
  return (
    <div className={styles.news} role="status" data-nothing={news?.length === 0 || undefined}>
      <span>{news && inWords(news.length, isFirst)}</span>
      {first && first.at > 0 && (
        <Button variant="quiet" size="small" onClick={() => onGo(first.at, { focus: true })}>
          {news?.length === 1 ? 'Go to it' : 'Go to the first'}
        </Button>
      )}
    </div>
  );
}

function inWords(count: number, isFirst: boolean): string {
  if (count === 0) return isFirst ? 'All of this is new to you' : 'Nothing is new to you here';
  return count === 1
    ? '1 passage is new to you'
    : `${count.toLocaleString('en')} passages are new to you`;
}
