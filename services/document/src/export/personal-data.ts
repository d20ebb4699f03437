import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { campaignRecordsAnswer } from '@tomekeeper/contracts-campaign';
import { messagesAnswer, type MessagesAnswer } from '@tomekeeper/contracts-contact';
import { activityEvent, profileAnswer } from '@tomekeeper/contracts-identity';
import { subscriptionAnswer } from '@tomekeeper/contracts-mailing';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG, DomainError } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Config } from '../config';

/** The copy holds what they keep in their words, also those that they have learnt since. */
const activity = z.array(activityEvent.extend({ kind: z.string() })).default([]);
const profileRecord = profileAnswer.extend({ activity });
const campaignRecord = campaignRecordsAnswer.shape.campaigns.element.extend({ role: z.string() });
const campaignRecords = campaignRecordsAnswer.extend({ campaigns: z.array(campaignRecord) });
const subscription = subscriptionAnswer.shape.subscription.unwrap().extend({ status: z.string() });
const subscriptionRecord = subscriptionAnswer.extend({ subscription: subscription.nullable() });

/** Where the replicas of the services are that keep something about people. */
type RecordUrls = Pick<Config, 'IDENTITY_URL' | 'CAMPAIGN_URL' | 'MAILING_URL' | 'CONTACT_URL'>;
type RecordService = 'identity' | 'campaign' | 'mailing' | 'contact';

/** What the other services keep of a person. */
export interface PersonalData {
  profile: z.infer<typeof profileRecord>;
  campaigns: z.infer<typeof campaignRecord>[];
  subscription: z.infer<typeof subscription> | null;
  messages: MessagesAnswer['messages'];
}

/** Asks the other services what they keep about a person. All must answer: half a copy would pass for a whole one. */
@Injectable()
export class PersonalDataSource implements OnApplicationShutdown {
  private readonly clients: Record<RecordService, InternalClient>;

  constructor(@Inject(CONFIG) urls: RecordUrls, signer: ServiceTokenSigner) {
    const client = (service: RecordService, origins: readonly string[]) =>
      new InternalClient({ service, origins, signer });
    this.clients = {
      identity: client('identity', urls.IDENTITY_URL),
      campaign: client('campaign', urls.CAMPAIGN_URL),
      mailing: client('mailing', urls.MAILING_URL),
      contact: client('contact', urls.CONTACT_URL),
    };
  }

  /** Not before: calls that are being answered still ask. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.close()));
  }

  /** @throws {UpstreamUnavailable} */
  async of(person: string): Promise<PersonalData> {
    const { identity, campaign, mailing, contact } = this.clients;
    const profile = await identity.get(`/internal/people/${person}/profile`, profileRecord);
    if (!profile) throw accountDeleted();
    // Only an address that is known to be this person's leads to what is kept under it.
    const email = profile.email_verified ? encodeURIComponent(profile.email) : undefined;
    const [campaigns, mailingList, messages] = await Promise.all([
      campaign.get(`/internal/campaign-records?user=${person}`, campaignRecords),
      email && mailing.get(`/internal/subscription?email=${email}`, subscriptionRecord),
      email && contact.get(`/internal/messages?email=${email}`, messagesAnswer),
    ]);
    return {
      profile,
      campaigns: campaigns?.campaigns ?? [],
      subscription: (mailingList || undefined)?.subscription ?? null,
      messages: (messages || undefined)?.messages ?? [],
    };
  }
}

const accountDeleted = () =>
  new DomainError('not-found', 'export.account_gone', 'This account no longer exists.');
