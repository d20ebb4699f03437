import { Body, Controller, Get, Patch } from '@nestjs/common';
import {
  currentUser,
  updateMeRequest,
  type CurrentUser as Me,
  type UpdateMeRequest,
} from '@tomekeeper/contracts-identity';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { Answers, CurrentUser, DomainError, type User } from '@tomekeeper/service-kit';
import type { PoolUser } from '../user-pool/users/pool-user';
import { PoolUsers } from '../user-pool/users/pool-users';

/** The signed-in person, as they see themself. */
@Controller('api/me')
export class MeController {
  constructor(private readonly users: PoolUsers) {}

  @Get()
  @Answers(currentUser)
  async get(@CurrentUser() { id }: User): Promise<Me> {
    return toMe(await this.users.find({ kind: 'id', id }));
  }

  @Patch()
  @Answers(currentUser)
  async update(
    @CurrentUser() { id }: User,
    @Body({ schema: updateMeRequest }) body: UpdateMeRequest,
  ): Promise<Me> {
    return toMe(
      await this.users.rename(id, { givenName: body.first_name, familyName: body.last_name }),
    );
  }
}

/** Names come from the account, not from the token, which may be an hour old. */
function toMe(user: PoolUser | undefined): Me {
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
  };
}
