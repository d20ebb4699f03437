import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { KeyDocumentsController } from './key-documents.controller';
import { SigningKeys } from './signing-keys';

@Module({ imports: [SettingsModule], providers: [SigningKeys], exports: [SigningKeys] })
export class SigningKeysModule {}

/** Documents for token verification; a managed pool publishes its own. */
@Module({ imports: [SettingsModule, SigningKeysModule], controllers: [KeyDocumentsController] })
export class KeyDocumentsModule {}
