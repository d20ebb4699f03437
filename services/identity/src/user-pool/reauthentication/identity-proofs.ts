import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';

/** When the person behind a session last proved who they are. */
@Injectable()
export class IdentityProofs {
  constructor(private readonly uow: UnitOfWork) {}

  /** They just did. Refreshing tokens is no proof, and so is nowhere noted. */
  async note(originJti: string): Promise<void> {
    await this.uow.query(
      'UPDATE user_session SET proved_at = $2 WHERE origin_jti = $1 AND revoked_at IS NULL',
      [originJti, new Date()],
    );
  }
}
