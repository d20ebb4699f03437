import { AudienceMark } from '@tomekeeper/ui/audience';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import {
  type Audience,
  audienceOfDocument,
  audienceOfPassage,
  isSameAudience,
} from '@tomekeeper/visibility';
import { audienceInWords } from '../../sharing/audiences/audience-text';
import type { Passage } from '../../documents-api/passages-api';
import { useOwnParts } from './own-context';
import styles from './reveal-passages.module.css';

interface PassageMarkProps {
  passage: Passage;
  before: Passage | undefined;
}

/**
 * The audience of a passage, for GMs on screen and paper, if the audiences of the text differ. Each passage has the rule; a
 * heading, a secret box and a passage with another audience than the one before also have the words.
 */
export function PassageMark({ passage, before }: PassageMarkProps) {
  const { document, players } = useOwnParts();
  const seen = audienceOfPassage(passage, document);
  const isBox = isHiddenBox(passage, seen);
  const isMixed = document.audiences !== undefined || passage.own_audience === true;
  if (!isMixed && !isBox && seen.kind === audienceOfDocument(document)) return null;
  const words = audienceInWords(seen, players.nameOf);
  const isTold =
    isBox ||
    passage.kind === 'heading' ||
    !before ||
    !isSameAudience(audienceOfPassage(before, document), seen);
  return (
    <>
      <span className={styles.rule} data-audience={seen.kind} data-beside="" />
      {isTold ? (
        <span className={styles.told} data-told="" data-beside="">
          <AudienceMark kind={seen.kind} words={words} />
        </span>
      ) : (
        <span data-beside="">
          <VisuallyHidden>{words}: </VisuallyHidden>
        </span>
      )}
    </>
  );
}

const isHiddenBox = ({ kind, content }: Passage, seen: Audience): boolean =>
  kind === 'callout' && content.label === 'secret' && seen.kind === 'gm';
