import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { readMembers } from '@tomekeeper/contracts-campaign';
import { MAX_PEOPLE_PER_LOOKUP, peopleAnswer } from '@tomekeeper/contracts-identity';
import { InternalClient, ServiceTokenSigner, UpstreamUnavailable } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { wordsOf } from '../words/folded';

/** Somebody of a campaign, as its members know them. */
export interface CampaignPerson {
  person: string;
  text: string;
  role: string;
}

/** Names are worth waiting for while somebody types, but not for long; twice, because a read is tried again once. */
const NAMES_TIMEOUT_MS = 600;

/** Who belongs to a campaign and what they are called: every member may see that of all others, and nobody else asks. */
@Injectable()
export class CampaignPeople implements OnApplicationShutdown {
  private readonly campaigns: InternalClient;
  private readonly identity: InternalClient;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'CAMPAIGN_URL' | 'IDENTITY_URL'>,
    signer: ServiceTokenSigner,
  ) {
    const of = (service: string, origins: readonly string[]) =>
      new InternalClient({ service, origins, signer, timeoutMs: NAMES_TIMEOUT_MS });
    this.campaigns = of('campaign', config.CAMPAIGN_URL);
    this.identity = of('identity', config.IDENTITY_URL);
  }

  /** Not before: calls that are being answered still ask. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.campaigns.close(), this.identity.close()]);
  }

  /**
   * People whose names hold these words, the last one perhaps unfinished; nobody while they can not be asked for. Whoever calls it
   * has made sure that the asker is a member.
   */
  async named(campaign: string, words: readonly string[], most: number): Promise<CampaignPerson[]> {
    try {
      const found = await this.all(campaign);
      return found
        .filter(({ text }) => holds(wordsOf(text), words))
        .sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
        .slice(0, most);
    } catch (error) {
      if (error instanceof UpstreamUnavailable) return [];
      throw error;
    }
  }

  private async all(campaign: string): Promise<CampaignPerson[]> {
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, readMembers);
    const members = new Map((answer?.members ?? []).map(({ id, role }) => [id, role]));
    const people: CampaignPerson[] = [];
    const ids = [...members.keys()];
    for (let at = 0; at < ids.length; at += MAX_PEOPLE_PER_LOOKUP) {
      const some = ids.slice(at, at + MAX_PEOPLE_PER_LOOKUP).join(',');
      const named = await this.identity.get(`/internal/people?ids=${some}`, peopleAnswer);
      for (const { id: person, name } of named?.people ?? []) {
        const role = members.get(person.toLowerCase());
        if (role !== undefined && name !== '')
          people.push({ person: person.toLowerCase(), text: name, role });
      }
    }
    return people;
  }
}

const holds = (name: readonly string[], words: readonly string[]): boolean =>
  words.every((word, at) =>
    name.some((one) => (at === words.length - 1 ? one.startsWith(word) : one === word)),
  );
