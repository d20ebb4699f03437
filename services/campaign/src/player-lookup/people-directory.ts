import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CampaignMember } from '@tomekeeper/contracts-campaign';
import {
  MAX_PEOPLE_PER_LOOKUP,
  peopleAnswer,
  personByEmailAnswer,
} from '@tomekeeper/contracts-identity';
import { InternalClient, ServiceTokenSigner, UpstreamUnavailable } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';

/** Maximum delay of a page for names; doubled by the retry. */
const NAMES_TIMEOUT_MS = 600;

/** User names and addresses from the identity service. */
@Injectable()
export class PeopleDirectory implements OnApplicationShutdown {
  private readonly forNames: InternalClient;
  private readonly forDecisions: InternalClient;

  constructor(
    @Inject(CONFIG) { IDENTITY_URL: origins }: Pick<Config, 'IDENTITY_URL'>,
    signer: ServiceTokenSigner,
  ) {
    const identity = { service: 'identity', origins, signer };
    this.forNames = new InternalClient({ ...identity, timeoutMs: NAMES_TIMEOUT_MS });
    this.forDecisions = new InternalClient(identity);
  }

  /** Closed only at shutdown, because calls in progress still send requests. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.forNames.close(), this.forDecisions.close()]);
  }

  /** Returns users with their names; names are null for unknown users and while identity is unavailable. */
  async named(ids: readonly string[]): Promise<Omit<CampaignMember, 'role'>[]> {
    const names = await this.namesOf(this.forNames, ids).catch((error: unknown) => {
      if (error instanceof UpstreamUnavailable) return new Map<string, string>();
      throw error;
    });
    return ids.map((id) => ({ id, name: names.get(id) || null }));
  }

  /**
   * Returns the ids that belong to a user.
   * @throws {UpstreamUnavailable}
   */
  async known(ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.namesOf(this.forDecisions, ids)).keys());
  }

  /**
   * Returns the user id of an e-mail address, if there is one.
   * @throws {UpstreamUnavailable}
   */
  async withEmail(email: string): Promise<string | undefined> {
    const path = `/internal/people/by-email?email=${encodeURIComponent(email)}`;
    return (await this.forDecisions.get(path, personByEmailAnswer))?.id.toLowerCase();
  }

  private async namesOf(
    client: InternalClient,
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (let start = 0; start < ids.length; start += MAX_PEOPLE_PER_LOOKUP) {
      const some = ids.slice(start, start + MAX_PEOPLE_PER_LOOKUP).join(',');
      const answer = await client.get(`/internal/people?ids=${some}`, peopleAnswer);
      for (const { id, name } of answer?.people ?? []) names.set(id.toLowerCase(), name);
    }
    return names;
  }
}
