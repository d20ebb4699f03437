import type { PipeTransform, Type } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-values';

/**
 * Pipe for an id in a path, in lower case.
 * @param notFound error for a malformed id: the same as for an unknown one, so that it reveals nothing
 */
export function idPipe(notFound: () => Error): Type<PipeTransform<string, string>> {
  return class implements PipeTransform<string, string> {
    transform(value: string): string {
      const parsed = id.safeParse(value);
      if (!parsed.success) throw notFound();
      return parsed.data.toLowerCase();
    }
  };
}
