import { useShell } from '@tomekeeper/remote-kit';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import type { Document } from '../../documents-api';
import { copyWords, passageAddress, withSource } from './copy-words';
import type { Passage } from './passages-api';
import styles from './reader.module.css';

interface PassageActsProps {
  document: Document;
  passage: Passage;
}

/** What can be done with a passage; the button stands beside it while it is pointed at, pressed or focused. */
export function PassageActs({ document, passage }: PassageActsProps) {
  const { toast } = useShell();
  const copy = async (words: string, told: string) => {
    const isCopied = await copyWords(words);
    toast(
      isCopied
        ? { message: told }
        : {
            message: 'Your browser held the copying back. Copy the address of this page instead.',
            tone: 'error',
          },
    );
  };
  const isHeading = passage.kind === 'heading';
  return (
    <Menu
      label={isHeading ? `This part: ${passage.text}` : 'This passage'}
      trigger={<Drawing shape={link} />}
      triggerClassName={styles.actsTrigger}
    >
      <MenuItem
        icon={<Drawing shape={link} />}
        onClick={() =>
          void copy(
            passageAddress(document, passage.id),
            isHeading ? 'Copied the link to this part.' : 'Copied the link to this passage.',
          )
        }
      >
        Copy link
      </MenuItem>
      {passage.text !== '' && (
        <MenuItem
          icon={<Drawing shape={iconShapes.copy} />}
          onClick={() =>
            void copy(withSource(document, passage), 'Copied the words and where they stand.')
          }
        >
          Copy with source
        </MenuItem>
      )}
    </Menu>
  );
}

const link = (
  <path d="M8.25 11.75a3.25 3.25 0 0 0 4.6 0l3-3a3.25 3.25 0 0 0-4.6-4.6l-1 1M11.75 8.25a3.25 3.25 0 0 0-4.6 0l-3 3a3.25 3.25 0 0 0 4.6 4.6l1-1" />
);
