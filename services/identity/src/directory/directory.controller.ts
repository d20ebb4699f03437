import { Controller, Get, Param, Query, SerializeOptions } from '@nestjs/common';
import {
  peopleAnswer,
  peopleQuery,
  personByEmailAnswer,
  profileAnswer,
  type Person,
  type ProfileAnswer,
} from '@tomekeeper/contracts-identity';
import { emailAddress } from '@tomekeeper/contracts-problem';
import { DomainError, Internal } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { UserDirectory } from './user-directory';

const byEmailQuery = z.object({ email: emailAddress });

/** Whom other services may look up: people who have confirmed their account. */
@Internal('campaign', 'document')
@Controller('internal/people')
export class DirectoryController {
  constructor(private readonly users: UserDirectory) {}

  @Get()
  @SerializeOptions({ schema: peopleAnswer })
  async byIds(
    @Query({ schema: peopleQuery }) { ids }: z.infer<typeof peopleQuery>,
  ): Promise<{ people: Person[] }> {
    return { people: await this.users.named(ids) };
  }

  @Get('by-email')
  @SerializeOptions({ schema: personByEmailAnswer })
  async byEmail(
    @Query({ schema: byEmailQuery }) { email }: z.infer<typeof byEmailQuery>,
  ): Promise<{ id: string }> {
    const id = await this.users.idOf(email);
    if (id === undefined)
      throw new DomainError('not-found', 'person.not_found', 'Nobody here has this address.');
    return { id };
  }

  /** For the copy of their data that a person asks for. */
  @Get(':id/profile')
  @Internal('document')
  @SerializeOptions({ schema: profileAnswer })
  async profile(@Param('id') id: string): Promise<ProfileAnswer> {
    const profile = await this.users.profile(id);
    if (!profile)
      throw new DomainError('not-found', 'person.not_found', 'Nobody here has this id.');
    return profile;
  }
}
