import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import {
  currentUser,
  updateMeRequest,
  type CurrentUser as Me,
  type UpdateMeRequest,
} from '@tomekeeper/contracts-identity';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  DomainError,
  type User,
} from '@tomekeeper/service-kit';
import { PoolSettings } from '../settings/pool-settings';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import { ManagedErasures } from './managed-erasures';
import { ManagedUsers } from './managed-users';

/** Profile of the signed-in user. */
@Controller('api/me')
export class MeController {
  constructor(
    private readonly users: PoolUsers,
    private readonly managed: ManagedUsers,
    private readonly erasures: ManagedErasures,
    private readonly settings: PoolSettings,
  ) {}

  @Get()
  @Answers(currentUser)
  async get(@CurrentUser() caller: User): Promise<Me> {
    return toMe(await this.find(caller), caller);
  }

  @Patch()
  @Answers(currentUser)
  async update(
    @CurrentUser() caller: User,
    @Body({ schema: updateMeRequest }) body: UpdateMeRequest,
  ): Promise<Me> {
    // Sign-up sets the names before the first GET, so a managed-pool user may not exist here yet.
    if (this.settings.managed) await this.managed.findOrCreate(caller.claims);
    return toMe(
      await this.users.rename(caller.id, {
        givenName: body.first_name,
        familyName: body.last_name,
      }),
      caller,
    );
  }

  /**
   * Deletes the user's data before a managed pool deletes the account, because the pool sends no event. Responds 404
   * with our own pool, whose `DeleteUser` does both.
   */
  @Delete()
  @AnswersNothing()
  async erase(@CurrentUser() { claims }: User): Promise<void> {
    const person = this.settings.managed ? await this.managed.findOrCreate(claims) : undefined;
    if (!person)
      throw new DomainError(
        'not-found',
        GENERAL_CODES.notFound,
        'Accounts are deleted in the user pool.',
      );
    await this.erasures.erase(person, claims);
  }

  private async find({ id, claims }: User): Promise<PoolUser | undefined> {
    if (this.settings.managed) return this.managed.findOrCreate(claims);
    return this.users.find({ kind: 'id', id });
  }
}

/** Names come from the account, because the token may be an hour old; groups come from the token. */
function toMe(user: PoolUser | undefined, { groups }: User): Me {
  if (!user)
    throw new DomainError(
      'unauthenticated',
      GENERAL_CODES.unauthenticated,
      'This account no longer exists.',
    );
  return {
    id: user.id,
    email: user.email,
    first_name: user.givenName,
    last_name: user.familyName,
    ...(groups.length > 0 && { groups: [...groups] }),
  };
}
