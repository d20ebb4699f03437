import { Module } from '@nestjs/common';
import { OperationRegistry } from './operations';
import { UserPoolController } from './user-pool.controller';

/** The endpoint of the wire protocol. Operations are brought by the features. */
@Module({ controllers: [UserPoolController], providers: [OperationRegistry] })
export class ProtocolModule {}
