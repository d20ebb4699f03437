import { Body, Controller, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiProduces, ApiTags } from '@nestjs/swagger';
import { askAnswer, askRequest, type AskRequest } from '@tomekeeper/contracts-search';
import { Answers, CurrentUser, toProblem, type User } from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AskStream, wantsEvents } from './ask-stream';
import { AskingService } from './asking.service';

@ApiTags('search')
@ApiBearerAuth()
@Controller('api/search/ask')
export class AskingController {
  constructor(private readonly asking: AskingService) {}

  /** With `Accept: text/event-stream` the answer comes as it is written: the events are `ASK_EVENTS` of the contract. */
  @Post()
  @HttpCode(200)
  @Answers(askAnswer)
  @ApiHeader({ name: 'Accept', required: false })
  @ApiProduces('application/json', 'text/event-stream')
  async ask(
    @CurrentUser() user: User,
    @Headers('accept') accept: string | undefined,
    @Body({ schema: askRequest }) body: AskRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const events = this.asking.answer(user.id, body);
    // What is refused is refused with a status of its own, before anything is sent.
    const first = await events.next();
    if (!wantsEvents(accept)) {
      for (let next = first; !next.done; next = await events.next())
        if (next.value.event === 'answer')
          await reply.status(200).send(askAnswer.parse(next.value.data));
      return;
    }
    const stream = new AskStream(reply);
    stream.begin();
    try {
      for (let next = first; !next.done && !stream.isOver; next = await events.next())
        stream.send(next.value);
    } catch (error) {
      const { body: problem, unexpected } = toProblem(error, request.id);
      if (unexpected) request.log.error({ err: error }, 'an answer broke off');
      stream.send({ event: 'problem', data: problem });
    } finally {
      // Whoever has gone gets no further sentence, and nothing is asked of a model for them.
      await events.return(undefined);
      stream.end();
    }
  }
}
