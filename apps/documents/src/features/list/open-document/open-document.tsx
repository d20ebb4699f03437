import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { classNames } from '@tomekeeper/ui/class-names';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { nameOf, titleOf, type Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import styles from './open-document.module.css';

interface OpenDocumentProps {
  document: Document;
  /** Whether the link has the name of the file with its extension. */
  isFileName: boolean;
}

/** Document name as a link to the viewer. */
export function OpenDocument({ document, isFileName }: OpenDocumentProps) {
  const { Link } = useShell().routing;
  return (
    <Link className={classNames(textLinkClass, styles.name)} to={viewerPath(document, useViewAs())}>
      {isFileName ? nameOf(document) : titleOf(document)}
    </Link>
  );
}
