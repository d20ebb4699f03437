import { useQuery } from '@tanstack/react-query';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { exportFormat } from '@tomekeeper/contracts-document';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { fileSize } from '@tomekeeper/ui/file-input';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { Progress } from '@tomekeeper/ui/progress';
import { save } from '../../documents-api/page/save';
import { exportKeys, useExportsApi, type Export } from './exports-api';
import { formatInWords } from './start-export';
import { isWriting, useStartExport } from './use-exports';
import styles from './export.module.css';

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface ExportRowProps {
  campaignId: string;
  exported: Export;
}

/** An export: its progress, its files, or the reason why there are none. */
export function ExportRow({ campaignId, exported }: ExportRowProps) {
  const { format, state, created_at, available_until } = exported;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{formatInWords(format)}</p>
        <p className={styles.content}>
          Started {MOMENT.format(new Date(created_at))}
          {state === 'ready' &&
            available_until &&
            `, available until ${MOMENT.format(new Date(available_until))}`}
        </p>
      </div>
      {isWriting(exported) ? (
        <Progress
          label={state === 'waiting' ? 'Waiting for other exports' : 'Writing the files'}
          {...(state !== 'waiting' && { percent: exported.progress * 100 })}
        />
      ) : state === 'ready' ? (
        <Files {...{ campaignId, exported }} />
      ) : (
        <Again
          {...{ campaignId, exported }}
          words="The export failed because of an error on our side. Export again."
        />
      )}
    </li>
  );
}

const OUTDATED = 'document.export_outdated';

/** Content was hidden or deleted since, so that the server has deleted the files. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === OUTDATED || error.status === 410);

function Files({ campaignId, exported: { id, ...rest } }: ExportRowProps) {
  const api = useExportsApi(campaignId);
  const { data, error, refetch } = useQuery({
    queryKey: exportKeys.one(campaignId, id),
    queryFn: ({ signal }) => api.get(id, signal),
    gcTime: 0,
    // After the response that it is outdated, the server knows the export no longer.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const downloading = useSerialMutation({
    // URLs are valid for a minute.
    mutationFn: async (name: string) => {
      const file = (await api.get(id)).files?.find((one) => one.name === name);
      if (!file) throw new Error('The export has no such file.');
      return file.url;
    },
    onSuccess: save,
  });
  const failure = downloading.error ?? error;

  if (isOutdated(failure))
    return (
      <Again
        {...{ campaignId }}
        exported={{ id, ...rest }}
        words="Something in this export was hidden or deleted since. Export again."
      />
    );
  if (failure)
    return (
      <LoadFailure
        {...detailOrText(failure, 'Unable to download the export.')}
        onRetry={() => {
          downloading.reset();
          void refetch();
        }}
      />
    );
  return (
    <div className={styles.files}>
      {data?.files?.map(({ name, size }) => (
        <Button
          key={name}
          variant="secondary"
          size="small"
          icon={<Drawing shape={iconShapes.download} />}
          busy={downloading.isPending && downloading.variables === name && 'Starting…'}
          onClick={() => downloading.mutate(name)}
        >
          Download {name} ({fileSize(size)})
        </Button>
      ))}
    </div>
  );
}

function Again({ campaignId, exported, words }: ExportRowProps & { words: string }) {
  const starting = useStartExport(campaignId);
  const format = exportFormat.safeParse(exported.format).data;
  return (
    <Notice
      tone="error"
      title={words}
      action={
        format && (
          <Button
            variant="secondary"
            size="small"
            busy={starting.isPending && 'Starting…'}
            onClick={() => starting.mutate(format)}
          >
            Export again
          </Button>
        )
      }
    >
      {starting.error && detailOrText(starting.error, 'The export did not start.').message}
    </Notice>
  );
}
