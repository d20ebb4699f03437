import type { Document } from '../../documents-api/documents-api';
import { Thumbnail, ThumbnailsOf } from '../thumbnail/thumbnail';

/** The portrait of an open document; nothing without one. */
export function Portrait({ document, className }: { document: Document; className?: string }) {
  if (!document.portrait) return null;
  return (
    <ThumbnailsOf campaignId={document.campaign}>
      <div className={className}>
        <Thumbnail document={document} isLarge />
      </div>
    </ThumbnailsOf>
  );
}
