import { Module } from '@nestjs/common';
import { RobotCheckModule } from '../robot-check/robot-check.module';
import { MessagesController, RecordsController } from './messages.controller';
import { MessagesService } from './messages.service';

/** Messages from visitors: taken, kept, mailed to the team, deleted in time. */
@Module({
  imports: [RobotCheckModule],
  controllers: [MessagesController, RecordsController],
  providers: [MessagesService],
})
export class MessagesModule {}
