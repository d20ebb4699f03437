import { parseArgs } from 'node:util';
import { exportFormat } from '@tomekeeper/contracts-document';
import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { OperatorProblem } from './operator-problem';

export const USAGE = `Usage: npm run campaign -- <command>

  export --campaign <id> --out <new file> [--format archive|obsidian|foundry]
      Writes the content that the GMs see to a zip file, secrets included.
  import --campaign <id> <file> [--as <e-mail or user id>] [--dry-run] [--public-as-source]
      Imports an archive, a vault or another zip file as a GM, by default the owner. Everything is GM only.
      --dry-run           prints the review, and imports nothing
      --public-as-source  keeps the audiences of the source`;

const campaign = id.toLowerCase();
export const exportArguments = z.strictObject({
  campaign,
  out: z.string({ error: 'Name a new file.' }).min(1),
  format: exportFormat.default('archive'),
});
export const importArguments = z.strictObject({
  campaign,
  file: z.string({ error: 'Name the file to import.' }).min(1),
  as: z.string().min(1).optional(),
  'dry-run': z.boolean().default(false),
  'public-as-source': z.boolean().default(false),
});
export type ExportArguments = z.infer<typeof exportArguments>;
export type ImportArguments = z.infer<typeof importArguments>;

/** Writes a line of the output. */
export type Print = (line: string) => void;

/** Options and positional arguments. @throws {OperatorProblem} */
export function optionsOf(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ campaign: { type: 'string' }, out: { type: 'string' }, format: { type: 'string' } },
        ...{ as: { type: 'string' }, 'dry-run': { type: 'boolean' } },
        'public-as-source': { type: 'boolean' },
      },
    });
    return { ...values, file: positionals[0], more: positionals.length > 1 };
  } catch (error) {
    throw new OperatorProblem(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** @throws {OperatorProblem} with the options that are missing or invalid */
export function parseAs<Schema extends z.ZodType>(schema: Schema, given: object): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const words = parsed.error.issues.map(({ path, message, code }) => {
    if (code === 'unrecognized_keys') return message;
    return `${path[0] === 'file' ? '<file>' : `--${String(path[0])}`}: ${message}`;
  });
  throw new OperatorProblem(`${words.join('\n')}\n\n${USAGE}`);
}
