import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  openedDocumentsAnswer,
  ownedDocumentsAnswer,
  writtenCommentsAnswer,
  type OpenedDocumentsAnswer,
  type OwnedDocumentsAnswer,
  type OwnedTextQuery,
  type WrittenCommentsAnswer,
} from '@tomekeeper/contracts-document';
import type { ProfileRecord } from '@tomekeeper/contracts-identity';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG, DomainError } from '@tomekeeper/service-kit';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Config } from '../config';
import { UserDirectory } from '../directory/directory.controller';

/**
 * Each service defines its records. They are passed through unchanged, including unknown fields of newer
 * versions.
 */
const campaignRecord = z.looseObject({ id: z.uuid(), title: z.string(), role: z.string() });
const campaignRecords = z.object({ campaigns: z.array(campaignRecord) });
const subscriptionRecord = z.object({ subscription: z.looseObject({}).nullable() });
const messageRecords = z.object({ messages: z.array(z.looseObject({})) });

/** URLs of the services that store personal data. */
type RecordUrls = Pick<Config, 'CAMPAIGN_URL' | 'DOCUMENT_URL' | 'MAILING_URL' | 'CONTACT_URL'>;

/** A user's personal data, except files. */
export interface AccountRecords {
  profile: ProfileRecord;
  campaigns: z.infer<typeof campaignRecord>[];
  subscription: object | null;
  messages: object[];
  /** Documents of campaigns in which they play. */
  opened: OpenedDocumentsAnswer['opened'];
  comments: WrittenCommentsAnswer['comments'];
  /** When the news of sessions were last read. */
  sessionsRead: OpenedDocumentsAnswer['sessions_read'];
  /** Choices of mails about news. */
  newsMails: OpenedDocumentsAnswer['news_mails'];
  /** Choices of kinds of news. */
  newsKinds: OpenedDocumentsAnswer['news_kinds'];
}

export type OwnedDocument = OwnedDocumentsAnswer['documents'][number];

/** Collects a user's data from all services. Every service must respond: a partial export would pass for a complete one. */
@Injectable()
export class AccountRecordsSource implements OnApplicationShutdown {
  private readonly campaign: InternalClient;
  private readonly document: InternalClient;
  private readonly mailing: InternalClient;
  private readonly contact: InternalClient;

  constructor(
    @Inject(CONFIG) urls: RecordUrls,
    signer: ServiceTokenSigner,
    private readonly users: UserDirectory,
  ) {
    this.campaign = new InternalClient({ service: 'campaign', origins: urls.CAMPAIGN_URL, signer });
    this.document = new InternalClient({ service: 'document', origins: urls.DOCUMENT_URL, signer });
    this.mailing = new InternalClient({ service: 'mailing', origins: urls.MAILING_URL, signer });
    this.contact = new InternalClient({ service: 'contact', origins: urls.CONTACT_URL, signer });
  }

  /** Closed only at shutdown, because calls in progress still send requests. */
  async onApplicationShutdown(): Promise<void> {
    const clients = [this.campaign, this.document, this.mailing, this.contact];
    await Promise.all(clients.map((client) => client.close()));
  }

  /** @throws {UpstreamUnavailable} */
  async of(person: string): Promise<AccountRecords> {
    const profile = await this.users.profile(person);
    if (!profile) throw accountDeleted();
    // Without a verified address no data is looked up by address, because it could belong to another person.
    const email = profile.email_verified ? encodeURIComponent(profile.email) : undefined;
    const [campaigns, mailingList, messages, documents, written] = await Promise.all([
      this.campaign.get(`/internal/campaign-records?user=${person}`, campaignRecords),
      email && this.mailing.get(`/internal/subscription?email=${email}`, subscriptionRecord),
      email && this.contact.get(`/internal/messages?email=${email}`, messageRecords),
      this.document.get(`/internal/opened-documents?person=${person}`, openedDocumentsAnswer),
      this.document.get(`/internal/comments?person=${person}`, writtenCommentsAnswer),
    ]);
    return {
      profile,
      campaigns: campaigns?.campaigns ?? [],
      subscription: (mailingList || undefined)?.subscription ?? null,
      messages: (messages || undefined)?.messages ?? [],
      opened: documents?.opened ?? [],
      comments: written?.comments ?? [],
      sessionsRead: documents?.sessions_read ?? [],
      newsMails: documents?.news_mails ?? [],
      newsKinds: documents?.news_kinds ?? [],
    };
  }

  /**
   * Returns the documents of one campaign; empty unless the user owns it.
   * @param campaign without it, the notes that the user wrote as a player, in all campaigns
   * @throws {UpstreamUnavailable}
   */
  async documentsOf(owner: string, campaign?: string): Promise<OwnedDocument[]> {
    const query = new URLSearchParams({ owner, ...(campaign !== undefined && { campaign }) });
    const path = `/internal/owned-documents?${query}`;
    return (await this.document.get(path, ownedDocumentsAnswer))?.documents ?? [];
  }

  /**
   * Streams the bytes of a document.
   * @returns undefined when the document is deleted, or no longer owned by the user
   * @throws {UpstreamUnavailable}
   */
  fileOf(owner: string, document: string): Promise<Readable | undefined> {
    return this.document.stream(`/internal/owned-documents/${document}/file?owner=${owner}`);
  }

  /**
   * Streams the extracted text of a document.
   * @returns undefined under the conditions of `fileOf`
   */
  textOf(
    owner: string,
    document: string,
    format: OwnedTextQuery['format'],
  ): Promise<Readable | undefined> {
    const query = `owner=${owner}&format=${format}`;
    return this.document.stream(`/internal/owned-documents/${document}/text?${query}`);
  }
}

const accountDeleted = () =>
  new DomainError('not-found', 'export.account_gone', 'This account no longer exists.');
