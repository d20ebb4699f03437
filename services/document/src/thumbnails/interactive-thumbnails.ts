import { Injectable } from '@nestjs/common';
import { ObjectStore } from '../storage/object-store';
import { ChildFailed } from '../sandbox/child-process';
import {
  INTERACTIVE_LIMITS,
  InteractiveProcesses,
  type InteractiveRequest,
} from '../sandbox/interactive-processes';
import { makePicture, type MadePicture, type PictureForm } from './make-thumbnail';

/** Makes pictures while a person waits for them. */
@Injectable()
export class InteractiveThumbnails {
  constructor(
    private readonly store: ObjectStore,
    private readonly processes: InteractiveProcesses,
  ) {}

  /** @returns undefined where the store holds no such object; a failed process refuses the picture */
  async make(
    request: InteractiveRequest,
    key: string,
    form: PictureForm,
  ): Promise<MadePicture | undefined> {
    try {
      return await this.processes.run(request, async () => {
        const file = await this.store.open(key);
        const options = { signal: request.signal, limits: INTERACTIVE_LIMITS };
        return file && makePicture(file, form, options);
      });
    } catch (error) {
      if (error instanceof ChildFailed) return { refused: 'no_picture' };
      throw error;
    }
  }
}
