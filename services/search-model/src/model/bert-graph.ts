import { onnxModel, type OnnxNode, type OnnxTensor } from './onnx';
import { numbers, type StoredWeights } from './weights';

/** Of all-MiniLM-L6-v2. */
export const DIMS = 384;
const LAYERS = 6;
const HEADS = 12;
const HEAD_DIMS = DIMS / HEADS;
const EPSILON = 1e-12;
const BERT = 'StatefulPartitionedCall/model/tf_bert_model/bert';

export const GRAPH_INPUT = 'embedded';
export const GRAPH_OUTPUT = 'encoded';

/** `int8` multiplies bytes, as the weights are stored; `fp32` turns them into floats first. */
export type Precision = 'int8' | 'fp32';

/**
 * ONNX graph of the BERT encoder, from embedding sums of a text to one vector per token. A single unpadded text needs
 * no mask.
 */
export function bertGraph(weights: StoredWeights, precision: Precision): Uint8Array {
  const graph = new BertGraph(weights, precision);
  let hidden = graph.normalised(GRAPH_INPUT, `${BERT}/embeddings/LayerNorm`, 'normalised');
  for (let layer = 0; layer < LAYERS; layer++)
    hidden = graph.layer(hidden, layer, layer === LAYERS - 1 ? GRAPH_OUTPUT : `layer${layer}`);
  return onnxModel({
    input: GRAPH_INPUT,
    output: GRAPH_OUTPUT,
    dims: ['tokens', DIMS],
    nodes: graph.nodes,
    constants: graph.constants,
  });
}

class BertGraph {
  readonly nodes: OnnxNode[] = [];
  readonly constants: OnnxTensor[] = [];
  private readonly quantised = new Set<string>();

  constructor(
    private readonly weights: StoredWeights,
    private readonly precision: Precision,
  ) {
    this.constant('apart', 'int64', [3], BigInt64Array.of(-1n, BigInt(HEADS), BigInt(HEAD_DIMS)));
    this.constant('together', 'int64', [2], BigInt64Array.of(-1n, BigInt(DIMS)));
    this.constant('attention scale', 'float', [], Float32Array.of(1 / Math.sqrt(HEAD_DIMS)));
  }

  layer(input: string, layer: number, output: string): string {
    const at = `${BERT}/encoder/layer_._${layer}`;
    const self = `${at}/attention/self`;
    const query = this.heads(this.dense(input, `${self}/query`), [1, 0, 2]);
    const key = this.heads(this.dense(input, `${self}/key`), [1, 2, 0]);
    const value = this.heads(this.dense(input, `${self}/value`), [1, 0, 2]);
    const scores = this.add('MatMul', [query, key]);
    const scaled = this.add('Mul', [scores, 'attention scale']);
    const shares = this.add('Softmax', [scaled], { axis: -1 });
    const mixed = this.add('Transpose', [this.add('MatMul', [shares, value])], { perm: [1, 0, 2] });
    const context = this.add('Reshape', [mixed, 'together']);
    const attended = this.normalised(
      this.add('Add', [this.dense(context, `${at}/attention/output/dense`), input]),
      `${at}/attention/output/LayerNorm`,
    );
    const wide = this.add('Gelu', [this.dense(attended, `${at}/intermediate/dense`)]);
    const narrow = this.add('Add', [this.dense(wide, `${at}/output/dense`), attended]);
    return this.normalised(narrow, `${at}/output/LayerNorm`, output);
  }

  normalised(input: string, name: string, output = this.fresh()): string {
    const scale = this.table(`${name}/batchnorm/mul/ReadVariableOp`);
    const bias = this.table(`${name}/batchnorm/ReadVariableOp`);
    const attributes = { axis: -1, epsilon: EPSILON };
    this.nodes.push({
      type: 'LayerNormalization',
      inputs: [input, scale, bias],
      outputs: [output],
      attributes,
    });
    return output;
  }

  private heads(input: string, perm: readonly number[]): string {
    return this.add('Transpose', [this.add('Reshape', [input, 'apart'])], { perm });
  }

  private dense(input: string, name: string): string {
    const multiplied =
      this.precision === 'int8'
        ? this.bytesMultiplied(input, `${name}/Tensordot/ReadVariableOp`)
        : this.add('MatMul', [input, this.table(`${name}/Tensordot/ReadVariableOp`)]);
    return this.add('Add', [multiplied, this.table(`${name}/BiasAdd/ReadVariableOp`)]);
  }

  /** Multiplies stored int8 weights with the input, quantized with a scale per text. */
  private bytesMultiplied(input: string, name: string): string {
    const { dims, bytes, scale, zero } = this.weights.get(name);
    this.constant(name, 'uint8', dims, bytes);
    this.constant(`${name} zero`, 'uint8', [], Uint8Array.of(Math.round(zero)));
    this.constant(`${name} scale`, 'float', [], Float32Array.of(scale));
    const [quantised, inputScale, inputZero] = [`${input} q`, `${input} scale`, `${input} zero`];
    if (!this.quantised.has(input)) {
      this.quantised.add(input);
      const outputs = [quantised, inputScale, inputZero];
      this.nodes.push({ type: 'DynamicQuantizeLinear', inputs: [input], outputs });
    }
    const sums = this.add('MatMulInteger', [quantised, name, inputZero, `${name} zero`]);
    const asFloats = this.add('Cast', [sums], { to: 1 });
    return this.add('Mul', [asFloats, this.add('Mul', [inputScale, `${name} scale`])]);
  }

  /** A table of floats among the constants. */
  private table(name: string): string {
    const weights = this.weights.get(name);
    this.constant(name, 'float', weights.dims, numbers(weights));
    return name;
  }

  private constant(
    name: string,
    type: OnnxTensor['type'],
    dims: readonly number[],
    data: OnnxTensor['data'],
  ): void {
    this.constants.push({ name, type, dims, data });
  }

  private add(
    type: string,
    inputs: readonly string[],
    attributes: NonNullable<OnnxNode['attributes']> = {},
  ): string {
    const output = this.fresh();
    this.nodes.push({ type, inputs, outputs: [output], attributes });
    return output;
  }

  private fresh(): string {
    return `n${this.nodes.length}`;
  }
}
