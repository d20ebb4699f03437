import { textThenDetail } from '@tomekeeper/api-client';
import type { RemotesState } from '@tomekeeper/contracts-operations';
import { Notice } from '@tomekeeper/ui/notice';
import { Row, Table } from './table';
import type { Heard } from './use-installation';
import { when } from './words';

const COLUMNS = ['Remote', 'Live', 'Since', 'Tried on some', 'Before'];

/** What everybody gets of the front end, what some get, and what a rollback would lead to. */
export function RemotesTable({ data, error }: Heard<RemotesState>) {
  return (
    <>
      {error && <Failed error={error} />}
      {data && (
        <Table label="Remotes" columns={COLUMNS}>
          {data.remotes.map(({ id, version, live_since, canary, previous }) => (
            <Row
              key={id}
              cells={[
                id,
                <code key="live">{version}</code>,
                live_since ? when(live_since) : '–',
                canary ? (
                  <span key="canary">
                    <code>{canary.version}</code> on {canary.percent}%
                  </span>
                ) : (
                  '–'
                ),
                previous ? <code key="before">{previous.version}</code> : '–',
              ]}
            />
          ))}
        </Table>
      )}
    </>
  );
}

function Failed({ error }: { error: Error }) {
  const { message, reason } = textThenDetail(error, 'The remotes can’t be listed.');
  return (
    <Notice tone="error" title={message}>
      {reason} They are asked for again by themselves; <code>npm run ship -- status</code> tells the
      same.
    </Notice>
  );
}
