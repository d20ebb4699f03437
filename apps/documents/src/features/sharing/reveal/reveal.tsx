import { aliasesOfReaders } from '@tomekeeper/contracts-document';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell, type Toast } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Audience } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import {
  nameOf,
  seenTitleOf,
  titleOf,
  useDocumentsApi,
  type Document,
} from '../../documents-api/documents-api';
import { keptInWords } from '../../documents-api/taken-back';
import type { Checked } from '../spoiler-check/ask-for-spoilers';
import { useSpoilerCheck } from '../spoiler-check/use-spoiler-check';
import { useConfirmAll } from './confirm-all';
import { renamedTo, useTitleQuestion } from './renamed-meanwhile';
import styles from './reveal.module.css';
import { isGone, useListChanges } from '../../documents-api/use-document-list';

interface Wanted {
  hide: boolean;
  /** Current title, if the document was renamed since it was loaded. */
  original_filename?: string;
  /** New title, which the reveal gives the document. */
  newTitle?: string;
}

interface RevealOptions {
  /** Message about a changed audience. */
  outcomeOf?: (changed: Document) => string;
}

/** Reveals a document to the players or hides it again. */
export function useReveal(document: Document, { outcomeOf = outcomeInWords }: RevealOptions = {}) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const spoilers = useSpoilerCheck(document.campaign);
  const confirmAll = useConfirmAll(document, 'Reveal all of it');
  const question = useTitleQuestion('Reveal');

  const toastOf = (changed: Document): Toast => ({
    message: outcomeOf(changed),
    tone: 'success',
  });

  const change = useSerialMutation({
    // Not optimistic: the badge must never claim an audience that the server has not confirmed.
    mutationFn: ({ hide, newTitle, ...seen }: Wanted) =>
      api.update(document.id, {
        is_spoilers: hide,
        ...(!hide &&
          (newTitle === undefined
            ? seenTitleOf({ ...document, ...seen })
            : { original_filename: newTitle })),
      }),
    onSuccess: async (changed) => {
      await list.replace(changed);
      toast({
        ...toastOf(changed),
        action: { label: 'Undo', run: () => void undo(document, changed) },
      });
    },
    onError(error, { hide }) {
      list.refreshIfOld(error);
      question.askIf(error, (title) => check({ hide, original_filename: title }));
      // The row disappears with the document, so the error needs a toast.
      if (isGone(error)) toast({ message: wordsFor(error, hide).message, tone: 'error' });
    },
  });

  /** Runs the spoiler check before a document becomes visible. */
  const check = (wanted: Wanted) => {
    const { hide, original_filename = document.original_filename, newTitle } = wanted;
    const revealed = { ...document, original_filename: newTitle ?? original_filename };
    spoilers.before(hide ? undefined : revealOf(revealed), () => change.mutate(wanted));
  };

  /** Undoes the change. The row may have been unmounted, so a toast reports the result. */
  const undo = async (before: Document, { is_spoilers, act }: Document) => {
    try {
      const { restored, kept } = await restore(before, act);
      await list.replace(restored);
      const outcome = toastOf(restored);
      toast({ ...outcome, message: `${outcome.message}${kept}` });
    } catch (error) {
      list.refreshIfOld(error);
      toast({ message: wordsFor(error, !is_spoilers).message, tone: 'error' });
    }
  };

  /**
   * Undoes the audience change, which restores the audiences of passages. There is no change to undo if the document already had
   * that audience.
   */
  const restore = async (before: Document, act: string | undefined) => {
    if (act === undefined) {
      const restored = await api.update(before.id, { is_spoilers: before.is_spoilers });
      return { restored, kept: '' };
    }
    return { restored: before, kept: keptInWords(await api.takeBack(before.id, act)) };
  };

  return {
    isPending: change.isPending || spoilers.isPending,
    isSuccess: change.isSuccess,
    /** Label of the button. */
    words: !document.is_spoilers ? 'Hide' : confirmAll.isPart ? 'Reveal all of it' : 'Reveal',
    toggle: () => confirmAll.before(() => check({ hide: !document.is_spoilers })),
    /** Reveals a hidden document under a title, without confirmation. */
    revealAs: (title: string) =>
      check({ hide: false, ...(title !== nameOf(document) && { newTitle: title }) }),
    /** Confirmation and spoiler check dialogs. */
    dialog: (
      <>
        {confirmAll.dialog}
        {spoilers.dialog}
        {question.dialog}
      </>
    ),
    failure: change.error && !isGone(change.error) && renamedTo(change.error) === undefined && (
      <FormError {...wordsFor(change.error, change.variables.hide)} />
    ),
  };
}

/** Content for the spoiler check: the title, the aliases for readers and all passages. */
export const revealOf = (document: Document): Checked => ({
  texts: [nameOf(document), ...aliasesOfReaders(document.aliases)],
  audience: 'party',
  revealing: [{ document: document.id, passages: 'all' }],
});

const outcomeInWords = (document: Document): string =>
  document.is_spoilers
    ? `${titleOf(document)} is hidden from the players.`
    : `${titleOf(document)} is revealed to the players.`;

const wordsFor = (error: unknown, hide: boolean) =>
  detailOrText(error, hide ? 'Could not hide document' : 'Could not reveal document');

interface RevealButtonProps {
  document: Document;
  reveal: Pick<ReturnType<typeof useReveal>, 'isPending' | 'toggle' | 'words'>;
}

/** Button that reveals a document to the table; a second press hides it. */
export function RevealButton({ document, reveal }: RevealButtonProps) {
  const { is_spoilers } = document;
  const { words } = reveal;
  const busy = reveal.isPending && (is_spoilers ? 'Revealing…' : 'Hiding…');
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon name={is_spoilers ? 'eye' : 'eye-off'} />}
      // The label names the document, because the button repeats in every row.
      aria-label={`${busy || words}${words === 'Reveal all of it' ? ':' : ''} ${nameOf(document)}`}
      busy={busy}
      onClick={reveal.toggle}
    >
      {words}
    </Button>
  );
}

interface AudienceOfProps {
  document: Document;
  /** Whether the audience has just changed here. */
  changed: boolean;
}

/** Audience badge, with a subtle transition after a change. */
export function AudienceOf({ document, changed }: AudienceOfProps) {
  const kind = document.is_spoilers ? 'spoilers' : 'public';
  return (
    <span className={classNames(styles.audience, changed && styles.changed)} key={kind}>
      <Audience kind={kind} />
    </span>
  );
}
