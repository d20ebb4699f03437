import { useId, useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import type { ExportFormat } from '@tomekeeper/contracts-document';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { useStartExport } from './use-exports';
import styles from './export.module.css';

const FORMATS: readonly { value: ExportFormat; name: string; content: string }[] = [
  {
    value: 'archive',
    name: 'Tomekeeper archive',
    content: 'Everything, to keep or to import again',
  },
  {
    value: 'obsidian',
    name: 'Obsidian vault',
    content: 'Markdown files for Obsidian and other editors',
  },
  {
    value: 'foundry',
    name: 'Foundry journals',
    content: 'An adventure with journals for Foundry VTT',
  },
];

/** Name of a format; formats of later service versions have their own name. */
export const formatInWords = (format: string): string =>
  FORMATS.find(({ value }) => value === format)?.name ?? format;

/** Choice of the format. */
export function StartExport({ campaignId, isGm }: { campaignId: string; isGm: boolean }) {
  const name = useId();
  const [format, setFormat] = useState<ExportFormat>('archive');
  const starting = useStartExport(campaignId);
  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault();
        starting.mutate(format);
      }}
    >
      <p>
        {isGm
          ? 'You export everything that you can see. Secrets are included and marked, so do not pass the file to players.'
          : 'You export everything that you can see.'}
      </p>
      <fieldset className={styles.formats}>
        <legend className={styles.legend}>Format</legend>
        {FORMATS.map((one) => (
          <label key={one.value} className={styles.format}>
            <input
              type="radio"
              name={name}
              checked={format === one.value}
              onChange={() => setFormat(one.value)}
            />
            <span>
              <span className={styles.name}>{one.name}</span>
              <span className={styles.content}>{one.content}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FormError
        {...(starting.error &&
          detailOrText(starting.error, 'The export did not start. Please try again.'))}
      />
      <Button type="submit" busy={starting.isPending && 'Starting…'}>
        Start export
      </Button>
    </form>
  );
}
