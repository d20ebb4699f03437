import { createContext, useContext } from 'react';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { audienceOfPassage, isSameAudience } from '@tomekeeper/visibility';
import type { Document } from '../documents-api/documents-api';
import type { Passage } from '../documents-api/passages-api';
import { audienceInWords, type NameOfPlayer } from '../sharing/audiences/audience-text';
import styles from './print.module.css';

interface Marked {
  document: Pick<Document, 'is_spoilers'>;
  nameOf: NameOfPlayer;
}

const MarkedContext = createContext<Marked | undefined>(undefined);
export const MarkedProvider = MarkedContext.Provider;

interface PrintedMarkProps {
  passage: Passage;
  before: Passage | undefined;
}

/** Marks a passage that not every player sees: a rule, and at the first of several an icon and words. */
export function PrintedMark({ passage, before }: PrintedMarkProps) {
  const marked = useContext(MarkedContext);
  if (!marked) return null;
  const { document, nameOf } = marked;
  const seen = audienceOfPassage(passage, document);
  if (seen.kind === 'party') return null;
  const isFirst =
    passage.kind === 'heading' ||
    !before ||
    !isSameAudience(audienceOfPassage(before, document), seen);
  return (
    <>
      <span className={styles.rule} data-audience={seen.kind} />
      {isFirst && (
        <span className={styles.audience}>
          <AudienceMark kind={seen.kind} words={audienceInWords(seen, nameOf)} />
        </span>
      )}
    </>
  );
}
