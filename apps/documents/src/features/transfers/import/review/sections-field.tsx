import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import type { ArchiveSection } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { useImportsApi, type ImportSection } from '../imports-api';
import styles from './review.module.css';

interface SectionsFieldProps {
  id: string;
  sections: readonly ImportSection[];
}

/** Characters belong to members, who are not imported. */
type ImportedSection = Exclude<ArchiveSection, 'characters'>;

const isImported = (one: ImportSection): one is ImportSection & { section: ImportedSection } =>
  one.section !== 'characters';

const NAMES: Record<ImportedSection, string> = {
  shared_tags: 'Folders that players see',
  handouts: 'Handouts with separate titles',
  comments: 'Comments',
  player_notes: 'Notes of players',
  sessions: 'Sessions and their boards',
  ledger: 'Ledger, for reading',
};

/** Selects the sections of an archive to import. */
export function SectionsField({ id, sections: given }: SectionsFieldProps) {
  const sections = given.filter(isImported);
  const { toast } = useShell();
  const api = useImportsApi();
  const [skipped, setSkipped] = useState(
    () => new Set(sections.flatMap((one) => (one.is_skipped ? one.section : []))),
  );
  const changing = useMutation({
    scope: { id: `import ${id}` },
    mutationFn: (after: ReadonlySet<ArchiveSection>) =>
      api.revise(id, { items: [], set: {}, skipped_sections: [...after] }),
    onError: (error) => {
      const { message } = detailOrText(error, 'The change was not saved. Please try again.');
      toast({ message, tone: 'error' });
    },
  });
  const toggle = (section: ImportedSection, isChosen: boolean) => {
    const before = skipped;
    const after = new Set(before);
    if (isChosen) after.delete(section);
    else after.add(section);
    setSkipped(after);
    changing.mutate(after, { onError: () => setSkipped(before) });
  };
  if (sections.length === 0) return null;
  return (
    <fieldset className={styles.sections}>
      <legend>Also in this archive</legend>
      {sections.map(({ section, count }) => (
        <Checkbox
          key={section}
          label={`${NAMES[section]} (${count.toLocaleString('en')})`}
          checked={!skipped.has(section)}
          onChange={(event) => toggle(section, event.target.checked)}
        />
      ))}
      <p className={styles.intro}>
        Comments, notes and ledger entries are marked as imported and belong to no account. Members
        are not imported.
      </p>
    </fieldset>
  );
}
