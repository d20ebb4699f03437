import { Module } from '@nestjs/common';
import { RobotCheckModule } from '../robot-check/robot-check.module';
import { MessagesController, RecordsController } from './messages.controller';
import { MessagesService } from './messages.service';

/** Contact messages: receiving, storage, forwarding by mail and retention. */
@Module({
  imports: [RobotCheckModule],
  controllers: [MessagesController, RecordsController],
  providers: [MessagesService],
})
export class MessagesModule {}
