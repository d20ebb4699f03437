import { PHONE } from '@tomekeeper/ui/media-query';

/** Fake media queries of a phone, which jsdom lacks. @returns the function that removes them */
export function pretendPhone(): () => void {
  Object.assign(window, {
    matchMedia: (query: string) => ({
      matches: query === PHONE,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  return () => void Reflect.deleteProperty(window, 'matchMedia');
}
