import type { Ref } from 'react';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { titleOf } from '../documents-api/documents-api';
import type { Passage } from '../documents-api/passages-api';
import type { NameOfPlayer } from '../sharing/audiences/audience-text';
import { MarkedProvider, PrintedMark } from './printed-mark';
import type { LoadedText } from './read-texts';
import type { Loaded } from './use-print-copy';
import styles from './print.module.css';

interface PrintedCopyProps {
  ref: Ref<HTMLDivElement>;
  title: string;
  printed: Loaded;
  hasContents: boolean;
  breaksPages: boolean;
  /** Of a copy for GMs. */
  nameOf: NameOfPlayer | undefined;
}

/** The documents on paper; invisible on screen. */
export function PrintedCopy(props: PrintedCopyProps) {
  const { ref, title, hasContents, breaksPages, nameOf } = props;
  const { texts, PrintedDocument } = props.printed;
  return (
    <div ref={ref} className={styles.paper} data-breaks={breaksPages || undefined}>
      <p dir="auto" className={styles.campaign}>
        {title}
      </p>
      {nameOf && (
        <p>
          <AudienceMark kind="gm" words="For game masters: contains secrets" />
        </p>
      )}
      {hasContents && <Contents texts={texts} />}
      {texts.map(({ document, api, passages }) => (
        <article key={document.id} id={anchorOf(document)} className={styles.document}>
          <h1 dir="auto">{titleOf(document)}</h1>
          <MarkedProvider value={nameOf && { document, nameOf }}>
            <PrintedDocument
              {...{ api, passages, anchorOf }}
              campaign={document.campaign}
              Mark={nameOf && PrintedMark}
            />
          </MarkedProvider>
        </article>
      ))}
    </div>
  );
}

const anchorOf = ({ id }: { id: string }): string => `print-${id}`;

/** Levels of headings in the table of contents. */
const MOST_LEVEL = 2;
const isListed = ({ kind, level = 1, text }: Passage, title: string): boolean =>
  kind === 'heading' && level <= MOST_LEVEL && text.trim() !== '' && text !== title;

function Contents({ texts }: { texts: readonly LoadedText[] }) {
  const to = (one: { id: string }) => `#${anchorOf(one)}`;
  return (
    <section className={styles.contents}>
      <h1>Contents</h1>
      <ul role="list">
        {texts.map(({ document, passages }) => (
          <li key={document.id}>
            <a dir="auto" href={to(document)}>
              {titleOf(document)}
            </a>
            <ul role="list">
              {passages
                .filter((one) => isListed(one, titleOf(document)))
                .map((passage) => (
                  <li key={passage.id} data-level={passage.level}>
                    <a dir="auto" href={to(passage)}>
                      {passage.text}
                    </a>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
