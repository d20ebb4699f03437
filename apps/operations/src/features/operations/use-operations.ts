import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { z } from 'zod';

/** To the screens an id is a name to hand back, whatever it looks like. */
const row = z.object({ id: z.string(), title: z.string() });
export type OperationsRow = z.infer<typeof row>;

/** What the signed-in person has here, as their service lists it. */
export function useOperations() {
  const { http } = useShell();
  return useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) =>
      createApiClient(http).get('/api/operations/', { answer: z.array(row), signal }),
  });
}
