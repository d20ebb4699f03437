import { textThenDetail } from '@tomekeeper/api-client';
import type { FailedJob, QueueState } from '@tomekeeper/contracts-operations';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { useRef } from 'react';
import { useFailedJobs, type Installation, type ServiceId } from './use-installation';
import { useRetry, useRetryAll, type Retry } from './use-retries';
import { counted, when } from './words';
import styles from './operations-page.module.css';

/** Jobs that have no automatic retries left, with a retry button. */
export function FailedJobs({ services }: Pick<Installation, 'services'>) {
  const place = useRef<HTMLDivElement>(null);
  // A job that is tried again takes its button with it: the keyboard stays near.
  const onDone = () => place.current?.focus();
  const failing = services.flatMap(({ id, data }) =>
    (data?.queues ?? [])
      .filter(({ failed }) => failed > 0)
      .map((queue) => ({ service: id, queue })),
  );
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {failing.length === 0 && <EmptyState title="No job has failed." />}
      {failing.map(({ service, queue }) => (
        <FailedOfQueue key={queue.name} service={service} queue={queue} onDone={onDone} />
      ))}
    </div>
  );
}

interface OfQueue {
  service: ServiceId;
  queue: QueueState;
  onDone: () => void;
}

function FailedOfQueue({ service, queue, onDone }: OfQueue) {
  const { data, error, refetch } = useFailedJobs(service, queue.name);
  const all = useRetryAll(service, queue.name, onDone);
  const total = data?.total ?? queue.failed;
  return (
    <section aria-label={`Failed jobs of ${queue.name}`}>
      <div className={styles.top}>
        <h3>{queue.name}</h3>
        <span className={styles.count}>{counted(total, 'failed job')}</span>
        <RetryButton retry={all} words="Try all again" of={`of ${queue.name}`} />
      </div>
      {all.failure && <FormError {...all.failure} />}
      {error && !data && (
        <LoadFailure
          {...textThenDetail(error, 'The failed jobs can’t be listed.')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton label="Loading failed jobs…" />}
      <ul role="list" className={styles.jobs}>
        {data?.jobs.map((job) => (
          <Job key={job.id} service={service} queue={queue.name} job={job} onDone={onDone} />
        ))}
      </ul>
      {data && data.total > data.jobs.length && (
        <p className={styles.count}>The newest {data.jobs.length} are shown.</p>
      )}
    </section>
  );
}

function Job({
  service,
  queue,
  job,
  onDone,
}: Omit<OfQueue, 'queue'> & { queue: string; job: FailedJob }) {
  const retry = useRetry(service, queue, job.id, onDone);
  return (
    <li className={styles.job}>
      <div>
        <p className={styles.reason}>{job.reason}</p>
        <p className={styles.count}>
          {job.name}, {when(job.failed_at)}, after{' '}
          {job.attempts === 1 ? '1 try' : `${job.attempts} tries`}. <code>{job.id}</code>
        </p>
        {retry.failure && <FormError {...retry.failure} />}
      </div>
      <RetryButton retry={retry} words="Try again" of={job.id} />
    </li>
  );
}

function RetryButton({ retry, words, of }: { retry: Retry; words: string; of: string }) {
  return (
    <Button
      variant="secondary"
      size="small"
      busy={retry.isPending && 'Trying…'}
      onClick={retry.press}
    >
      {words} <VisuallyHidden>{of}</VisuallyHidden>
    </Button>
  );
}
