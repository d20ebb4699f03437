import { Body, Controller, Post, SerializeOptions } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { contactRequest, type ContactRequest } from '@tomekeeper/contracts-contact';
import { Public } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { MessagesService } from './messages.service';

const receipt = z.object({ detail: z.string() });

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
