import { DownloadButton } from '../document-header/document-actions';
import { fileKind } from '../file-kind';
import { ImageStage } from './image-stage';
import { AudioStage, VideoStage } from './media-stage';
import { OtherStage } from './other-stage';
import { PdfStage } from './pdf/pdf-stage';
import type { StageProps } from './stage-props';
import { TextStage } from './text-stage';

/** Selects the preview renderer for a document. */
export function Stage(props: StageProps) {
  switch (fileKind(props.document)) {
    case 'image':
      return <ImageStage {...props} />;
    case 'audio':
      return <AudioStage {...props} />;
    case 'video':
      return <VideoStage {...props} />;
    case 'text':
      return <TextStage {...props} />;
    case 'pdf':
      return <PdfStage {...props} />;
    case 'other':
      return (
        <OtherStage document={props.document}>
          <DownloadButton document={props.document} variant="primary" />
        </OtherStage>
      );
  }
}
