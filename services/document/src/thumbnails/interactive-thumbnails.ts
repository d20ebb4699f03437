import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ObjectStore } from '../storage/object-store';
import { ChildFailed } from '../sandbox/child-process';
import {
  INTERACTIVE_LIMITS,
  InteractiveProcesses,
  type InteractiveRequest,
} from '../sandbox/interactive-processes';
import {
  makePicture,
  type MadePicture,
  type MakingOptions,
  type PictureForm,
} from './make-thumbnail';

/** Makes pictures while a person waits for them. */
@Injectable()
export class InteractiveThumbnails {
  constructor(
    private readonly store: ObjectStore,
    private readonly processes: InteractiveProcesses,
  ) {}

  /** @returns undefined where the store holds no such object; a failed process refuses the picture */
  make(
    request: InteractiveRequest,
    key: string,
    form: PictureForm,
  ): Promise<MadePicture | undefined> {
    return this.run(request, async (options) => {
      const file = await this.store.open(key);
      return file && makePicture(file, form, options);
    });
  }

  /**
   * Makes a picture of a file that arrives with the request; a failed process refuses it.
   * @throws the error of the body
   */
  makeOfBody(
    request: InteractiveRequest,
    file: { body: Readable; size: number },
    form: PictureForm,
  ): Promise<MadePicture> {
    return this.run(request, (options) => makePicture(file, form, options));
  }

  private async run<Made extends MadePicture | undefined>(
    request: InteractiveRequest,
    make: (options: MakingOptions) => Promise<Made>,
  ): Promise<Made | MadePicture> {
    try {
      return await this.processes.run(request, () =>
        make({ signal: request.signal, limits: INTERACTIVE_LIMITS }),
      );
    } catch (error) {
      if (error instanceof ChildFailed) return { refused: 'no_picture' };
      throw error;
    }
  }
}
