import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { classNames } from '@tomekeeper/ui/class-names';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import styles from './open-document.module.css';

/** Document name as a link to the viewer. */
export function OpenDocument({ document }: { document: Document }) {
  const { Link } = useShell().routing;
  return (
    <Link className={classNames(textLinkClass, styles.name)} to={viewerPath(document, useViewAs())}>
      {nameOf(document)}
    </Link>
  );
}
