import { Injectable } from '@nestjs/common';
import {
  exportArguments,
  importArguments,
  optionsOf,
  parseAs,
  USAGE,
  type Print,
} from './command-arguments';
import { ExportCommand } from './export-command';
import { ImportCommand } from './import-command';
import { OperatorProblem } from './operator-problem';

/** Parses and runs operator commands. */
@Injectable()
export class OperatorCommands {
  constructor(
    private readonly exporting: ExportCommand,
    private readonly importing: ImportCommand,
  ) {}

  /** @throws {OperatorProblem} with a message for the operator */
  async run([command, ...args]: readonly string[], print: Print): Promise<void> {
    const { file, more, ...options } = optionsOf(args);
    if (command === 'export' && file === undefined)
      return this.exporting.run(parseAs(exportArguments, options), print);
    if (command === 'import' && !more)
      return this.importing.run(parseAs(importArguments, { ...options, file }), print);
    throw new OperatorProblem(USAGE);
  }
}
