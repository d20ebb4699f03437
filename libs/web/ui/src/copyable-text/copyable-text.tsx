import { useRef, useState } from 'react';
import { Button } from '../button';
import { Drawing, iconShapes } from '../icon';
import { copyText } from './copy-text';
import styles from './copyable-text.module.css';

export interface CopyableTextProps {
  text: string;
  /** Describes the text in the button's accessible name if a page has several: 'Copy your user id'. */
  name?: string;
  /** Copying failed; the text is selected instead. */
  onRefused: () => void;
}

/** Duration of the 'Copied' state. */
const COPIED_MS = 2_500;

/** Text to share, such as an id, with a copy button. */
export function CopyableText({ text, name, onRefused }: CopyableTextProps) {
  const shown = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const words = copied ? 'Copied' : 'Copy';

  async function copy() {
    const isCopied = await copyText(text, () => {
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
    });
    if (!isCopied) return onRefused();
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  }

  return (
    <div className={styles.place}>
      <code ref={shown} className={styles.text}>
        {text}
      </code>
      <Button
        variant="secondary"
        size="small"
        icon={<Drawing shape={copied ? iconShapes.check : iconShapes.copy} />}
        aria-label={name && `${words} ${name}`}
        onClick={() => void copy()}
      >
        {words}
      </Button>
    </div>
  );
}
