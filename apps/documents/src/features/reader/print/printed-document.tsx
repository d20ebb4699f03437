import type { PassagesApi } from '../../documents-api/passages-api';
import { ImagesOf } from '../passages/passage-images';
import { PrintedText, type PrintedTextProps } from './printed-text';

interface PrintedDocumentProps extends PrintedTextProps {
  api: PassagesApi;
  campaign: string;
}

/** The text of one of several documents on paper, with its pictures. */
export const PrintedDocument = ({ api, campaign, ...text }: PrintedDocumentProps) => (
  <ImagesOf api={api} campaign={campaign}>
    <PrintedText {...text} />
  </ImagesOf>
);
