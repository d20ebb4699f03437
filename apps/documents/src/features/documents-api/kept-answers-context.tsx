import { createContext, useContext, type ComponentType } from 'react';
import type { KeptAnswers } from '@tomekeeper/api-client';

const KeptAnswersContext = createContext<KeptAnswers | undefined>(undefined);

/** Provides a page with the response cache of its remote. */
export function withKeptAnswers<Props extends object>(
  kept: KeptAnswers,
  Component: ComponentType<Props>,
): ComponentType<Props> {
  return function WithKeptAnswers(props) {
    return (
      <KeptAnswersContext value={kept}>
        <Component {...props} />
      </KeptAnswersContext>
    );
  };
}

export function useKeptAnswers(): KeptAnswers {
  const kept = useContext(KeptAnswersContext);
  if (!kept) throw new Error('useKeptAnswers() needs withKeptAnswers() around its page.');
  return kept;
}
