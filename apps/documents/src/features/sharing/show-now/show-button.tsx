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

/** Shows a document on the screens of online players, or stops showing it. Asks first if the document is hidden. */
export function useShowNow(document: Document) {
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
  const show = (startsKept: boolean) => {
    if (document.is_spoilers) temporary.ask({ what: `“${name}”`, startsKept, reveal });
    else reveal();
  };
  const isPending = showing.isPending || spoilers.isPending;
  return {
    /** Label of the button. */
    words: isShown ? 'Stop showing' : words,
    busy: isShown ? stop.isPending && 'Stopping…' : isPending && 'Showing…',
    isShown,
    run: () => {
      if (isShown) stop.run();
      else show(false);
    },
    /** Shows the document; a hidden one after a question, which preselects whether the document is revealed. */
    show,
    /** Confirmation and spoiler check dialogs. */
    dialog: (
      <>
        {temporary.dialog}
        {confirmAll.dialog}
        {spoilers.dialog}
        {question.dialog}
      </>
    ),
  };
}

interface ShowButtonProps {
  document: Document;
  showing: Pick<ReturnType<typeof useShowNow>, 'words' | 'busy' | 'isShown' | 'run'>;
  className?: string | undefined;
  tabIndex?: number | undefined;
}

/** Button of `useShowNow`. */
export function ShowButton({ document, showing, className, tabIndex }: ShowButtonProps) {
  const { words, busy, isShown, run } = showing;
  return (
    <Button
      variant="quiet"
      size="small"
      className={className}
      tabIndex={tabIndex}
      // The label names the document, because the button repeats in every row.
      aria-label={`${busy && !isShown ? busy : `${words}:`} ${nameOf(document)}`}
      busy={busy}
      onClick={run}
    >
      {words}
    </Button>
  );
}
