import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { PeopleDirectory } from './people-directory';
import { EmailLookups } from './email-lookups';
import { unknownPlayers } from './lookup.errors';
import { readPlayerReference, type PlayerReference } from './player-reference';

/** Resolves a GM's input to user ids. Looks up only users who are not members yet. */
@Injectable()
export class PlayerResolver {
  constructor(
    private readonly people: PeopleDirectory,
    private readonly lookups: EmailLookups,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL'>,
  ) {}

  /**
   * @param asker id of the user whose e-mail lookups are counted
   * @param members ids that need no lookup
   * @returns unique ids in the order of the input
   * @throws {DomainError} with all unknown references
   * @throws {UpstreamUnavailable} when identity does not respond, because the result depends on it
   */
  async resolve(
    asker: string,
    named: readonly string[],
    members: readonly string[],
  ): Promise<string[]> {
    const references = named.map(readPlayerReference);
    this.refuse(references.filter(({ kind }) => kind === 'unreadable'));

    const addresses = references.flatMap((one) => (one.kind === 'email' ? [one.email] : []));
    await this.lookups.count(asker, new Set(addresses).size);
    const newcomers = references.flatMap((reference) =>
      reference.kind === 'id' && !members.includes(reference.id) ? [reference.id] : [],
    );
    const known = new Set([...members, ...(await this.people.known([...new Set(newcomers)]))]);
    const found = await Promise.all(
      references.map(async (reference) => ({ reference, id: await this.idOf(reference, known) })),
    );
    this.refuse(found.flatMap(({ reference, id }) => (id === undefined ? [reference] : [])));
    return [...new Set(found.flatMap(({ id }) => id ?? []))];
  }

  private async idOf(
    reference: PlayerReference,
    known: ReadonlySet<string>,
  ): Promise<string | undefined> {
    switch (reference.kind) {
      case 'id':
        return known.has(reference.id) ? reference.id : undefined;
      case 'email':
        return this.people.withEmail(reference.email);
      case 'unreadable':
        return undefined;
    }
  }

  private refuse(unknown: readonly PlayerReference[]): void {
    if (unknown.length > 0) throw unknownPlayers(unknown, this.config.PUBLIC_URL);
  }
}
