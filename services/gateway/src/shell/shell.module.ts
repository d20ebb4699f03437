import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { KeptShells } from './kept-shells';
import { ShellDocument } from './shell-document';

/** The shell's document, and files of earlier shells. */
@Module({
  imports: [RegistryModule],
  providers: [KeptShells, ShellDocument],
  exports: [KeptShells, ShellDocument],
})
export class ShellModule {}
