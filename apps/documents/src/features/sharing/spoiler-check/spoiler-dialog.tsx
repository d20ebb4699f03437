import { foldText } from '@tomekeeper/contracts-values';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { viewerPath } from '../../documents-api/viewer-path';
import type { Checked, Findings } from './ask-for-spoilers';
import styles from './spoiler-check.module.css';

interface SpoilerDialogProps {
  campaign: string;
  content: Checked;
  findings: Findings;
  /** Label of the button that cancels. */
  cancelLabel: string;
  /** Cancels, so that the GM can change the content. */
  onCancel: () => void;
  onProceed: () => void;
}

/** Warns of names that may be spoilers; the GM decides. */
export function SpoilerDialog({
  campaign,
  content,
  findings,
  cancelLabel,
  onCancel,
  onProceed,
}: SpoilerDialogProps) {
  const { Link } = useShell().routing;
  const { names, isComplete } = findings;
  const readers = content.audience === 'party' ? 'your players do' : 'they do';
  return (
    <Dialog
      open
      onClose={onCancel}
      title={
        names.length === 1 ? 'Does this name spoil something?' : 'Do these names spoil something?'
      }
      actions={
        <>
          <Button variant="secondary" data-first-focus="" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button onClick={onProceed}>Go on</Button>
        </>
      }
    >
      <ul role="list" className={styles.names}>
        {names.map(({ name, document, title }) => (
          <li key={name} className={styles.name}>
            <p>
              <strong>“{name}”</strong> is in {placeOf(name, content)}, and {readers} not know the
              name.
            </p>
            <p className={styles.where}>
              It is hidden in{' '}
              <Link
                className={textLinkClass}
                to={viewerPath({ campaign, id: document }, undefined)}
                // A new tab keeps unsaved input on this page.
                target="_blank"
              >
                {title}
              </Link>
              .
            </p>
          </li>
        ))}
      </ul>
      {!isComplete && <p>The text is too long to check completely.</p>}
    </Dialog>
  );
}

/** Location of a name: in a title, else in the revealed text. */
function placeOf(name: string, { texts = [] }: Checked): string {
  const words = foldText(name);
  if (!texts.some((text) => foldText(text).includes(words))) return 'the revealed text';
  return texts.length === 1 ? 'this title' : 'these titles';
}
