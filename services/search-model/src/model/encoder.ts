import { InferenceSession, Tensor } from 'onnxruntime-node';
import { bertGraph, DIMS, GRAPH_INPUT, GRAPH_OUTPUT, type Precision } from './bert-graph';
import { readModelFiles } from './model-package';
import { TextTokens } from './text-tokens';
import { numbers, StoredWeights, type Weights } from './weights';

/** How the model runs. */
export interface EncoderSettings {
  /** Where the model's files are. */
  readonly folder: string | undefined;
  readonly precision: Precision;
  readonly threads: number;
}

/** A text as a vector of length 1, and how many tokens of it were read. */
export interface Encoded {
  readonly vector: Float32Array;
  readonly tokens: number;
}

/** all-MiniLM-L6-v2: similar texts have similar vectors. */
export class Encoder {
  private constructor(
    private readonly session: InferenceSession,
    private readonly tokens: TextTokens,
    private readonly words: Weights,
    /** The embedding of each place in a text, that of the only kind of text included. */
    private readonly places: Float32Array,
  ) {}

  /** @throws {UnusableModel} when its files are not there or not the right ones */
  static async load({ folder, precision, threads }: EncoderSettings): Promise<Encoder> {
    const files = await readModelFiles(folder);
    const weights = new StoredWeights(files);
    const session = await InferenceSession.create(bertGraph(weights, precision), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // Releases memory after each text: the arena would keep the maximum for all lengths.
      enableCpuMemArena: false,
      enableMemPattern: false,
      logSeverityLevel: 3,
    });
    const places = numbers(weights.get('unknown_0'));
    const kind = numbers(weights.get('unknown_1'));
    for (let at = 0; at < places.length; at++)
      places[at] = (places[at] ?? 0) + (kind[at % DIMS] ?? 0);
    return new Encoder(session, new TextTokens(files), weights.get('unknown'), places);
  }

  /**
   * Encodes one text per run. In a batch, int8 quantization depends on all texts, so that hidden text would influence
   * other embeddings.
   */
  async encode(text: string): Promise<Encoded> {
    const ids = this.tokens.of(text);
    const dims = [ids.length, DIMS];
    const encoded = new Float32Array(ids.length * DIMS);
    await this.session.run(
      { [GRAPH_INPUT]: new Tensor('float32', this.embedded(ids), dims) },
      { [GRAPH_OUTPUT]: new Tensor('float32', encoded, dims) },
    );
    return { vector: mean(encoded), tokens: ids.length };
  }

  async close(): Promise<void> {
    await this.session.release();
  }

  private embedded(ids: readonly number[]): Float32Array {
    const { bytes, scale, zero } = this.words;
    const sums = new Float32Array(ids.length * DIMS);
    ids.forEach((id, place) => {
      for (let dim = 0; dim < DIMS; dim++) {
        const word = scale * ((bytes[id * DIMS + dim] ?? 0) - zero);
        sums[place * DIMS + dim] = word + (this.places[place * DIMS + dim] ?? 0);
      }
    });
    return sums;
  }
}

/** The mean of all tokens' vectors, made as long as 1. */
function mean(encoded: Float32Array): Float32Array {
  const sums = new Float64Array(DIMS);
  for (let at = 0; at < encoded.length; at++) {
    const dim = at % DIMS;
    sums[dim] = (sums[dim] ?? 0) + (encoded[at] ?? 0);
  }
  const length = Math.hypot(...sums);
  return Float32Array.from(sums, (sum) => sum / length);
}
