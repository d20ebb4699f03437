import { Body, Controller, Get, Post, Query, SerializeOptions } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import {
  contactRequest,
  messagesAnswer,
  type ContactRequest,
  type MessagesAnswer,
} from '@tomekeeper/contracts-contact';
import { emailAddress } from '@tomekeeper/contracts-values';
import { Answers, Internal, Public } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { MessagesService } from './messages.service';

const receipt = z.object({ detail: z.string() });
const byEmail = z.object({ email: emailAddress });

/** The contact form. */
@Public()
@Controller('api/contact')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Post()
  @SerializeOptions({ schema: receipt })
  @ApiCreatedResponse({ standardSchema: receipt })
  async receive(
    @Body({ schema: contactRequest }) body: ContactRequest,
  ): Promise<z.infer<typeof receipt>> {
    await this.messages.receive(body);
    return { detail: "Thanks for reaching out! We'll get back to you shortly." };
  }
}

/** Messages by e-mail address, for the owner's data export. */
@Internal('identity')
@Controller('internal/messages')
export class RecordsController {
  constructor(private readonly messages: MessagesService) {}

  @Get()
  @Answers(messagesAnswer)
  async of(
    @Query({ schema: byEmail }) { email }: z.infer<typeof byEmail>,
  ): Promise<MessagesAnswer> {
    const messages = await this.messages.from(email);
    return {
      messages: messages.map(({ name, subject, body, created_at }) => ({
        name,
        email,
        subject,
        message: body,
        created_at: created_at.toISOString(),
      })),
    };
  }
}
