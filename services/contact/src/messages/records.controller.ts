import { Controller, Get, Query } from '@nestjs/common';
import { messagesAnswer, type MessagesAnswer } from '@tomekeeper/contracts-contact';
import { emailAddress } from '@tomekeeper/contracts-problem';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { z } from 'zod';

const byEmail = z.object({ email: emailAddress });

/** Most messages of one answer: it is read into memory. */
const LISTED = 200;

interface Row {
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: Date;
}

/** What was written under an address, for the copy of their data that its owner asks for. */
@Internal('document')
@Controller('internal/messages')
export class RecordsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get()
  @Answers(messagesAnswer)
  async of(
    @Query({ schema: byEmail }) { email }: z.infer<typeof byEmail>,
  ): Promise<MessagesAnswer> {
    const rows = await this.uow.query<Row>(
      `SELECT name, email, subject, body AS message, created_at FROM message
        WHERE email = $1 ORDER BY created_at DESC LIMIT ${LISTED}`,
      [email],
    );
    return {
      messages: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    };
  }
}
