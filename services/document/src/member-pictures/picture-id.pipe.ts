import { Injectable, type PipeTransform } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-values';
import { pictureNotFound } from './member-picture.errors';

/** Parses a picture's id in a path; a malformed id gets the same response as an unknown one. */
@Injectable()
export class PictureIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const parsed = id.safeParse(value);
    if (!parsed.success) throw pictureNotFound();
    return parsed.data.toLowerCase();
  }
}
