import type { Node } from 'prosemirror-model';
import { Button } from '@tomekeeper/ui/button';
import type { Choice, Clash } from './clashes';
import styles from '../note-editor.module.css';
import { findPassage } from '../schema/passage-ids';

interface ClashListProps {
  clashes: readonly Clash[];
  doc: Node;
  onChoose: (clash: Clash, choice: Choice) => void;
}

/** Conflicting passages: both versions side by side, and the choice between them. */
export function ClashList({ clashes, doc, onChoose }: ClashListProps) {
  return (
    <section className={styles.clashes} aria-label="Changed or shown by others">
      {clashes.map((clash) => {
        const mine = findPassage(doc, clash.id)?.node;
        return (
          <div key={clash.id} className={styles.clash} role="group" aria-label="Two versions">
            <p className={styles.clashTitle}>
              {clash.isShown
                ? 'This passage was shown to players while you wrote. They read the version you keep.'
                : 'Another person changed this passage too.'}
            </p>
            <div className={styles.versions}>
              <Version
                label={clash.isShown ? 'Yours, not yet read by players' : 'Yours'}
                text={mine && textOf(mine)}
              />
              <Version
                label={clash.isShown ? 'The version players read' : 'Theirs'}
                text={clash.theirs?.text}
              />
            </div>
            <div className={styles.choices}>
              <Button size="small" onClick={() => onChoose(clash, 'mine')}>
                Keep yours
              </Button>
              <Button size="small" onClick={() => onChoose(clash, 'theirs')}>
                {clash.isShown ? 'Keep the version they read' : 'Keep theirs'}
              </Button>
              {mine && clash.theirs && (
                <Button size="small" onClick={() => onChoose(clash, 'both')}>
                  Keep both
                </Button>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}

function Version({ label, text }: { label: string; text: string | undefined }) {
  return (
    <div>
      <p className={styles.versionLabel}>{label}</p>
      <p className={styles.version}>{text ?? 'Deleted.'}</p>
    </div>
  );
}

const textOf = (node: Node): string => node.textBetween(0, node.content.size, '\n', '\n');
