import { lazy, useState, type ComponentType } from 'react';

/** A page with its code in a chunk of its own. */
export type LazyPage = ComponentType & {
  /** Brings the code; a page that is shown after that is drawn at once. */
  load: () => Promise<unknown>;
};

/**
 * A page whose code comes when it is shown, or before when `load` is called. React's own `lazy` shows its fallback even
 * for code that is there, and then keeps it up for 300 ms.
 */
export function lazyPage(bring: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined;
  const load = async () => (Loaded ??= await bring());
  const Later = lazy(async () => ({ default: await load() }));
  function Page() {
    // The same one for as long as it is shown: its state would be lost with the other.
    const [Content] = useState<ComponentType>(() => Loaded ?? Later);
    return <Content />;
  }
  return Object.assign(Page, { load });
}
