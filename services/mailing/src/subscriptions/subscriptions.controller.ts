import { Body, Controller, Get, HttpCode, Post, Query, SerializeOptions } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import {
  detailAnswer,
  subscribeRequest,
  subscriberEmailRequest,
  subscriptionAnswer,
  type SubscribeRequest,
  type SubscriptionAnswer,
} from '@tomekeeper/contracts-mailing';
import { emailAddress } from '@tomekeeper/contracts-values';
import { Answers, HasEffect, Internal, Public } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { SubscriptionsService } from './subscriptions.service';

type Detail = z.infer<typeof detailAnswer>;
type EmailOnly = z.infer<typeof subscriberEmailRequest>;

/** A missing token gets the same response as a wrong one. */
const tokenQuery = z.object({ token: z.string().max(512).catch('') });
type TokenQuery = z.infer<typeof tokenQuery>;

const byEmail = z.object({ email: emailAddress });

/** Public endpoints of the mailing list. */
@Public()
@Controller('api/subscribe')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Post()
  @SerializeOptions({ schema: detailAnswer })
  @ApiCreatedResponse({ standardSchema: detailAnswer })
  async subscribe(@Body({ schema: subscribeRequest }) body: SubscribeRequest): Promise<Detail> {
    await this.subscriptions.subscribe(body);
    return { detail: "Thanks! You'll get an email to verify your email address." };
  }

  @Get('verify')
  @HasEffect()
  @SerializeOptions({ schema: detailAnswer })
  @ApiOkResponse({ standardSchema: detailAnswer })
  async verify(@Query({ schema: tokenQuery }) { token }: TokenQuery): Promise<Detail> {
    await this.subscriptions.verify(token);
    return { detail: 'Email verified. Thank you!' };
  }

  @Post('resend')
  @HttpCode(200)
  @SerializeOptions({ schema: detailAnswer })
  @ApiOkResponse({ standardSchema: detailAnswer })
  async resend(@Body({ schema: subscriberEmailRequest }) { email }: EmailOnly): Promise<Detail> {
    await this.subscriptions.resend(email);
    return { detail: 'If your email exists, a new link has been sent.' };
  }

  @Post('unsubscribe')
  @HttpCode(200)
  @SerializeOptions({ schema: detailAnswer })
  @ApiOkResponse({ standardSchema: detailAnswer })
  async unsubscribe(
    @Body({ schema: subscriberEmailRequest }) { email }: EmailOnly,
  ): Promise<Detail> {
    await this.subscriptions.unsubscribe(email);
    return { detail: 'You have been unsubscribed.' };
  }

  /** Mail clients call it form-encoded; the token in the URL is sufficient. */
  @Post('one-click')
  @HttpCode(200)
  @SerializeOptions({ schema: detailAnswer })
  @ApiOkResponse({ standardSchema: detailAnswer })
  async oneClick(@Query({ schema: tokenQuery }) { token }: TokenQuery): Promise<Detail> {
    await this.subscriptions.unsubscribeByToken(token);
    return { detail: 'You have been unsubscribed.' };
  }
}

/** Data of an address, for the owner's data export. */
@Internal('identity')
@Controller('internal/subscription')
export class RecordsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get()
  @Answers(subscriptionAnswer)
  async of(
    @Query({ schema: byEmail }) { email }: z.infer<typeof byEmail>,
  ): Promise<SubscriptionAnswer> {
    const record = await this.subscriptions.recordOf(email);
    return {
      subscription: record ? { ...record, created_at: record.created_at.toISOString() } : null,
    };
  }
}
