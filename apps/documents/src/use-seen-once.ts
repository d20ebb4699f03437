import { useCallback, useState } from 'react';

/**
 * Whether an element has ever been in the viewport, as extended and limited by the options.
 * @returns the answer, and the ref for the element
 */
export function useSeenOnce({
  threshold,
  rootMargin,
}: {
  /** Share of the element. */
  threshold?: number;
  rootMargin: string;
}): [boolean, (element: Element | null) => void] {
  const [seen, setSeen] = useState(false);
  const watch = useCallback(
    (element: Element | null) => {
      if (!element || seen) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
        },
        { ...(threshold !== undefined && { threshold }), rootMargin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [seen, threshold, rootMargin],
  );
  return [seen, watch];
}
