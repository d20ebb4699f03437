import { useState } from 'react';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import type { FormErrorProps } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import type { Handouts } from '../handouts/use-handouts';

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
  /** Existing handouts to choose from, if the document has any. */
  choice?: HandoutChoice | undefined;
  onClose: () => void;
  /** @param handout the chosen handout; undefined without a choice */
  onTitle: (title: string, handout: string | undefined) => void;
}

interface HandoutChoice extends Handouts {
  /** Id of the handout that is chosen at first, or `new`. */
  first: string;
}

const NEW = 'new';

/**
 * Asks for the public title of a partially revealed document, and for the handout if there are several to choose from. The
 * field never contains the real title.
 */
export function TitleDialog(props: TitleDialogProps) {
  const { title, present, confirm, busy, refusal, failure, choice, onClose, onTitle } = props;
  const [chosen, setChosen] = useState(choice?.first);
  const [edited, setEdited] = useState<string>();
  const known = choice?.handouts?.find(({ id }) => id === chosen)?.title;
  const typed = edited ?? (choice && chosen === NEW ? '' : (known ?? present ?? ''));
  const name = typed.trim();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Choose the title for players"
      description={`Your players never see the title “${title}”. They get the revealed passages as a handout with a separate title.`}
      confirm={confirm}
      busy={busy}
      // Without the list, the passages could go to another handout than the GM sees.
      disabled={name === '' || (choice !== undefined && !choice.handouts)}
      failure={failure}
      onConfirm={() => onTitle(name, choice && chosen)}
      fields={
        <>
          {choice && chosen !== undefined && (
            <ChooseHandout
              choice={choice}
              chosen={chosen}
              present={present}
              onChoose={(id) => {
                setChosen(id);
                setEdited(undefined);
              }}
            />
          )}
          <TextField
            label="Title for players"
            description="Say no more than they may know, such as “A letter” or “The old mill”."
            autoComplete="off"
            maxLength={AUDIENCE_LIMITS.publicTitleLength}
            value={typed}
            readOnly={Boolean(busy)}
            error={refusal}
            onChange={(event) => setEdited(event.target.value)}
          />
        </>
      }
    />
  );
}

interface ChooseHandoutProps {
  choice: HandoutChoice;
  chosen: string;
  /** Title of the document's own handout, which is not listed while no player sees it. */
  present: string | undefined;
  onChoose: (handout: string) => void;
}

function ChooseHandout({ choice, chosen, present, onChoose }: ChooseHandoutProps) {
  const { handouts, error, retry } = choice;
  if (error) return <LoadFailure message="Unable to load the handouts." onRetry={retry} />;
  if (!handouts) return <Skeleton label="Loading the handouts…" count={1} />;
  const isListed = chosen === NEW || handouts.some(({ id }) => id === chosen);
  return (
    <SelectField
      label="Handout"
      description="For players each handout is a separate document with its own title and readers."
      options={[
        ...(isListed
          ? []
          : [{ value: chosen, label: `Add to ${present ?? 'the earlier handout'}` }]),
        ...handouts.map(({ id, title }) => ({ value: id, label: `Add to ${title}` })),
        { value: NEW, label: 'New handout' },
      ]}
      value={chosen}
      onChange={onChoose}
    />
  );
}
