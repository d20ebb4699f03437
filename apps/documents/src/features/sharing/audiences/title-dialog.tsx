import { useState } from 'react';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import type { FormErrorProps } from '@tomekeeper/ui/form-error';

interface TitleDialogProps {
  /** Title for GMs. */
  title: string;
  /** Current public title; undefined before the first reveal. */
  present: string | undefined;
  /** Label of the confirm button: reveal or show. */
  confirm: string;
  busy: string | false;
  /** Validation error of the title from the server. */
  refusal: string | undefined;
  failure: FormErrorProps | undefined;
  onClose: () => void;
  onTitle: (title: string) => void;
}

/** Asks for the public title of a partially revealed document. The field never contains the real title. */
export function TitleDialog(props: TitleDialogProps) {
  const { title, present, confirm, busy, refusal, failure, onClose, onTitle } = props;
  const [typed, setTyped] = useState(present ?? '');
  const name = typed.trim();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Choose the title for players"
      description={`Your players never see the title “${title}”. They get the revealed passages as a handout with a separate title.`}
      confirm={confirm}
      busy={busy}
      disabled={name === ''}
      failure={failure}
      onConfirm={() => onTitle(name)}
      fields={
        <TextField
          label="Title for players"
          description="Say no more than they may know, such as “A letter” or “The old mill”."
          autoComplete="off"
          maxLength={AUDIENCE_LIMITS.publicTitleLength}
          value={typed}
          readOnly={Boolean(busy)}
          error={refusal}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
    />
  );
}
