import { useShell } from '@tomekeeper/remote-kit';
import { classNames } from '@tomekeeper/ui/class-names';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { titleOf, type Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import styles from './part-list.module.css';
import type { DocumentPart } from './use-parts';

interface PartListProps {
  parts: readonly DocumentPart[];
  documents: readonly Document[];
}

/** Sections of documents, linked to their headings. */
export function PartList({ parts, documents }: PartListProps) {
  const { Link } = useShell().routing;
  const shown = parts.flatMap((part) => {
    const document = documents.find(({ id }) => id === part.document);
    return document ? [{ part, document }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <ul role="list" className={styles.list} aria-label="Parts of documents">
      {shown.map(({ part, document }) => (
        <li key={part.id} className={styles.row}>
          <Link
            className={classNames(textLinkClass, styles.name)}
            to={`${viewerPath(document, undefined)}#p-${encodeURIComponent(part.id)}`}
          >
            {part.title}
          </Link>
          <span className={styles.facts}>
            <span>
              in {titleOf(document)}
              {part.page !== undefined && `, page ${part.page}`}
            </span>
            {part.pinned && <span className={styles.pinned}>Pinned</span>}
            {part.tags.map((tag) => (
              <span key={tag} className={styles.tag}>
                {tag}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
