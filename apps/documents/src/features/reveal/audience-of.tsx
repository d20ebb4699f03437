import { Audience } from '@tomekeeper/ui/audience';
import type { Document } from '../../documents-api';
import styles from './audience-of.module.css';

interface AudienceOfProps {
  document: Document;
  /** It has just been revealed or hidden here, so the eye is on it. */
  changed: boolean;
}

/** Who may see a document. A change under the eye comes calmly, the only movement of the panel. */
export function AudienceOf({ document, changed }: AudienceOfProps) {
  const kind = document.is_spoilers ? 'spoilers' : 'public';
  return (
    <span className={changed ? styles.changed : undefined} key={kind}>
      <Audience kind={kind} />
    </span>
  );
}
