import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import {
  nameOf,
  seenTitleOf,
  useDocumentsApi,
  type Document,
} from '../../documents-api/documents-api';
import { isGone, useListChanges } from '../../documents-api/use-document-list';
import { useConfirmAll } from '../reveal/confirm-all';
import { renamedTo, useTitleQuestion } from '../reveal/renamed-meanwhile';
import { revealOf } from '../reveal/reveal';
import { useSpoilerCheck } from '../spoiler-check/use-spoiler-check';
import { useIsShown, useStopShow, useTemporaryShow } from './use-temporary-show';

interface ShowButtonProps {
  document: Document;
  className?: string | undefined;
}

/** Shows a document on the screens of online players. Asks first if the document is hidden. */
export function ShowButton({ document, className }: ShowButtonProps) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const name = nameOf(document);
  const spoilers = useSpoilerCheck(document.campaign);
  const confirmAll = useConfirmAll(document, 'Show all of it now');
  const question = useTitleQuestion('Show now');
  const words = confirmAll.isPart ? 'Show all of it now' : 'Show now';

  const takeBack = async () => {
    try {
      await api.takeShowBack(document.id);
      await list.replace(document);
      toast({
        message: document.is_spoilers
          ? `${name} is off the players’ screens, and hidden again.`
          : `${name} is off the players’ screens.`,
        tone: 'success',
      });
    } catch (error) {
      list.refreshIfGone(error);
      toast({ message: detailOrText(error, 'Could not undo').message, tone: 'error' });
    }
  };
  const showing = useSerialMutation({
    mutationFn: (seen: Document) =>
      api.show(document.id, document.is_spoilers ? seenTitleOf(seen) : {}),
    onSuccess: async (_answer, seen) => {
      await list.replace({ ...seen, is_spoilers: false });
      toast({
        message: document.is_spoilers
          ? `${name} is revealed, and on the players’ screens.`
          : `${name} is on the players’ screens.`,
        tone: 'success',
        action: { label: 'Undo', run: () => void takeBack() },
      });
    },
    onError(error) {
      list.refreshIfOld(error);
      question.askIf(error, (title) => check({ ...document, original_filename: title }));
      if (renamedTo(error) !== undefined) return;
      toast({
        message: isGone(error)
          ? 'This document is no longer here.'
          : detailOrText(error, 'Could not show document').message,
        tone: 'error',
      });
    },
  });
  const check = (seen: Document) =>
    spoilers.before(document.is_spoilers ? revealOf(seen) : undefined, () => showing.mutate(seen));
  const temporary = useTemporaryShow(document);
  const isShown = useIsShown(document);
  const stop = useStopShow(document);
  const reveal = () => confirmAll.before(() => check(document));
  const isPending = showing.isPending || spoilers.isPending;
  if (isShown)
    return (
      <Button
        variant="quiet"
        size="small"
        className={className}
        aria-label={`Stop showing: ${name}`}
        busy={stop.isPending && 'Stopping…'}
        onClick={stop.run}
      >
        Stop showing
      </Button>
    );
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={className}
        aria-label={`${isPending ? 'Showing…' : `${words}:`} ${name}`}
        busy={isPending && 'Showing…'}
        onClick={() =>
          document.is_spoilers ? temporary.ask({ what: `“${name}”`, reveal }) : reveal()
        }
      >
        {words}
      </Button>
      {temporary.dialog}
      {confirmAll.dialog}
      {spoilers.dialog}
      {question.dialog}
    </>
  );
}
