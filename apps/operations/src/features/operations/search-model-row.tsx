import type { SearchModelState } from '@tomekeeper/contracts-operations';
import styles from './operations-page.module.css';
import { Running } from './running';
import { Attention, Row } from './table';
import type { Heard } from './use-installation';
import { counted, troubleOf } from './words';

/** The process that makes vectors of texts; the search service alone may ask it. */
export function SearchModelRow({ data, error }: Heard<SearchModelState>) {
  const process = error ? null : data?.process;
  return (
    <Row
      cells={[
        'search-model',
        error ? 'Unknown: search reports no state.' : data && <State {...data} />,
        process ? <code>{process.version}</code> : '–',
        process ? <Running {...process} /> : '–',
        '–',
      ]}
    />
  );
}

function State(state: SearchModelState) {
  if (!state.is_used) return 'Not used here';
  const trouble = troubleOf(state);
  if (trouble !== null)
    return (
      <>
        <Attention>{trouble}</Attention>
        <span className={styles.next}>
          Semantic search is off; keyword search works. The check is repeated automatically. If the
          problem persists, see on-call/search-model.md.
        </span>
      </>
    );
  const waiting = state.process?.waiting_texts ?? 0;
  if (waiting === 0) return 'Answers';
  return `Answers, ${counted(waiting, 'text')} ${waiting === 1 ? 'waits' : 'wait'}`;
}
