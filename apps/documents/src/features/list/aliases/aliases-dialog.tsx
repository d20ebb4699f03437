import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { aliasesOfReaders, DOCUMENT_LIMITS, type Alias } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { titleOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import styles from './aliases.module.css';

const AUDIENCES: readonly { value: Alias['audience']; label: string }[] = [
  { value: 'gm', label: 'Game masters' },
  { value: 'readers', label: 'All readers' },
];

/** Edits the aliases of a document and who sees them. */
export function AliasesDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const [aliases, setAliases] = useState<readonly Alias[]>(document.aliases ?? []);
  const saving = useSerialMutation({
    mutationFn: () =>
      api.update(document.id, { aliases: aliases.filter(({ name }) => name.trim() !== '') }),
    onSuccess: async (changed) => {
      await list.replace(changed);
      toast({ message: `The aliases of ${titleOf(changed)} are saved.`, tone: 'success' });
      onClose();
    },
    onError: list.refreshIfGone,
  });
  const spoilers = useSpoilerCheck(document.campaign);
  const save = () => {
    const known = aliasesOfReaders(document.aliases);
    const added = aliasesOfReaders(aliases).filter((name) => !known.includes(name));
    const isRead = !document.is_spoilers && added.length > 0;
    spoilers.before(isRead ? { texts: added, audience: 'party' } : undefined, saving.mutate);
  };
  const put = (at: number, change: Partial<Alias>) =>
    setAliases(aliases.map((one, nth) => (nth === at ? { ...one, ...change } : one)));
  const isTooLong = aliases.some(({ name }) => name.trim().length > DOCUMENT_LIMITS.aliasLength);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Aliases of ${titleOf(document)}`}
      description="Other names. Readers are all who can open the whole document; readers of handouts see no aliases."
      confirm="Save"
      busy={(saving.isPending && 'Saving…') || (spoilers.isPending && 'Checking…')}
      disabled={isTooLong}
      failure={
        saving.error
          ? detailOrText(saving.error, 'Could not save the aliases. Try again in a moment.')
          : undefined
      }
      onConfirm={save}
      fields={
        <Stack gap={4}>
          {aliases.map(({ name, audience }, at) => (
            // Rows have no identity but their place.
            <div key={at} className={styles.alias}>
              <TextField
                label={`Alias ${at + 1}`}
                autoComplete="off"
                value={name}
                error={
                  name.trim().length > DOCUMENT_LIMITS.aliasLength
                    ? `An alias has at most ${DOCUMENT_LIMITS.aliasLength} characters.`
                    : undefined
                }
                onChange={({ target }) => put(at, { name: target.value })}
              />
              <SelectField
                label={`Alias ${at + 1} is seen by`}
                options={AUDIENCES}
                value={audience}
                onChange={(next) => put(at, { audience: next })}
              />
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove alias ${at + 1}`}
                onClick={() => setAliases(aliases.filter((_, nth) => nth !== at))}
              >
                Remove
              </Button>
            </div>
          ))}
          {aliases.length < DOCUMENT_LIMITS.aliases && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => setAliases([...aliases, { name: '', audience: 'gm' }])}
            >
              Add an alias
            </Button>
          )}
        </Stack>
      }
    >
      {spoilers.dialog}
    </ConfirmDialog>
  );
}
