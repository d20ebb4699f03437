import { useRef, useState, type ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { copyText } from '@tomekeeper/ui/copyable-text';
import { TextField } from '@tomekeeper/ui/field';
import { Icon } from '@tomekeeper/ui/icon';
import styles from './copy-link.module.css';

export interface CopyLinkProps {
  label: string;
  description: ReactNode;
  link: string;
}

/** Shareable link with a copy button. */
export function CopyLink({ label, description, link }: CopyLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const { announce } = useShell();
  const [said, setSaid] = useState('');

  const say = (words: string) => {
    setSaid(words);
    announce(words);
  };
  const copy = async () => {
    const isCopied = await copyText(link, () => field.current?.select());
    say(isCopied ? 'Copied' : 'Press copy on your keyboard or in the menu.');
  };

  return (
    <div>
      <div className={styles.line}>
        <TextField
          ref={field}
          label={label}
          description={description}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="secondary" icon={<Icon name="copy" />} onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      {said && <p className={styles.said}>{said}</p>}
    </div>
  );
}
