import { useState, type SyntheticEvent } from 'react';
import styles from './page-field.module.css';

interface PageFieldProps {
  current: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Shows the current page and jumps to another one by number. */
export function PageField({ current, pages, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string>();
  const go = (event?: SyntheticEvent) => {
    event?.preventDefault();
    const wanted = Number.parseInt(typed ?? '', 10);
    if (!Number.isNaN(wanted)) onPage(Math.min(Math.max(1, wanted), pages));
    setTyped(undefined);
  };
  return (
    <form className={styles.pageField} onSubmit={go}>
      <label>
        Page{' '}
        <input
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
          size={String(pages).length}
          value={typed ?? current}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(undefined)}
        />
      </label>{' '}
      of {pages}
    </form>
  );
}
