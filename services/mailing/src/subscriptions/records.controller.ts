import { Controller, Get, Query } from '@nestjs/common';
import { subscriptionAnswer, type SubscriptionAnswer } from '@tomekeeper/contracts-mailing';
import { emailAddress } from '@tomekeeper/contracts-problem';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { z } from 'zod';

const byEmail = z.object({ email: emailAddress });

interface Row {
  email: string;
  name: string;
  status: 'pending' | 'verified' | 'unsubscribed';
  created_at: Date;
}

/** What is kept of an address, for the copy of their data that its owner asks for. */
@Internal('document')
@Controller('internal/subscription')
export class RecordsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get()
  @Answers(subscriptionAnswer)
  async of(
    @Query({ schema: byEmail }) { email }: z.infer<typeof byEmail>,
  ): Promise<SubscriptionAnswer> {
    const [row] = await this.uow.query<Row>(
      'SELECT email, name, status, created_at FROM subscriber WHERE email = $1',
      [email],
    );
    return { subscription: row ? { ...row, created_at: row.created_at.toISOString() } : null };
  }
}
