import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { textThenDetail, type Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { moment, Row, RowList } from './row-list';
import { Loaded } from './loaded';
import { endSession, fetchSessions } from './security-api';

const KEY = ['sessions'];

/** Where the person is signed in, each with a way to end it. */
export function SessionList() {
  const { http, toast } = useShell();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => fetchSessions(http) });
  const [failure, setFailure] = useState<Failure>();

  async function end(id: string) {
    setFailure(undefined);
    try {
      await endSession(http, id);
      toast({ message: 'That session is ended.', tone: 'success' });
      await queries.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      setFailure(textThenDetail(error, 'The session could not be ended. Please try again.'));
    }
  }

  return (
    <Loaded query={query} loading="Loading your sessions…" failed="Unable to load your sessions.">
      {(sessions) => (
        <Stack gap={3}>
          <RowList label="Sessions">
            {sessions.map(({ id, client, since, last_used_at, current }) => (
              <Row
                key={id}
                title={client || 'An unknown browser'}
                note={
                  current
                    ? `This one, since ${moment(since)}`
                    : `Since ${moment(since)}, last used ${moment(last_used_at)}`
                }
                {...(!current && { action: 'End', onAction: () => end(id) })}
              />
            ))}
          </RowList>
          <FormError {...failure} />
        </Stack>
      )}
    </Loaded>
  );
}
