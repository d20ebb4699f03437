import type { Readable } from 'node:stream';
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
        return file && makePicture(file, form, optionsOf(request));
      });
    } catch (error) {
      if (error instanceof ChildFailed) return { refused: 'no_picture' };
      throw error;
    }
  }

  /**
   * Makes a picture of a file that arrives with the request.
   * @throws {ChildFailed} when the process failed
   * @throws the error of the body
   */
  makeOfBody(
    request: InteractiveRequest,
    file: { body: Readable; size: number },
    form: PictureForm,
  ): Promise<MadePicture> {
    return this.processes.run(request, () => makePicture(file, form, optionsOf(request)));
  }
}

const optionsOf = ({ signal }: InteractiveRequest) => ({ signal, limits: INTERACTIVE_LIMITS });
