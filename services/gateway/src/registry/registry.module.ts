import { Module } from '@nestjs/common';
import { RemoteMirror } from './mirror/remote-mirror';
import { RegistryController } from './registry.controller';
import { RemoteFileRoutes } from './remote-file-routes';
import { RemoteRegistry } from './remote-registry';

@Module({
  controllers: [RegistryController],
  providers: [RemoteMirror, RemoteRegistry, RemoteFileRoutes],
  exports: [RemoteMirror, RemoteRegistry],
})
export class RegistryModule {}
