import { Injectable, type PipeTransform } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-problem';
import { campaignNotFound } from './campaign.errors';

/** A campaign id in a path; a malformed one is answered like an unknown one. */
@Injectable()
export class CampaignIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const parsed = id.safeParse(value);
    if (!parsed.success) throw campaignNotFound();
    return parsed.data.toLowerCase();
  }
}
