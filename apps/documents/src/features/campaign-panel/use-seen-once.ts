import { useCallback, useState } from 'react';

/**
 * Whether this share of an element has ever been on the screen.
 * @returns the answer, and the ref for the element
 */
export function useSeenOnce(share: number): [boolean, (element: Element | null) => void] {
  const [seen, setSeen] = useState(false);
  const watch = useCallback(
    (element: Element | null) => {
      if (!element || seen) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
        },
        { threshold: share },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [seen, share],
  );
  return [seen, watch];
}
