import { Module } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import { AuditModule } from '../audit/audit.module';
import type { Config } from '../config';
import { MessagesModule } from '../messages/messages.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import { DevicePasswordVerifierChallenge, DeviceSrpChallenge, DeviceStep } from './device-sign-in';
import { DeviceOperations } from './device.operations';
import { DeviceSettings, Devices } from './devices';

/** Remembered devices, which replace a second factor at sign-in. */
@Module({
  imports: [
    ...[AuditModule, MessagesModule, SessionsModule],
    ...[SettingsModule, SignInModule, UsersModule],
  ],
  providers: [
    DeviceOperations,
    ...[DeviceStep, DeviceSrpChallenge, DevicePasswordVerifierChallenge],
    Devices,
    {
      provide: DeviceSettings,
      inject: [CONFIG],
      useFactory: (config: Config) => new DeviceSettings(config.DEVICES),
    },
  ],
})
export class DevicesModule {}
