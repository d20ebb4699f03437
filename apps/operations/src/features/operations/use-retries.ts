import { useQueryClient } from '@tanstack/react-query';
import { ApiError, createApiClient, textThenDetail, type Failure } from '@tomekeeper/api-client';
import { retriedJobs } from '@tomekeeper/contracts-operations';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { OPERATIONS_KEY, pathOf, type ServiceId } from './use-installation';
import { counted } from './words';

export interface Retry {
  press: () => void;
  isPending: boolean;
  failure: Failure | undefined;
}

/** One failed job once more. @param onDone the button is about to go */
export function useRetry(service: ServiceId, queue: string, job: string, onDone: () => void) {
  const { http } = useShell();
  const path = `${pathOf(service, queue)}/failed/${encodeURIComponent(job)}/retry/`;
  return usePress({
    work: async () => {
      await createApiClient(http).post(path);
      return 'Retrying the job.';
    },
    failed: 'Could not retry the job.',
    onDone,
  });
}

/** Retries all failed jobs of a queue. @param onDone called before the button unmounts */
export function useRetryAll(service: ServiceId, queue: string, onDone: () => void) {
  const { http } = useShell();
  return usePress({
    work: async () => {
      const path = `${pathOf(service, queue)}/retry-all/`;
      const { retried } = await createApiClient(http).post(path, { answer: retriedJobs });
      return `Retrying ${counted(retried, 'job')} of ${queue}.`;
    },
    failed: 'Could not retry the jobs.',
    onDone,
  });
}

function usePress(what: {
  work: () => Promise<string>;
  failed: string;
  onDone: () => void;
}): Retry {
  const { toast } = useShell();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSerialMutation({
    // Already retried by another operator: counts as success.
    mutationFn: () =>
      what.work().catch((refusal: unknown) => {
        if (refusal instanceof ApiError && refusal.status === 404) return refusal.message;
        throw refusal;
      }),
    onSuccess: async (message) => {
      toast({ message });
      what.onDone();
      await queries.invalidateQueries({ queryKey: [OPERATIONS_KEY] });
    },
  });
  return {
    press: () => mutate(),
    isPending,
    failure: error ? textThenDetail(error, what.failed) : undefined,
  };
}
