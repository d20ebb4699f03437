import { Button } from '@tomekeeper/ui/button';
import type { NewPassage } from '../unread/use-new-passages';
import styles from './reader.module.css';

interface NewsLineProps {
  news: readonly NewPassage[];
  onGo: (at: number, options: { focus: boolean }) => void;
}

/** Above a note: how much of it a player did not see the last time, and the way to where that begins. */
export function NewsLine({ news, onGo }: NewsLineProps) {
  const [first] = news;
  return (
    <div className={styles.news} role="status">
      <span>
        {news.length === 1
          ? '1 passage is new since you last read this'
          : `${news.length.toLocaleString('en')} passages are new since you last read this`}
      </span>
      {first && first.at > 0 && (
        <Button variant="quiet" size="small" onClick={() => onGo(first.at, { focus: true })}>
          {news.length === 1 ? 'Go to it' : 'Go to the first'}
        </Button>
      )}
    </div>
  );
}
