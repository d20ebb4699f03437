import { Module } from '@nestjs/common';
import { OperationRegistry } from './operations';
import { UserPoolController } from './user-pool.controller';

/** The protocol's endpoint. Features contribute the operations. */
@Module({ controllers: [UserPoolController], providers: [OperationRegistry] })
export class ProtocolModule {}
