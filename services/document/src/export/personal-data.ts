import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { campaignRecordsAnswer } from '@tomekeeper/contracts-campaign';
import { messagesAnswer, type MessagesAnswer } from '@tomekeeper/contracts-contact';
import { activityEvent, profileAnswer } from '@tomekeeper/contracts-identity';
import { subscriptionAnswer } from '@tomekeeper/contracts-mailing';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { DomainError } from '@tomekeeper/service-kit';
import { z } from 'zod';

/** The copy holds what they keep in their words, also those that they have learnt since. */
const activity = z.array(activityEvent.extend({ kind: z.string() })).default([]);
const profileRecord = profileAnswer.extend({ activity });
const campaignRecord = campaignRecordsAnswer.shape.campaigns.element.extend({ role: z.string() });
const campaignRecords = campaignRecordsAnswer.extend({ campaigns: z.array(campaignRecord) });
const subscription = subscriptionAnswer.shape.subscription.unwrap().extend({ status: z.string() });
const subscriptionRecord = subscriptionAnswer.extend({ subscription: subscription.nullable() });

export const RECORD_URLS = Symbol('origins of the services that keep something of people');

/** Where the replicas of whoever keeps something of a person are. */
export type RecordUrls = Readonly<
  Record<'identity' | 'campaign' | 'mailing' | 'contact', readonly string[]>
>;

/** What the other services keep of a person. */
export interface PersonalData {
  profile: z.infer<typeof profileRecord>;
  campaigns: z.infer<typeof campaignRecord>[];
  subscription: z.infer<typeof subscription> | null;
  messages: MessagesAnswer['messages'];
}

/** Asks everyone what they keep of a person. All must answer: half a copy would pass for a whole one. */
@Injectable()
export class PersonalDataSource implements OnApplicationShutdown {
  private readonly clients: Record<keyof RecordUrls, InternalClient>;

  constructor(@Inject(RECORD_URLS) urls: RecordUrls, signer: ServiceTokenSigner) {
    const client = (service: keyof RecordUrls) =>
      new InternalClient({ service, origins: urls[service], signer });
    this.clients = {
      identity: client('identity'),
      campaign: client('campaign'),
      mailing: client('mailing'),
      contact: client('contact'),
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
    if (!profile) throw accountGone();
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

const accountGone = () =>
  new DomainError('not-found', 'export.account_gone', 'This account no longer exists.');
