import { Injectable, type PipeTransform } from '@nestjs/common';
import { id as uuid } from '@tomekeeper/contracts-values';
import { documentNotFound } from './document.errors';

/** A document id in a path; a malformed one is answered like an unknown one. */
@Injectable()
export class DocumentIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const parsed = uuid.safeParse(value);
    if (!parsed.success) throw documentNotFound();
    return parsed.data.toLowerCase();
  }
}
