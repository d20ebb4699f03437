import { Injectable, type PipeTransform } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-problem';
import { documentNotFound } from './document.errors';

/** A document id in a path; a malformed one is answered like an unknown one. */
@Injectable()
export class DocumentIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const parsed = id.safeParse(value);
    if (!parsed.success) throw documentNotFound();
    return parsed.data.toLowerCase();
  }
}
