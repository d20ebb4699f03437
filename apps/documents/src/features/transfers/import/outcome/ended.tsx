import { useQuery } from '@tanstack/react-query';
import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { Notice } from '@tomekeeper/ui/notice';
import { Cluster } from '@tomekeeper/ui/stack';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { importPath, libraryPath, viewerPath } from '../../../documents-api/viewer-path';
import { importKeys, useImportsApi, type Import } from '../imports-api';
import { counted, failureInWords } from '../import-words';
import { lastUndoDay, UndoButton } from './undo-button';
import styles from './outcome.module.css';

/** Linked documents of a finished import. */
const LINKED = 10;

/** A finished import: its documents, and the way to undo it. Also while it is undone, for the question about changed documents. */
export function Done({ opened }: { opened: Import }) {
  const { Link } = useShell().routing;
  const { campaign, documents = [], next } = opened;
  const undoDay = lastUndoDay(opened, new Date());
  const api = useImportsApi();
  // Of a large import, the response has the first page only.
  const { data: count } = useQuery({
    queryKey: [...importKeys.one(opened.id), 'count', opened],
    queryFn: ({ signal }) => api.countDocuments(opened, signal),
    gcTime: 0,
    enabled: next !== undefined,
  });
  const words =
    next !== undefined && count === undefined
      ? `More than ${counted(documents.length, 'document')}`
      : counted(count ?? documents.length, 'document');
  return (
    <section className={styles.ended} aria-labelledby="done-heading">
      <div role="status">
        <h2 id="done-heading">
          {opened.state === 'undoing' ? 'Moving documents to the trash…' : `${words} imported`}
        </h2>
      </div>
      <ul className={styles.documents}>
        {documents.slice(0, LINKED).map(({ id, title }) => (
          <li key={id}>
            <Link className={textLinkClass} to={viewerPath({ campaign, id }, undefined)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {documents.length > LINKED && (
        <p className={styles.hint}>
          and {counted((count ?? documents.length) - LINKED, 'other document')}
        </p>
      )}
      <Cluster>
        <Link className={buttonClass({})} to={libraryPath(campaign, undefined)}>
          Open the library
        </Link>
        <UndoButton imported={opened} />
      </Cluster>
      {undoDay && <p className={styles.hint}>You can undo this import until {undoDay}.</p>}
    </section>
  );
}

/** An import that has added nothing, with the reason, or that was undone. */
export function Ended({ opened: { campaign, state, failure } }: { opened: Import }) {
  const { Link } = useShell().routing;
  const again = (
    <Link className={buttonClass({ variant: 'secondary' })} to={importPath(campaign)}>
      Choose another file
    </Link>
  );
  if (state === 'failed') {
    const { reason, advice } = failureInWords(failure);
    return (
      <Notice tone="error" title={reason} action={again}>
        {advice}
      </Notice>
    );
  }
  return (
    <Notice
      title={state === 'undone' ? 'The import was undone.' : 'The import was canceled.'}
      action={again}
    >
      {state === 'undone'
        ? 'Its documents are in the trash of the library for 30 days.'
        : 'Nothing was added to the campaign.'}
    </Notice>
  );
}
