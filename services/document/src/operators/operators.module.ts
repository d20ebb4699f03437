import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/exports.module';
import { ImportsModule } from '../imports/imports.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { UploadsModule } from '../uploads/uploads.module';
import { ExportCommand } from './export-command';
import { ImportCommand } from './import-command';
import { OperatorCommands } from './operator-commands';
import { UserLookup } from './user-lookup';

/** Operator commands; none is reachable over the network. */
@Module({
  imports: [ExportsModule, ImportsModule, MembershipsModule, StorageModule, UploadsModule],
  providers: [OperatorCommands, ExportCommand, ImportCommand, UserLookup],
})
export class OperatorsModule {}
