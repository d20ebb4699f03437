import { useState, type ReactNode } from 'react';
import { ApiError } from '@tomekeeper/api-client';
import { TITLE_CODES } from '@tomekeeper/contracts-document';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';

/** Current title from an error that reports a rename since the document was loaded. */
export const renamedTo = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === TITLE_CODES.renamed
    ? error.field('title')
    : undefined;

interface Asked {
  title: string;
  goOn: () => void;
}

export interface TitleQuestion {
  /** Asks for confirmation if the error reports a rename; ignores other errors. */
  askIf: (error: unknown, goOn: (title: string) => void) => void;
  /** Render this on the page. */
  dialog: ReactNode;
}

/** Confirmation before players see a title that changed since the GM loaded the document. */
export function useTitleQuestion(confirm: string): TitleQuestion {
  const [asked, setAsked] = useState<Asked>();
  return {
    askIf(error, goOn) {
      const title = renamedTo(error);
      if (title !== undefined) setAsked({ title, goOn: () => goOn(title) });
    },
    dialog: asked && (
      <ConfirmDialog
        open
        onClose={() => setAsked(undefined)}
        title="Show it under its new title?"
        description={`It was renamed meanwhile. Your players are going to read “${asked.title}”.`}
        confirm={confirm}
        onConfirm={() => {
          setAsked(undefined);
          asked.goOn();
        }}
      />
    ),
  };
}
