import { lazy, useState, type ComponentType } from 'react';

/** Page, or large part of a page, whose code is a separate chunk. */
export type LazyPage<Props extends object = object> = ComponentType<Props> & {
  /** Loads the chunk; afterwards the page renders without a fallback. */
  load: () => Promise<unknown>;
};

/**
 * Page whose chunk loads on first render or when `load` is called. React's `lazy` shows its fallback for at least 300 ms even if
 * the code is already loaded.
 */
export function lazyPage<Props extends object = object>(
  bring: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const load = async () => (Loaded ??= await bring());
  const Later: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Page(props: Props) {
    // Fixed for the component's lifetime: swapping the component would lose its state.
    const [Content] = useState<ComponentType<Props>>(() => Loaded ?? Later);
    return <Content {...props} />;
  }
  return Object.assign(Page, { load });
}
