import { Button } from '@tomekeeper/ui/button';
import type { NewPassage } from './use-new-passages';
import styles from '../reader.module.css';

interface NewsLineProps {
  news: readonly NewPassage[] | undefined;
  onGo: (at: number, options: { focus: boolean }) => void;
}

/**
 * Above a note that a player has had open before: how much of it they did not see then, and the way to where that begins. It has its
 * place before that is known, so that the text stays where it is.
 */
export function NewsLine({ news, onGo }: NewsLineProps) {
  const [first] = news ?? [];
  return (
    <div className={styles.news} role="status" data-nothing={news?.length === 0 || undefined}>
      <span>{news && inWords(news.length)}</span>
      {first && first.at > 0 && (
        <Button variant="quiet" size="small" onClick={() => onGo(first.at, { focus: true })}>
          {news?.length === 1 ? 'Go to it' : 'Go to the first'}
        </Button>
      )}
    </div>
  );
}

function inWords(count: number): string {
  if (count === 0) return 'Nothing is new to you here';
  return count === 1
    ? '1 passage is new to you'
    : `${count.toLocaleString('en')} passages are new to you`;
}
