import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { isPlayerNote, titleOf, type Document } from '../../documents-api/documents-api';
import { campaignPath, libraryPath, notesPath } from '../../documents-api/viewer-path';
import styles from './document-bar.module.css';

interface BreadcrumbProps {
  campaignId: string;
  /** Undefined while loading, and for documents that do not exist for the viewer. */
  document: Document | undefined;
}

/** Campaign, library or notes, and document on one line; long names are shortened, and the library to three dots on phones. */
export function Breadcrumb({ campaignId, document }: BreadcrumbProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { data } = useCampaign(campaignId);
  const isAmongNotes = document !== undefined && isPlayerNote(document);
  return (
    <nav className={styles.breadcrumb} aria-label="Breadcrumb">
      <ol role="list">
        <li className={styles.campaign}>
          <Link to={campaignPath(campaignId, viewAs)} title={data?.title}>
            {data?.title ?? 'To the campaign'}
          </Link>
        </li>
        <li className={styles.library}>
          <Link to={(isAmongNotes ? notesPath : libraryPath)(campaignId, viewAs)}>
            <span className={styles.word}>{isAmongNotes ? 'Notes' : 'Library'}</span>
          </Link>
        </li>
        {document && (
          <li className={styles.document} title={titleOf(document)} aria-current="page">
            <MiddleTruncated text={titleOf(document)} />
          </li>
        )}
      </ol>
    </nav>
  );
}

/** Number of characters at the end of a name that are always shown, such as its number and extension. */
const END = 8;

/** Text that is shortened in its middle where the line is too narrow. */
function MiddleTruncated({ text }: { text: string }) {
  // By code points, so that emoji stay intact.
  const letters = Array.from(text);
  if (letters.length <= 2 * END) return <span className={styles.start}>{text}</span>;
  return (
    <>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles.start} aria-hidden="true">
        {letters.slice(0, -END).join('')}
      </span>
      <span className={styles.end} aria-hidden="true">
        {letters.slice(-END).join('')}
      </span>
    </>
  );
}
