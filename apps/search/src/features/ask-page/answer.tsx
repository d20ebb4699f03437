import { EXTRACT, type Support } from '@tomekeeper/contracts-search';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { documentPath } from '../search-api/paths';
import type { Answered, AnswerPart, Hit } from '../search-api/search-api';
import { HitAudience } from '../hits/hit-audience';
import { HitList, hitLocation } from '../hits/hit-list';
import { SessionList } from '../sessions/session-list';
import { useStoreRecent } from '../recent/recent-documents';
import styles from './ask-page.module.css';

interface AnswerProps {
  question: string;
  answer: readonly AnswerPart[] | null;
  passages: Answered['passages'];
  written_by: string;
  support?: Answered['support'];
  instead_because?: Answered['instead_because'];
  asked_about?: Answered['asked_about'];
  sessions?: Answered['sessions'];
  isStreaming?: boolean;
}

/** An answer with its sources; without an answer, the closest passages. */
export function Answer(props: AnswerProps) {
  const { question, answer, passages, written_by: writer, instead_because: because } = props;
  const { isStreaming = false, support, asked_about: askedAbout, sessions } = props;
  // Dates and checklists are no quotations.
  const isAnswered = answer !== null || askedAbout === 'next' || hasOpenItems(sessions);
  return (
    <>
      <h2 className={styles.question}>{question}</h2>
      {because && <p className={styles.because}>{because.detail}</p>}
      <div role="status">
        {sessions && <SessionList {...{ sessions, askedAbout }} isBrief />}
        {answer === null
          ? !isAnswered && <p className={styles.nothing}>Nothing in your notes answers this.</p>
          : writer === EXTRACT
            ? quotesOf(answer).map((part, at) => <Quote key={at} part={part} passages={passages} />)
            : answer.map((part, at) => <Sentence key={at} part={part} passages={passages} />)}
        {isStreaming && <p className={styles.because}>Writing…</p>}
      </div>
      {answer === null && passages.length > 0 && (
        <>
          <h3 className={styles.nearest}>Closest passages</h3>
          <HitList hits={passages} label="Closest passages" />
        </>
      )}
      {answer !== null && support && (
        <p className={styles.because}>{SUPPORT[support](passages.length)}</p>
      )}
      {!isStreaming && answer !== null && writer !== EXTRACT && (
        <p className={styles.because}>Written by {writer} from the cited passages.</p>
      )}
    </>
  );
}

const SUPPORT: Record<Support, (passages: number) => string> = {
  strong: () => 'One passage answers this.',
  several: (passages) => `Taken from ${passages} passages, which may contradict each other.`,
  weak: () => 'This may not answer your question: no passage matches it well.',
};

const hasOpenItems = (sessions: Answered['sessions'] = []): boolean =>
  sessions.some(({ open_items: items = [] }) => items.length > 0);

interface PartProps {
  part: AnswerPart;
  passages: readonly Hit[];
}

function Quote({ part, passages }: PartProps) {
  return (
    <figure className={styles.part}>
      <blockquote dir="auto" className={styles.quote}>
        {part.text}
      </blockquote>
      <figcaption>
        <Sources part={part} passages={passages} />
      </figcaption>
    </figure>
  );
}

/** A sentence that a model wrote, with its sources. */
export function Sentence({ part, passages }: PartProps) {
  return (
    <div className={styles.part}>
      <p dir="auto" className={styles.sentence}>
        {part.text}
      </p>
      {part.is_unsupported || part.citations.length === 0 ? (
        <p className={styles.unsupported}>Not found in your notes.</p>
      ) : (
        <Sources part={part} passages={passages} />
      )}
    </div>
  );
}

function Sources({ part, passages }: PartProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const storeRecent = useStoreRecent();
  const cited = new Set(part.citations.map(({ passage }) => passage));
  return (
    <ul role="list" className={styles.sources}>
      {[...cited].flatMap((passage) => {
        const quoted = part.citations.filter((citation) => citation.passage === passage);
        const hit = passages.find((one) => one.passage === passage);
        // The title is only known for passages of the response.
        if (!hit) return [];
        const location = hitLocation(hit);
        return (
          <li key={passage} className={styles.sourceLine}>
            <Link
              to={documentPath(
                { campaign: hit.campaign, document: hit.document, passage, page: hit.page, quoted },
                viewAs,
              )}
              className={styles.source}
              onClick={() => storeRecent(hit)}
            >
              {hit.title}
              {location && <span className={styles.where}> › {location}</span>}
            </Link>
            <HitAudience of={hit} />
          </li>
        );
      })}
    </ul>
  );
}

/** Joins consecutive sentences of one passage. */
function quotesOf(answer: readonly AnswerPart[]): readonly AnswerPart[] {
  const quotes: AnswerPart[] = [];
  for (const part of answer) {
    const last = quotes.at(-1);
    if (last && passageOf(last) !== undefined && passageOf(last) === passageOf(part))
      quotes[quotes.length - 1] = {
        text: `${last.text} ${part.text}`,
        citations: [...last.citations, ...part.citations],
      };
    else quotes.push(part);
  }
  return quotes;
}

const passageOf = ({ citations: [first, ...others] }: AnswerPart): string | undefined =>
  others.every(({ passage }) => passage === first?.passage) ? first?.passage : undefined;
