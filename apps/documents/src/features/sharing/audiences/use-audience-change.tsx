import { useState, type ReactNode } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import type { AudienceChoice, ChosenPassages } from '@tomekeeper/contracts-document';
import { useShell, type Toast } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { nameOf as titleOf, type Document } from '../../documents-api/documents-api';
import { keptInWords } from '../../documents-api/taken-back';
import type { Checked } from '../spoiler-check/ask-for-spoilers';
import { useSpoilerCheck } from '../spoiler-check/use-spoiler-check';
import { hasHandouts, useHandouts } from '../handouts/use-handouts';
import { useTemporaryShow } from '../show-now/use-temporary-show';
import { useAudiencesApi, type AudiencesApi } from './audiences-api';
import { passagesInWords, playersInWords, type NameOfPlayer } from './audience-text';
import { TitleDialog } from './title-dialog';

/**
 * Requested change: set an audience, or show passages on the players' screens. `words` is the text of a single passage, whose
 * start names it in messages.
 */
export type Wanted =
  | {
      to: 'set';
      passages: ChosenPassages;
      audience: AudienceChoice;
      words?: string | undefined;
      /** Whether the GM chooses the handout of a Spoilers document, instead of adding to its first one. */
      choosesHandout?: boolean | undefined;
    }
  | {
      to: 'show';
      passages: string[];
      words?: string | undefined;
      isHidden: boolean;
      /** Preselects that hidden passages are revealed. */
      startsKept?: boolean | undefined;
    };

type Taken = Awaited<ReturnType<AudiencesApi['takeBack']>>;

interface Outcome {
  /** Number of passages with a changed audience; for a show, the number of shown passages. */
  changed: number;
  undo: (() => Promise<Taken>) | undefined;
}

export interface AudienceChange {
  change: (wanted: Wanted) => void;
  isPending: boolean;
  /** Dialog for the public title, if one is required. */
  dialog: ReactNode;
}

interface Options {
  nameOf: NameOfPlayer;
  /** Called after each change, because displayed data is outdated. */
  onChanged: () => void;
  /** Called after a change that was not undone. */
  onDone?: (wanted: Wanted) => void;
}

/** Changes the audience of passages, with an undo for ten seconds. */
export function useAudienceChange(
  document: Document,
  { nameOf, onChanged, onDone }: Options,
): AudienceChange {
  const { toast } = useShell();
  const api = useAudiencesApi(document.id);
  const spoilers = useSpoilerCheck(document.campaign);
  const temporary = useTemporaryShow(document);
  const [asked, setAsked] = useState<Wanted>();

  const canChoose = asked?.to === 'set' && hasHandouts(document);
  const handouts = useHandouts(document, { enabled: canChoose });

  const send = async (
    wanted: Wanted,
    { title, handout }: { title?: string | undefined; handout?: string | undefined },
  ): Promise<Outcome> => {
    const titled = title === undefined ? {} : { public_title: title };
    // Without a handout, a narrower audience applies to all handouts.
    const of = handout === undefined ? {} : { handout };
    const { passages } = wanted;
    const audience = audienceOf(wanted);
    const { act, changed } = await api.set({ passages, audience, ...titled, ...of });
    const takeActBack = act === null ? undefined : () => api.takeBack(act);
    if (wanted.to === 'set') return { changed, undo: takeActBack };
    try {
      await api.show({ passages: wanted.passages });
    } catch (error) {
      await takeActBack?.();
      throw error;
    }
    return {
      changed: wanted.passages.length,
      async undo() {
        await api.takeShowBack();
        return takeActBack?.();
      },
    };
  };
  const takeBack = async (undo: () => Promise<Taken>) => {
    try {
      const kept = keptInWords(await undo());
      toast({
        message: kept ? `Undone.${kept}` : 'Undone: all passages have their previous audience.',
        tone: 'success',
      });
    } catch (error) {
      toast({
        message: detailOrText(error, 'Could not undo. Check the audience of these passages.')
          .message,
        tone: 'error',
      });
    }
    onChanged();
  };
  const changing = useSerialMutation({
    mutationFn: ({ wanted, ...into }: { wanted: Wanted; title?: string; handout?: string }) =>
      send(wanted, into),
    onSuccess(outcome, { wanted }) {
      setAsked(undefined);
      const { undo } = outcome;
      toast({
        ...outcomeInWords(wanted, outcome, nameOf),
        ...(undo && { action: { label: 'Undo', run: () => void takeBack(undo) } }),
      });
      onChanged();
      onDone?.(wanted);
    },
    onError(error, { wanted, title }) {
      if (title === undefined && isTitleRequired(error)) setAsked(wanted);
      // An open dialog shows the error itself.
      else if (!asked) toast({ message: failureInWords(error, wanted).message, tone: 'error' });
      // The passages may have been deleted or changed by another GM.
      if (error instanceof ApiError && error.status < 500) onChanged();
    },
  });

  /** Runs the spoiler check before passages become visible. */
  const check = (wanted: Wanted, title?: string, handout?: string) =>
    spoilers.before(checkedOf(document.id, wanted, title), () =>
      changing.mutate({
        wanted,
        ...(title !== undefined && { title }),
        ...(handout !== undefined && { handout }),
      }),
    );
  const change = (wanted: Wanted) => {
    if (wanted.to === 'show' && wanted.isHidden) {
      const { passages, words, startsKept } = wanted;
      const what =
        passages.length === 1 && words?.trim()
          ? `“${shortened(words)}”`
          : passagesInWords(passages.length).toLowerCase();
      temporary.ask({ what, passages, startsKept, reveal: () => begin(wanted) });
    } else begin(wanted);
  };
  const begin = (wanted: Wanted) => {
    changing.reset();
    const needsTitle = document.is_spoilers && document.public_title === undefined;
    const choosesHandout = wanted.to === 'set' && wanted.choosesHandout && hasHandouts(document);
    if ((needsTitle || choosesHandout) && audienceOf(wanted) !== 'gm') setAsked(wanted);
    else check(wanted);
  };
  const isPending = changing.isPending || spoilers.isPending;
  const failure = asked && changing.variables?.title !== undefined ? changing.error : null;
  const refusal = failure instanceof ApiError ? failure.field('public_title') : undefined;
  return {
    change,
    isPending,
    dialog: (
      <>
        {asked && (
          <TitleDialog
            title={titleOf(document)}
            present={document.public_title}
            confirm={asked.to === 'show' ? 'Show now' : 'Reveal'}
            busy={isPending && (asked.to === 'show' ? 'Showing…' : 'Revealing…')}
            refusal={refusal}
            failure={failure && !refusal ? failureInWords(failure, asked) : undefined}
            choice={canChoose ? { ...handouts, first: firstChoice(document, asked) } : undefined}
            onClose={() => setAsked(undefined)}
            onTitle={(title, handout) => check(asked, title, handout)}
          />
        )}
        {spoilers.dialog}
        {temporary.dialog}
      </>
    ),
  };
}

