import { useState, type ReactNode } from 'react';
import { ApiError } from '@tomekeeper/api-client';
import { TITLE_CODES } from '@tomekeeper/contracts-document';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';

/** What a document is called by now, where somebody else has renamed it since it was read here. */
export const renamedTo = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === TITLE_CODES.renamed
    ? error.field('title')
    : undefined;

interface Asked {
  title: string;
  goOn: () => void;
}

export interface TitleQuestion {
  /** Asks where players would read a title that the GM has not seen; does nothing about any other failure. */
  askIf: (error: unknown, goOn: (title: string) => void) => void;
  /** To be placed on the page. */
  dialog: ReactNode;
}

/** Before players read a title that a document got while it was hidden, and that whoever shows it has not seen. */
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
