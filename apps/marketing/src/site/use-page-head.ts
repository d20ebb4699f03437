import { useEffect } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import type { PageHead } from './pages';

/**
 * Keeps the document's head true when one page follows another without a new document. The first
 * page's head came with the document (see `prerender.tsx`), so what is there is changed in place.
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
    // Pages of other remotes say nothing here, and must not inherit what this one said.
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
