import { useRef, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster } from '@tomekeeper/ui/stack';
import { AccountSection } from './account-section';
import styles from './account.module.css';

/** How long the button shows that the id was copied. */
const COPIED_MS = 2_500;

/** Shows the user's id, to copy: a GM needs it to add a player. */
export function UserId({ id }: { id: string }) {
  const { announce, toast } = useShell();
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy() {
    if (!(await copyText(id, text.current))) {
      toast({ message: 'Your browser did not let us copy it. It is selected: copy it by hand.' });
      return;
    }
    setCopied(true);
    announce('Copied');
    setTimeout(() => setCopied(false), COPIED_MS);
  }

  return (
    <AccountSection
      title="Your user id"
      lede="A game master who wants to add you to a campaign can ask you for it."
    >
      <Cluster>
        <code ref={text} className={styles.id}>
          {id}
        </code>
        <Button
          variant="secondary"
          size="small"
          icon={<Icon name={copied ? 'check' : 'copy'} />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Cluster>
    </AccountSection>
  );
}

/**
 * The clipboard is open to secure origins only, and a player's phone may reach the product by a plain
 * address in the same network: there the older way, and at worst the text is left selected.
 */
async function copyText(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) window.getSelection()?.selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
