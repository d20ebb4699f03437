import type { Document } from '../../documents-api/documents-api';
import { Breadcrumb } from './breadcrumb';
import styles from './document-bar.module.css';

interface DocumentBarProps {
  campaignId: string;
  document: Document | undefined;
  /** Whether the bar stays at the top while the page scrolls. False in the editor, whose toolbar is there. */
  isSticky: boolean;
  /** Whether tools may still appear; their place is reserved. */
  isLoading: boolean;
  /** Receives the element for the tools. */
  onTools: (element: HTMLElement | null) => void;
}

/** Bar above a document: the way to it, and the tools of its viewer. */
export function DocumentBar({
  campaignId,
  document,
  isSticky,
  isLoading,
  onTools,
}: DocumentBarProps) {
  return (
    <div className={styles.bar} data-bar="" data-sticky={isSticky}>
      <Breadcrumb campaignId={campaignId} document={document} />
      <div ref={onTools} className={styles.tools} data-loading={isLoading ? '' : undefined} />
    </div>
  );
}
