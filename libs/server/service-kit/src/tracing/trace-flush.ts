import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { flushTraces } from '@tomekeeper/tracing';

/** A process that stops sends the spans that it still holds. */
@Injectable()
export class TraceFlush implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return flushTraces();
  }
}
