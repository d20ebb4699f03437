import { lazy, useState, type ComponentType } from 'react';

/** Page whose code is a separate chunk. */
export type LazyPage = ComponentType & {
  /** Loads the chunk; afterwards the page renders without a fallback. */
  load: () => Promise<unknown>;
};

/**
 * Page whose chunk loads on first render or when `load` is called. React's `lazy` shows its fallback for at least 300 ms even if
 * the code is already loaded.
 */
export function lazyPage(bring: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined;
  const load = async () => (Loaded ??= await bring());
  const Later = lazy(async () => ({ default: await load() }));
  function Page() {
    // Fixed for the component's lifetime: swapping the component would lose its state.
    const [Content] = useState<ComponentType>(() => Loaded ?? Later);
    return <Content />;
  }
  return Object.assign(Page, { load });
}
