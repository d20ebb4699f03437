import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { fileSize } from '@tomekeeper/ui/file-input';
import type { Document } from '../../documents-api/documents-api';
import { kindInWords } from '../file-kind';
import styles from './stages.module.css';

interface OtherStageProps {
  document: Document;
  /** Download button. */
  children: React.ReactNode;
}

/** Placeholder for files without a preview. */
export function OtherStage({ document, children }: OtherStageProps) {
  const { size } = document;
  return (
    <div className={styles.other}>
      <Drawing shape={iconShapes.file} size={40} />
      <p className={styles.kind}>{kindInWords(document)}</p>
      {typeof size === 'number' && <p className={styles.size}>{fileSize(size)}</p>}
      <p>This kind of file does not open in the page. Download it to open it on your device.</p>
      {children}
    </div>
  );
}
