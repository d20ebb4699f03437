import { Injectable, type PipeTransform } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-values';
import { commentNotFound } from './comment.errors';

/** Parses a comment's id in a path; a malformed id gets the same response as an unknown one. */
@Injectable()
export class CommentIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const parsed = id.safeParse(value);
    if (!parsed.success) throw commentNotFound();
    return parsed.data.toLowerCase();
  }
}
