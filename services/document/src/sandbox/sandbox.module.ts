import { Module } from '@nestjs/common';
import { InteractiveProcesses } from './interactive-processes';

/** Child processes for content of strangers. */
@Module({ providers: [InteractiveProcesses], exports: [InteractiveProcesses] })
export class SandboxModule {}
