import { useRef, useState, type ChangeEvent } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { PICTURES, PictureProblem } from '../campaigns-api/picture-file';
import { Portrait } from './portrait';
import { preparePicture, type PreparedPicture } from './prepare-picture';
import { useKeepCharacter, type Character } from './use-keep-character';
import styles from './party.module.css';

interface OwnCharacterProps {
  campaignId: string;
  myId: string;
  myName: string;
  character: Character | undefined;
  picture: { id: string; url?: string | undefined } | undefined;
}

/** Values of the dialog. */
interface Draft {
  name: string;
  line: string;
  /** A new picture, null for none, undefined for the stored one. */
  picture: PreparedPicture | null | undefined;
}

/** Button with the dialog in which a member writes their own character. */
export function OwnCharacter({ campaignId, myId, myName, character, picture }: OwnCharacterProps) {
  const { announce } = useShell();
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<{ name?: string; picture?: string }>({});
  const keeping = useKeepCharacter(campaignId, myId, () => {
    setDraft(undefined);
    announce('Your character is up to date.');
  });
  const edit = (change: Partial<Draft>) => {
    setDraft((present) => present && { ...present, ...change });
    setProblem({});
    if (!keeping.isPending) keeping.reset();
  };
  const open = () => {
    keeping.reset();
    setProblem({});
    setDraft({ name: character?.name ?? '', line: character?.line ?? '', picture: undefined });
  };
  const keep = () => {
    if (!draft) return;
    const [name, line] = [draft.name.trim(), draft.line.trim()];
    const hasPicture = draft.picture === undefined ? picture !== undefined : draft.picture !== null;
    if (!name && (line || hasPicture || !character)) {
      setProblem({ name: 'Enter the name of your character.' });
      return;
    }
    const removed = draft.picture === null && picture ? { removed: picture.id } : undefined;
    keeping.mutate({
      character: name ? { name, ...(line && { line }) } : undefined,
      picture: draft.picture ?? removed,
    });
  };

  return (
    <>
      <Button variant="secondary" size="small" className={styles.edit} onClick={open}>
        {character ? 'Edit your character' : 'Write your character'}
      </Button>
      <ConfirmDialog
        open={draft !== undefined}
        onClose={() => setDraft(undefined)}
        busy={keeping.isPending && 'Saving…'}
        title="Your character"
        description="All members of this campaign see it."
        confirm="Save"
        onConfirm={keep}
        failure={
          keeping.error
            ? textThenDetail(keeping.error, 'Could not save your character.')
            : undefined
        }
        fields={
          draft && (
            <Stack gap={4}>
              <PictureChooser
                name={draft.name || myName}
                url={draft.picture === undefined ? picture?.url : draft.picture?.preview}
                problem={problem.picture}
                onChosen={(chosen) => edit({ picture: chosen })}
                onProblem={(message) => setProblem({ picture: message })}
              />
              <TextField
                label="Name"
                value={draft.name}
                maxLength={CAMPAIGN_LIMITS.characterName}
                autoComplete="off"
                error={problem.name}
                data-first-focus=""
                readOnly={keeping.isPending}
                onChange={({ target }) => edit({ name: target.value })}
              />
              <TextField
                label="In one line"
                description="For example: a ranger from the north who speaks to owls."
                optional
                value={draft.line}
                maxLength={CAMPAIGN_LIMITS.characterLine}
                autoComplete="off"
                readOnly={keeping.isPending}
                onChange={({ target }) => edit({ line: target.value })}
              />
              {character && (
                <div>
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => edit({ name: '', line: '', picture: null })}
                  >
                    Clear all fields
                  </Button>
                </div>
              )}
            </Stack>
          )
        }
      />
    </>
  );
}

interface PictureChooserProps {
  name: string;
  url: string | undefined;
  problem: string | undefined;
  /** Null for no picture. */
  onChosen: (picture: PreparedPicture | null) => void;
  onProblem: (message: string) => void;
}

function PictureChooser({ name, url, problem, onChosen, onProblem }: PictureChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Allows choosing the same file again.
    event.target.value = '';
    if (!file) return;
    try {
      onChosen(await preparePicture(file));
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error;
      onProblem(error.message);
    }
  };
  return (
    <div className={styles.chooser}>
      <Portrait name={name} url={url} large />
      <div className={styles.acts}>
        <input
          ref={input}
          type="file"
          accept={PICTURES.join()}
          aria-label="Picture of your character"
          hidden
          onChange={(event) => void choose(event)}
        />
        <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
          {url ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {url && (
          <Button variant="quiet" size="small" onClick={() => onChosen(null)}>
            Use initials
          </Button>
        )}
        {problem && <FormError message={problem} />}
      </div>
    </div>
  );
}
