import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { FormError } from '@tomekeeper/ui/form-error';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { useSharedTags, useShareTag } from './use-shared-tags';

interface SharedFolderProps {
  campaignId: string;
  /** Path of the open folder. */
  path: string;
}

/** Whether players see the open folder, for GMs to change. */
export function SharedFolder({ campaignId, path }: SharedFolderProps) {
  const { announce } = useShell();
  const { isShared, isLoaded } = useSharedTags(campaignId, true);
  const sharing = useShareTag(campaignId);
  const name = path.split('/').at(-1) ?? path;
  const spoilers = useSpoilerCheck(campaignId, { cancelLabel: 'Do not share it' });
  const isChecked = sharing.isPending ? sharing.variables.is_shared : isShared(path);
  const change = (is_shared: boolean) =>
    sharing.mutate(
      { tag: path, is_shared },
      {
        onSuccess: () =>
          announce(is_shared ? `Players see the folder ${name}.` : `${name} is for GMs only.`),
      },
    );
  return (
    <div>
      <Checkbox
        label="Players see this folder"
        description={`With the Public documents in it. Folders around “${name}” stay hidden unless you share them too.`}
        checked={isChecked}
        disabled={!isLoaded || spoilers.isPending}
        onChange={({ target: { checked } }) =>
          spoilers.before(checked ? { texts: [name], audience: 'party' } : undefined, () =>
            change(checked),
          )
        }
      />
      {spoilers.dialog}
      {sharing.error && (
        <FormError {...detailOrText(sharing.error, 'Failed to change the folder')} />
      )}
    </div>
  );
}
