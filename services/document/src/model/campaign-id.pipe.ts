import { Injectable, type PipeTransform } from '@nestjs/common';
import { id as uuid } from '@tomekeeper/contracts-values';
import { campaignNotFound } from './document.errors';

/** A campaign id in a path; a malformed one is answered like an unknown one. */
@Injectable()
export class CampaignIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const parsed = uuid.safeParse(value);
    if (!parsed.success) throw campaignNotFound();
    return parsed.data.toLowerCase();
  }
}