/** A GM who asks for a choice wants another handout most often. */
const firstChoice = ({ id, public_title }: Document, wanted: Wanted): string =>
  public_title === undefined || (wanted.to === 'set' && wanted.choosesHandout) ? 'new' : id;

const isTitleRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'document.public_title_required';

const audienceOf = (wanted: Wanted): AudienceChoice =>
  wanted.to === 'show' ? 'party' : wanted.audience;

function checkedOf(
  document: string,
  wanted: Wanted,
  title: string | undefined,
): Checked | undefined {
  const audience = audienceOf(wanted);
  if (audience === 'gm') return undefined;
  return {
    audience,
    texts: title === undefined ? [] : [title],
    revealing: [{ document, passages: wanted.passages }],
  };
}

function failureInWords(error: unknown, wanted: Wanted) {
  if (error instanceof ApiError && error.status === 404)
    return { message: 'Some of these passages no longer exist. Choose again.' };
  return detailOrText(
    error,
    wanted.to === 'show'
      ? 'Could not show the passages. Try again in a moment.'
      : 'Could not change who sees the passages. Try again in a moment.',
  );
}

/** Maximum length of a passage excerpt in messages. */
const MOST_WORDS = 40;

function shortened(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_WORDS) return line;
  const end = line.lastIndexOf(' ', MOST_WORDS);
  return `${line.slice(0, end > 0 ? end : MOST_WORDS)}…`;
}

function outcomeInWords(wanted: Wanted, { changed }: Outcome, nameOf: NameOfPlayer): Toast {
  const all =
    changed === 1 && wanted.words?.trim()
      ? `“${shortened(wanted.words)}”`
      : passagesInWords(changed);
  const are = changed === 1 ? 'is' : 'are';
  if (wanted.to === 'show')
    return { message: `${all} ${are} on the players’ screens.`, tone: 'success' };
  if (changed === 0) return { message: 'Nothing changed: the audience is the same.' };
  const { audience } = wanted;
  if (audience === 'gm')
    return { message: `${all} ${are} hidden from the players.`, tone: 'success' };
  if (audience === 'party')
    return { message: `${all} ${are} revealed to the party.`, tone: 'success' };
  return {
    message: `${all} ${are} for ${playersInWords(audience.players, nameOf)} now.`,
    tone: 'success',
  };
}
