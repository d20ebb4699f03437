import { z } from 'zod';
import { UnusableModel, type ModelFiles } from './model-package';

/** A table of numbers as TensorFlow.js stores it: one byte each, of which `scale * (byte - zero)` is the number. */
export interface Weights {
  readonly dims: readonly number[];
  readonly bytes: Uint8Array;
  readonly scale: number;
  /** Lies outside of a byte where all numbers of the table lie on one side of zero. */
  readonly zero: number;
}

const manifest = z.object({
  weightsManifest: z.tuple([
    z.object({
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.number()),
          quantization: z.object({ min: z.number(), scale: z.number() }).optional(),
        }),
      ),
    }),
  ]),
});

/** Size of unquantized values: integers that describe the original graph. */
const PLAIN_BYTES = 4;

/** The tables by their names, in the bytes of the file itself. */
export class StoredWeights {
  private readonly tables = new Map<string, Weights>();

  constructor(files: Pick<ModelFiles, 'manifest' | 'weights'>) {
    let at = 0;
    const [{ weights }] = manifest.parse(JSON.parse(files.manifest.toString())).weightsManifest;
    for (const { name, shape, quantization } of weights) {
      const count = shape.reduce((product, dim) => product * dim, 1);
      const bytes = files.weights.subarray(at, at + count);
      at += quantization ? count : count * PLAIN_BYTES;
      if (!quantization) continue;
      const { min, scale } = quantization;
      this.tables.set(name, { dims: shape, bytes, scale, zero: -min / scale });
    }
  }

  get(name: string): Weights {
    const found = this.tables.get(name);
    if (!found) throw new UnusableModel(`The model has no weights named ${name}.`);
    return found;
  }
}

/** Dequantizes weights. */
export function numbers({ bytes, scale, zero }: Weights): Float32Array {
  const all = new Float32Array(bytes.length);
  for (let at = 0; at < all.length; at++) all[at] = scale * ((bytes[at] ?? 0) - zero);
  return all;
}
