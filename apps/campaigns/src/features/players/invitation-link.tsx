import { useRef, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { Icon } from '@tomekeeper/ui/icon';
import styles from './players-panel.module.css';

/** A sign-up link for one address, to be sent to that person by whatever way the table talks. */
export function InvitationLink({ email, link }: { email: string; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { announce } = useShell();
  const [said, setSaid] = useState('');

  const say = (words: string) => {
    setSaid(words);
    announce(words);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      say('Copied');
    } catch {
      // Not allowed here, or no secure origin: the person's own copy command works on the selection.
      field.current?.select();
      say('Press copy on your keyboard or in the menu.');
    }
  };

  return (
    <div>
      <div className={styles.add}>
        <TextField
          ref={field}
          label="Sign-up link"
          description={`Send it to ${email}. Once they have signed up, add them here.`}
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
