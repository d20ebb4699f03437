import { useEffect } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import type { PageHead } from './pages';

/**
 * Updates the document head on client-side navigation. The head of the first page is prerendered
 * (see `prerender.tsx`), so elements are updated in place.
 */
export function usePageHead({ path, title, description, indexed }: PageHead): void {
  const { routing } = useShell();
  routing.useTitle(title);
  useEffect(() => {
    const present = [
      set('meta', 'name', 'description', 'content', description),
      set('link', 'rel', 'canonical', 'href', new URL(path, window.location.origin).href),
      ...(indexed ? [] : [set('meta', 'name', 'robots', 'content', 'noindex')]),
    ];
    // Pages of other remotes set no metadata and must not inherit it.
    return () => present.forEach((element) => element.remove());
  }, [path, description, indexed]);
}

function set(tag: string, key: string, name: string, attribute: string, value: string): Element {
  const found = document.head.querySelector(`${tag}[${key}="${name}"]`);
  const element = found ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(key, name);
  element.setAttribute(attribute, value);
  return element;
}
