import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { useSpoilerCheck } from '../spoiler-check/use-spoiler-check';
import { useAudiencesApi } from './audiences-api';
import { TitleDialog } from './title-dialog';

/** Changes the public title of a partially revealed document. Audiences stay unchanged. */
export function PublicTitleDialog({
  document,
  onClose,
}: {
  document: Document;
  onClose: () => void;
}) {
  const { toast } = useShell();
  const api = useAudiencesApi(document.id);
  const list = useListChanges(document.campaign);
  const spoilers = useSpoilerCheck(document.campaign);
  /** Undo from the toast, which outlives the dialog. */
  const takeBack = async (act: string) => {
    try {
      await api.takeBack(act);
      await list.replace(document);
      toast({
        message: `Undone: players call it “${document.public_title ?? ''}” again.`,
        tone: 'success',
      });
    } catch (error) {
      toast({
        message: detailOrText(error, 'Could not undo. Check the title for players.').message,
        tone: 'error',
      });
      list.refreshIfGone(error);
    }
  };
  const saving = useSerialMutation({
    mutationFn: (public_title: string) =>
      api.set({ passages: [], audience: 'party', public_title }),
    onSuccess: async ({ act }, public_title) => {
      await list.replace({ ...document, public_title });
      toast(
        act === null && public_title !== document.public_title
          ? { message: 'Players no longer see any of it, so it has no title for players.' }
          : {
              message: `Players call it “${public_title}” now.`,
              tone: 'success',
              ...(act !== null && { action: { label: 'Undo', run: () => void takeBack(act) } }),
            },
      );
      onClose();
    },
    onError: list.refreshIfGone,
  });
  const failure = saving.error;
  const refusal = failure instanceof ApiError ? failure.field('public_title') : undefined;
  const save = (title: string) =>
    spoilers.before({ audience: 'party', texts: [title] }, () => saving.mutate(title));
  return (
    <>
      <TitleDialog
        title={nameOf(document)}
        present={document.public_title}
        confirm="Save"
        busy={(saving.isPending || spoilers.isPending) && 'Saving…'}
        refusal={refusal}
        failure={
          failure && !refusal
            ? detailOrText(failure, 'Could not change the title. Try again in a moment.')
            : undefined
        }
        onClose={onClose}
        onTitle={(title) => save(title)}
      />
      {spoilers.dialog}
    </>
  );
}
