import type { Document } from '../../documents-api/documents-api';
import { useVersions, VersionRow } from './versions-dialog';
import styles from './versions-dialog.module.css';

interface OriginalFileProps {
  document: Document;
  onRestored: () => void;
}

/** The file that a note was made of, to download or to restore; nothing for other notes. */
export function OriginalFile({ document, onRestored }: OriginalFileProps) {
  const { data } = useVersions(document);
  const original = data?.find(({ is_original }) => is_original);
  if (!original) return null;
  return (
    <section className={styles.original} aria-labelledby="original-file">
      <h3 id="original-file">Original file</h3>
      <p>
        This note was made of a file. Restore it to make the document a file again; text written
        since then is lost. Your players{' '}
        {document.original === 'readers' ? 'can download' : 'cannot see'} the original.
      </p>
      <ul role="list" className={styles.list}>
        <VersionRow document={document} version={original} onRestored={onRestored} />
      </ul>
    </section>
  );
}
